// What time causes: messages nobody allowed are withdrawn, budgets of past days and old mail of sandboxes are deleted.
export { expireHeld } from './held/expire-held.ts';
export { purgeBudgets } from './budgets/purge-budgets.ts';
export { purgeSandboxMessages } from './sandbox-mail/purge-sandbox-messages.ts';
