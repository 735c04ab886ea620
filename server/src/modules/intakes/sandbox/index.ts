// What moves an intake of the agents' sandbox, as people and time would: each by the code that does it live.
export { answerByReceipt } from './answer-by-receipt.ts';
export { confirmByCall } from './confirm-by-call.ts';
export { expireIntakeNow } from './expire-intake-now.ts';
export { findTestIntake, type TestIntake } from './find-test-intake.ts';
export { listRemovableIntakes } from './list-removable-intakes.ts';
export { moveTestIntake } from './move-test-intake.ts';
export type { RemovableIntake } from './store.ts';
export { removeTestIntakes } from './remove-test-intakes.ts';
export { isUnwrittenSql } from './written-rules.ts';
