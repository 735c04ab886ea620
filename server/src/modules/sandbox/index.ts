// Owns the portal's sandbox: the mailbox, the buttons that move test objects, samples, and resets.
// Promises that nothing here reaches a live row, a real mailbox, the team's queue or a statement.
export { removeTestCases } from './reset/reset.ts';
export { requireDuringReset, requireNoReset } from './reset/reset.ts';
export { personalData } from './personal-data.ts';
