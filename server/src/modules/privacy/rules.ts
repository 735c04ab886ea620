/** A case is blanked this long after its last activity (D-142). */
export const retentionDays = 730;

/** A registration is deleted this long after it was made; its result is in the profile (D-142). */
export const registrationDays = 90;

/**
 * Placing a legal hold and erasing both take this lock first: the second one sees the changes of the first, and no
 * erasure gets past a placed hold.
 */
export const holdsLock = 'privacy/legal-holds';

/** Cases blanked in one transaction: enough to be worth it, few enough to hold no lock for long. */
export const casesPerTurn = 50;

/** Where a case came from, by the prefix of its id. */
export const sourcePrefixes = ['int', 'ref', 'enr'] as const;
export type SourcePrefix = (typeof sourcePrefixes)[number];
