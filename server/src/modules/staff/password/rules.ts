export const accountTriesMax = 10;

/** Code tries per day after a correct password: knowing it must not make the codes guessable. */
export const codeWindowS = 86_400;

export const codeTriesMax = 20;

export const setupTtlS = 24 * 3600;

export const recoveryCodes = 10;

/** The associated data of an encrypted TOTP secret. */
export const totpAad = (staffId: string): string => `access.staff_passwords/${staffId}`;

/** Bound to the staff member, so that a hash copied to another row matches nothing. */
export const recoveryText = (staffId: string, code: string): string => `recovery/${staffId}/${code.toUpperCase()}`;

/**
 * Concurrent hashes. Each uses one of the four threads on which the process also reads files, resolves names and checks
 * signatures; anybody may send a hundred passwords at once, and other work must not wait behind them.
 */
export const hashesAtOnce = 2;

/** Some seconds of waiting. A team never signs in at once in such numbers. */
export const hashesWaitingMax = 50;

/** One spelling for what keyboards write differently. */
export const toPasswordMessage = (password: string): string => password.normalize('NFKC');
