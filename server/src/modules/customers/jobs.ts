// What time causes: messages nobody allowed are withdrawn, budgets of past days are deleted.
export { expireHeld } from './held/expire-held.ts';
export { purgeBudgets } from './budgets/purge-budgets.ts';
