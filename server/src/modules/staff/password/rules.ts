/** Code tries per day after a correct password: knowing it must not make the codes guessable. */
export const codeWindowS = 86_400;

export const codeTriesMax = 20;

/** Tries of one set-up link in the window; whoever has it sees the key that makes the codes. */
export const setupTriesMax = 10;

export const setupTtlS = 24 * 3600;

export const recoveryCodes = 10;

/** 120 random bits, so that a fingerprint of one cannot be tried out even with the key it was made with. */
export const recoveryBytes = 15;

/** The associated data of an encrypted TOTP secret. */
export const totpAad = (staffId: string): string => `access.staff_passwords/${staffId}`;

/** Bound to the staff member, so that a hash copied to another row matches nothing. */
export const recoveryText = (staffId: string, code: string): string => `recovery/${staffId}/${code.toUpperCase()}`;

/** One spelling for what keyboards write differently. */
export const toPasswordMessage = (password: string): string => password.normalize('NFKC');
