// Owns the audit trail: what each staff member did and whose data they saw, each row chained to the one before it.
// Promises that a change and its row commit together, and that an edited or removed row is detected.
export { createAuditedDatabase } from './audit-record.ts';
export { eraseReasons } from './erase-reasons.ts';
export { findLastAction } from './find-last-action.ts';
export { finishAuditRecord } from './finish-audit-record.ts';
export { getTrailAnchor } from './get-trail-anchor.ts';
export { isOnTrail } from './is-on-trail.ts';
export { nameInstitution } from './name-institution.ts';
export { nameReason } from './name-reason.ts';
export { nameSubject } from './name-subject.ts';
export { recordEntry } from './trail-entries.ts';
export { listSubjectActions } from './trail/list-subject-actions.ts';
export type { SubjectAction } from './trail/store.ts';
export { linkCredential, type AuditRecord, type NewEntry } from './rules.ts';
export { startAuditRecord } from './start-audit-record.ts';
export { verifyChain } from './verify-chain.ts';
export { personalData } from './personal-data.ts';
