// Changes to an intake in the agent sandbox that people and time would cause, each made by the live code.
export { answerByReceipt } from './sandbox.ts';
export { confirmByCall } from './sandbox.ts';
export { expireIntakeNow } from './sandbox.ts';
export { findTestIntake, type TestIntake } from './sandbox.ts';
export { listRemovableIntakes } from './sandbox.ts';
export { moveTestIntake } from './sandbox.ts';
export type { RemovableIntake } from './store.ts';
export { removeTestIntakes } from './sandbox.ts';
export { isUnwrittenSql } from './written-rules.ts';
