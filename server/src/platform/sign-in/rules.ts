import { randomBytes } from 'node:crypto';
import { addSeconds } from '#lib/time/dates';
import { toBase32 } from '#lib/tokens/totp';
import type { Clock } from '#platform/clock';

const dayS = 86_400;

/** A session ends after half an hour without a request, and after twelve hours with requests. */
export const sessionIdleS = 30 * 60;
export const sessionTtlS = 12 * 3600;

/** `last_seen_at` is written again only when it is this old, because idle time need not be exact to the second. */
export const sessionTouchS = 60;

/** How long a code, a password or a sign-in counts as recent for operations that move money, change roles or cannot be undone. */
export const freshS = 10 * 60;

export const idleWindow = ({ clock }: { readonly clock: Clock }) => {
  const now = clock.now();
  return { now, idleSince: addSeconds(now, -sessionIdleS) };
};

/** The form of session and device cookies. Other values are not looked up. */
export const isCookieToken = (text: string | undefined): text is string => /^[0-9A-Za-z]{43}$/.test(text ?? '');

/** Since the last sign-in on the device. A quarter covers holidays; a device unused for longer becomes unknown again. */
export const deviceTtlS = 90 * dayS;

/** Refused tries since the last sign-in, after which a device becomes unknown. A stolen cookie allows no more. */
export const deviceFailuresMax = 30;

/** Tries of one device in the window, enough for a person who mistypes. */
export const deviceTriesMax = 10;

/** Per account; the least recently used one is dropped. */
export const devicesMax = 10;

/** The window for tries of one account, and from one address. */
export const tryWindowS = 15 * 60;

export const addressTriesMax = 100;

/**
 * Tries of one account from unknown devices, wherever they come from. NIST SP 800-63B-4 allows a hundred in a row. So few per day make
 * guessing hopeless, and tries on known devices are not counted here.
 */
export const accountTriesMax = 10;
export const accountTriesPerDay = 100;

/** Of these, the tries from one network, so that one network cannot use up the tries that a new device elsewhere needs. */
export const networkTriesMax = 5;
export const networkTriesPerDay = 20;

/** The window for the longer limits. */
export const longWindowS = dayS;

/** After an account's first refused sign-in in the audit trail, later ones are not recorded for this long. */
export const refusalWindowS = 3600;

/** Code tries per day after a correct password: knowing it must not make the codes guessable. */
export const codeWindowS = dayS;
export const codeTriesMax = 20;

/** Tries of one set-up link in the window, because its page shows the authenticator's secret. */
export const setupTriesMax = 10;

export const recoveryCodes = 10;

/** 120 random bits, so that a stolen fingerprint cannot be brute-forced even with its key. */
export const recoveryBytes = 15;

export const newRecoveryCodes = (): string[] =>
  Array.from({ length: recoveryCodes }, () => toBase32(randomBytes(recoveryBytes)));

/** Bound to the account, so that a hash copied to another row matches nothing. */
export const recoveryText = (ownerId: string, code: string): string => `recovery/${ownerId}/${code.toUpperCase()}`;

/** One form for characters that keyboards encode differently. */
export const toPasswordMessage = (password: string): string => password.normalize('NFKC');

/**
 * Concurrent hashes. Each uses one of the four threads on which the process also reads files, resolves names and checks
 * signatures. Anyone may send a hundred passwords, and other work must not wait behind them.
 */
export const hashesAtOnce = 2;

/**
 * The queue for password hashes. Unknown devices have one of the two slots, and waiting places for about a second of work. Known devices
 * have the other slot, may use both, and have waiting places for a whole team.
 */
export const signInLanes = {
  known: { places: 200, placesPerClient: 3, turns: hashesAtOnce },
  unknown: { places: 20, placesPerClient: 5, turns: 1 },
} as const;
