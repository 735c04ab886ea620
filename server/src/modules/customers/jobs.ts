// What time causes: messages nobody allowed are withdrawn, budgets of past days and old mail of sandboxes are deleted.
export { expireHeld } from './held/held.ts';
export { purgeBudgets } from './budgets/budgets.ts';
export { purgeSandboxMessages } from './sandbox-mail/sandbox-mail.ts';
