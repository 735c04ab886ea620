export const signUpTtlS = 24 * 3600;

/** How long a sign-up whose link was never opened is kept after the link has ended. */
export const unusedDays = 7;

/** The associated data of the authenticator's secret of a sign-up. */
export const signUpAad = (id: string): string => `portal.sign_ups/${id}`;
