import { randomBytes } from 'node:crypto';
import { addSeconds } from '#lib/time/dates';
import { toBase32 } from '#lib/tokens/totp';
import type { Clock } from '#platform/clock';

const dayS = 86_400;

/** A session ends after half an hour without a request, and after twelve hours with requests. */
export const sessionIdleS = 30 * 60;
export const sessionTtlS = 12 * 3600;

/** How old `last_seen_at` may be before it is written again: not at every request, an idle time needs no precision of seconds. */
export const sessionTouchS = 60;

/** How long a code, a password or a sign-in stands for what moves money, changes roles or cannot be taken back. */
export const freshS = 10 * 60;

export const idleWindow = ({ clock }: { readonly clock: Clock }) => {
  const now = clock.now();
  return { now, idleSince: addSeconds(now, -sessionIdleS) };
};

/** What the cookies of sessions and devices contain; nothing else is looked up. */
export const isCookieToken = (text: string | undefined): text is string => /^[0-9A-Za-z]{43}$/.test(text ?? '');

/** From the last sign-in on it. A quarter covers holidays; what lies in a drawer for longer is a stranger again. */
export const deviceTtlS = 90 * dayS;

/** Refused tries since the last sign-in, after which it is forgotten: all that a stolen cookie is good for. */
export const deviceFailuresMax = 30;

/** Tries of one device in the window: what a person who mistypes needs. */
export const deviceTriesMax = 10;

/** Of one account; the one that was not used for longest is forgotten. */
export const devicesMax = 10;

/** The window for tries of one account, and from one address. */
export const tryWindowS = 15 * 60;

export const addressTriesMax = 100;

/**
 * Tries of one account from devices that are not known, wherever they come from. NIST SP 800-63B-4 allows a hundred in a
 * row; so few in a day make guessing hopeless, and those on known devices are not among them.
 */
export const accountTriesMax = 10;
export const accountTriesPerDay = 100;

/** Of these, from one network: a neighbor cannot use up the tries that a new device needs elsewhere. */
export const networkTriesMax = 5;
export const networkTriesPerDay = 20;

/** How long these are counted. */
export const longWindowS = dayS;

/** How long the first refused sign-in of an account in the audit trail stands for those after it. */
export const refusalWindowS = 3600;

/** Code tries per day after a correct password: knowing it must not make the codes guessable. */
export const codeWindowS = dayS;
export const codeTriesMax = 20;

/** Tries of one set-up link in the window; its page shows the authenticator's secret. */
export const setupTriesMax = 10;

export const recoveryCodes = 10;

/** 120 random bits, so that a fingerprint of one cannot be tried out even with the key it was made with. */
export const recoveryBytes = 15;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(recoveryBytes)));

/** Bound to the account, so that a hash copied to another row matches nothing. */
export const recoveryText = (ownerId: string, code: string): string => `recovery/${ownerId}/${code.toUpperCase()}`;

/** One spelling for what keyboards write differently. */
export const toPasswordMessage = (password: string): string => password.normalize('NFKC');

/**
 * Concurrent hashes. Each uses one of the four threads on which the process also reads files, resolves names and checks
 * signatures. Anyone may send a hundred passwords, and other work must not wait behind them.
 */
export const hashesAtOnce = 2;

/**
 * Who waits for a hash, and how many. Strangers have one of the two turns and places for about a second of waiting; known
 * devices have the other to themselves and both when they need them, and places for a whole team at once.
 */
export const signInLanes = {
  known: { places: 200, placesPerClient: 3, turns: hashesAtOnce },
  unknown: { places: 20, placesPerClient: 5, turns: 1 },
} as const;
