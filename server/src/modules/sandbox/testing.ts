// Exports for the tests of other folders.
export { continueResets } from './reset/reset.ts';
