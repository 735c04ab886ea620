// Owns what the team learned about a case, and what was found out about cases whose module keeps nothing of the kind.
// Promises one rule of precedence for every source, and that no statement of the team is lost or silently overwritten.
export type { FactSources, Submission, LockedSubmission, StatedContact } from './source-facts.ts';
export { computeDifferences } from './rules.ts';
export { chooseContact } from './choose-contact.ts';
export { decryptStated } from './decrypt-stated.ts';
export { enrichFacts } from './enrich-facts.ts';
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
} from './facts.ts';
export { listConsultationFacts, type ConsultationFacts } from './list-consultation-facts.ts';
export { refreshPreliminary } from './refresh-preliminary.ts';
export { recordCustomerFacts, type CustomerFacts } from './record-customer-facts.ts';
export { takeReport } from './take-report.ts';
export { wantMarketRead } from './want-market-read.ts';
export { personalData } from './rules.ts';
