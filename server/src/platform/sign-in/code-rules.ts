import { randomBytes } from 'node:crypto';
import { toBase32 } from '#lib/tokens/totp';

/** Code tries per day after a correct password: knowing it must not make the codes guessable. */
export const codeWindowS = 86_400;

export const codeTriesMax = 20;

/** Tries of one set-up link in the window; whoever has it sees the key that makes the codes. */
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
