// Owns the audit trail: who of the team did what and saw whose data, each row chained to the one before it.
// Promises that a change and its row commit together, and that a row which was edited or taken away is found.
export {
  auditedDatabase,
  closeRecord,
  nameReason,
  nameSubject,
  openRecord,
  type AuditRecord,
} from './audited-database.ts';
export { recordEntry, type NewEntry } from './record-entry.ts';
export { verifyChain } from './verify-chain.ts';
