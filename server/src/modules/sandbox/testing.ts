// What tests of other folders need of this module.
export { continueResets } from './reset/reset.ts';
