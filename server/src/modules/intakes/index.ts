// Owns intakes: an agent's submission, its status, its receipt, and the customer's confirmation page. Promises that a
// status changes only as the transition table allows, with exactly one event per change.
export { isWelcomeWanted, recordWelcomeSent } from './confirmation/confirmation.ts';
export { fillInVin, previewMarket } from './enrichment/enrichment.ts';
export { toSaid, type Submitted } from './facts.ts';
export { findIntakeStory, expireIntakes, prepareIntakeClose, prepareDelivery } from './lifecycle/lifecycle.ts';
export { personalData } from './personal-data.ts';
export { computePricing } from './receipt/compute-pricing.ts';
export { authenticatePollToken, getOwnIntake, listOwnIntakes, type OwnIntake, getIntake } from './receipt/receipt.ts';
export { removeUnprovenFiles, attachReportBytes } from './reports/reports.ts';
export { decideCall } from './rules.ts';
export { intakeRequestSchema, intakeStatuses, receiptSchema, type IntakeStatus, type Receipt } from './schemas.ts';
export {
  findIntakeSubmission,
  lockIntakeSubmission,
  listIntakeContacts,
  listProvenIntakes,
  takeIntakeNumber,
} from './staff/intake-records.ts';
export { checkIntake } from './submission/check-intake.ts';
export { submitIntake } from './submission/submit-intake.ts';
export { expirySql, isExpiredSql } from './transitions.ts';
export * as consentWords from './question-messages.ts';
export * as sandboxIntakes from './sandbox/index.ts';
