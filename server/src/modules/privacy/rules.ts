/** A case is blanked this long after the last thing that happened to it (D-142). */
export const retentionDays = 730;

/** A registration goes this long after it was made; what came of it is in the profile (D-142). */
export const registrationDays = 90;

/**
 * Whoever places a legal hold and whoever erases take this lock first: of the two, the second sees what the first did, and a
 * hold that was placed is one that nothing gets past.
 */
export const holdsLock = 'privacy/legal-holds';

/** Cases that are blanked in one transaction: enough to be worth it, few enough to hold no lock for long. */
export const casesPerTurn = 50;

/** Where a case came from, by the prefix of its id. */
export const sourcePrefixes = ['int', 'ref', 'enr'] as const;
export type SourcePrefix = (typeof sourcePrefixes)[number];
