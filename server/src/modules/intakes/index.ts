// Owns intakes: what an agent submitted, its status, its receipt, and the customer's confirmation page.
// Promises that a status changes only as the transition table allows, with exactly one event per change.
export { findIntakeStory } from './lifecycle/find-intake-story.ts';
export { expireIntakes } from './lifecycle/expire-intakes.ts';
export { toSaid, type Submitted } from './facts.ts';
export { findIntakeSubmission } from './staff/find-intake-submission.ts';
export { lockIntakeSubmission } from './staff/lock-intake-submission.ts';
export { fillInVin } from './enrichment/fill-in-vin.ts';
export { isWelcomeWanted } from './confirmation/is-welcome-wanted.ts';
export { listIntakeContacts } from './staff/list-intake-contacts.ts';
export { listProvenIntakes } from './staff/list-proven-intakes.ts';
export { takeIntakeNumber } from './staff/take-intake-number.ts';
export { prepareIntakeClose } from './lifecycle/prepare-intake-close.ts';
export { prepareDelivery } from './lifecycle/prepare-delivery.ts';
export { removeUnprovenFiles } from './reports/remove-unproven-files.ts';
export { recordWelcomeSent } from './confirmation/record-welcome-sent.ts';
export { decideCall } from './rules.ts';
export type { IntakeStatus } from './schemas.ts';
export { expirySql, isExpiredSql } from './transitions.ts';
export { personalData } from './personal-data.ts';
