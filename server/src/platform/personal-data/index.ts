// What each table stores about people, as data: what it is, whose, how long it is stored and what remains afterwards.
// Erasure, export, docs/security/retention.md and the test of all columns read the same declarations.
export { blankMembers } from './personal-data.ts';
export {
  aadOf,
  follows,
  goes,
  stays,
  rewritten,
  encryptedRewritten,
  encryptedToNull,
  toEmpty,
  toNull,
  toSql,
  untilErased,
  type EraseTx,
  type Period,
  type DataSubject,
  type PersonalColumn,
  type PersonalData,
  type StoredRow,
  type TableDeclaration,
} from './declaration.ts';
export { deletionOf } from './delete-old.ts';
export { bind, eraseRows, type ErasedRows } from './erase-rows.ts';
export { countRows, listRows, type ListedRows } from './list-rows.ts';
export { platformData } from './platform-data.ts';
