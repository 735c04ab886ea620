// Owns the staff audit trail, the consent ledger, and signed checkpoints of both outside the database. Promises that an
// entry commits with its change, that nothing is edited later, and that any edit or removal is detected.
export { describeLastAnchor, readAnchors, type Anchors } from './anchors/read-anchors.ts';
export {
  createAuditedDatabase,
  startAuditRecord,
  finishAuditRecord,
  nameInstitution,
  nameReason,
  nameSubject,
  findLastAction,
} from './audit/audit-record.ts';
export { eraseReasons } from './audit/erase-reasons.ts';
export { linkCredential, type AuditRecord } from './audit/rules.ts';
export { recordEntry } from './audit/trail-entries.ts';
export { verifyChain } from './audit/verify-chain.ts';
export {
  chainEntries,
  eraseOldReplies,
  recordConsent,
  type SubjectContacts,
  type NewConsentEntry,
  recordConsentOfHashes,
  recordWording,
} from './consent/ledger-entries.ts';
export { listConsent } from './consent/list-consent.ts';
export { consentSchema } from './consent/schemas.ts';
export { verifyConsent } from './consent/verify-consent.ts';
export { personalData } from './personal-data.ts';
export { listSubjectActions } from './trail/trail.ts';
export type { SubjectAction } from './trail/store.ts';
