// What moves an intake of the agents' sandbox, as people and time would: each by the code that does it live.
export { answerByReceipt } from './sandbox.ts';
export { confirmByCall } from './sandbox.ts';
export { expireIntakeNow } from './sandbox.ts';
export { findTestIntake, type TestIntake } from './sandbox.ts';
export { listRemovableIntakes } from './sandbox.ts';
export { moveTestIntake } from './sandbox.ts';
export type { RemovableIntake } from './store.ts';
export { removeTestIntakes } from './sandbox.ts';
export { isUnwrittenSql } from './written-rules.ts';
