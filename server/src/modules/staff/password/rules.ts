export const setupTtlS = 24 * 3600;

/** The associated data of an encrypted TOTP secret. */
export const totpAad = (staffId: string): string => `staff.passwords/${staffId}`;
