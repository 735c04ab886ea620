// What tests of other folders need of this module.
export { continueResets } from './reset/continue-resets.ts';
