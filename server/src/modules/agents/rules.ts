import { randomInt } from 'node:crypto';

/** Six digits, drawn evenly. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** What a code is fingerprinted with, so that equal codes of two registrations have nothing in common. */
export const codeName = (registrationId: string, code: string): string => `${registrationId}/${code}`;

/** First character and domain (decision 56). */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}***@${email.slice(email.lastIndexOf('@') + 1)}`;

export type RegistrationState = {
  readonly verified: boolean;
  readonly expiresAt: Date;
  readonly wrongCodes: number;
};

export type CodeVerdict = 'verified already' | 'expired' | 'locked' | 'wrong' | 'right';

/** In the order of decision 57; after the last wrong try not even the right code helps. */
export function decideCode(
  state: RegistrationState,
  attempt: { readonly matches: boolean; readonly now: Date },
  maxWrong: number,
): CodeVerdict {
  if (state.verified) return 'verified already';
  if (attempt.now >= state.expiresAt) return 'expired';
  if (state.wrongCodes >= maxWrong) return 'locked';
  return attempt.matches ? 'right' : 'wrong';
}

/** A registered agent's limits are exactly this many times the anonymous ones. */
export const registeredMultiplier = 6;
