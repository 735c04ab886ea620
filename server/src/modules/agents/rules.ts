import { randomInt } from 'node:crypto';
import { agentSandboxPath } from '#lib/api/agent-sandbox';
import type { Config } from '#platform/config';

/** Six digits, each code equally likely. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Fingerprinted together with the registration, so that equal codes of two registrations have different fingerprints. */
export const codeName = (registrationId: string, code: string): string => `${registrationId}/${code}`;

/** Shows the first character and the domain (D-056). */
export const maskEmail = (email: string): string =>
  `${email.slice(0, 1)}***@${email.slice(email.lastIndexOf('@') + 1)}`;

type RegistrationState = {
  readonly verified: boolean;
  readonly expiresAt: Date;
  readonly wrongCodes: number;
};

type CodeVerdict = 'verified already' | 'expired' | 'locked' | 'wrong' | 'right';

/** The order of the refusals is that of D-057; after the last wrong try even the right code is refused. */
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

/** A registered agent's limits are this many times those of anonymous clients. */
export const registeredMultiplier = 6;

/** The address of a mode's agent API. */
export const agentApiUrl = ({ publicBaseUrl }: Pick<Config, 'publicBaseUrl'>, livemode: boolean): string =>
  `${publicBaseUrl}${livemode ? '' : agentSandboxPath}/api/agent/v1`;

export const agreementUrl = (config: Config, version: string): string =>
  `${config.publicBaseUrl}/developers/agent-agreement/${version}`;
