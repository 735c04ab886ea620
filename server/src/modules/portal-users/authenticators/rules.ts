/** What our team makes waits a day, in which the user can stop it: a voice on the telephone proves little. */
export const staffWaitS = 24 * 3600;

/** How long the link works from when it opens: over a weekend. */
export const linkTtlS = 3 * 24 * 3600;

/** The associated data of the authenticator's secret of a reset. */
export const resetAad = (id: string): string => `portal.authenticator_resets/${id}`;
