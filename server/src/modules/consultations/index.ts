// Owns cases from any source: their facts, the call queue, its leases, and every call. Promises that a submission is
// in the queue when its response is sent, and that no statement is silently overwritten.
export { listAssignments } from './assignees/assignees.ts';
export { logCall, type CallOutcome, composeConfirmed } from './calls/log-call.ts';
export { requireFreshCall } from './calls/log-queue-call.ts';
export { decideQueueCall } from './calls/rules.ts';
export { getClosing } from './closing/closing.ts';
export { closingSchema } from './closing/schemas.ts';
export { listContacts, lockWithContacts, updateContact } from './contacts/contact-records.ts';
export { recheckSuppression, stopConsultation } from './contacts/contact-stops.ts';
export type { CallContact, ConsultationSources, LockedConsultation } from './facts.ts';
export {
  chooseContact,
  type FactSources,
  type Submission,
  type LockedSubmission,
  type StatedContact,
} from './facts/source-facts.ts';
export { decryptStated } from './facts/known-facts.ts';
export { enrichFacts } from './facts/enrich-facts.ts';
export {
  certainFacts,
  findOtherVehicle,
  isFullVin,
  knownVin,
  learnReport,
  traceFacts,
  type FactName,
  type FactSource,
  type LookedUp,
  type Said,
  type SourcedFacts,
  type StaffSaid,
  type Statements,
} from './facts/facts.ts';
export { listConsultationFacts, type ConsultationFacts } from './facts/to-facts-view.ts';
export { recordCustomerFacts, type CustomerFacts } from './facts/record-customer-facts.ts';
export { refreshPreliminary, wantMarketRead } from './facts/refresh-facts.ts';
export { computeDifferences } from './facts/rules.ts';
export { takeReport } from './facts/take-report.ts';
export {
  closeConsultations,
  createConsultation,
  createNumberedConsultation,
  getConsultation,
  type ConsultationView,
  listMoney,
  lockConsultation,
  markProven,
  recordDelivery,
  setLanguage,
  setConsultationEnd,
  recordParts,
} from './lifecycle/lifecycle.ts';
export { listNotes } from './notes/notes.ts';
export { strikeNumbers } from './numbers/numbers.ts';
export { personalData } from './personal-data.ts';
export { callOutcomes, channels, consultationSchema, type Channel } from './schemas.ts';
export * as choices from './choices/index.ts';
export * as sandboxTime from './sandbox-time/index.ts';
