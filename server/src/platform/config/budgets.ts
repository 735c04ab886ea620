import type { EnvReader } from './reader.ts';

/** What one channel may cost. */
export type ChannelBudgets = {
  readonly recipientDay: number;
  readonly recipientMonth: number;
  readonly global: number;
  readonly anonymous: number;
  readonly network: number;
  readonly address: number;
  readonly agent: number;
  readonly institution: number;
};

export type BudgetConfig = { readonly email: ChannelBudgets; readonly text: ChannelBudgets };

const bounds = { min: 0, max: 1_000_000_000 };
/** A person is always reachable once. */
const recipientBounds = { min: 1, max: 1_000_000_000 };

/**
 * Defaults: one address does for a day what an office does, a network twice that. Clients without a key
 * together get a third of everything, so that a thousand addresses cannot use up what agents and institutions need.
 */
export const readBudgets = (read: EnvReader): BudgetConfig => ({
  email: {
    recipientDay: read.integer('MAILS_PER_RECIPIENT_DAY', 3, recipientBounds),
    recipientMonth: read.integer('MAILS_PER_RECIPIENT_MONTH', 10, recipientBounds),
    global: read.integer('BUDGET_MAILS_GLOBAL', 10_000, bounds),
    anonymous: read.integer('BUDGET_MAILS_ANONYMOUS', 3000, bounds),
    network: read.integer('BUDGET_MAILS_NETWORK', 800, bounds),
    address: read.integer('BUDGET_MAILS_ADDRESS', 400, bounds),
    agent: read.integer('BUDGET_MAILS_AGENT', 1000, bounds),
    institution: read.integer('BUDGET_MAILS_INSTITUTION', 3000, bounds),
  },
  text: {
    recipientDay: read.integer('TEXTS_PER_RECIPIENT_DAY', 3, recipientBounds),
    recipientMonth: read.integer('TEXTS_PER_RECIPIENT_MONTH', 10, recipientBounds),
    global: read.integer('BUDGET_TEXTS_GLOBAL', 3000, bounds),
    anonymous: read.integer('BUDGET_TEXTS_ANONYMOUS', 1000, bounds),
    network: read.integer('BUDGET_TEXTS_NETWORK', 400, bounds),
    address: read.integer('BUDGET_TEXTS_ADDRESS', 200, bounds),
    agent: read.integer('BUDGET_TEXTS_AGENT', 500, bounds),
    institution: read.integer('BUDGET_TEXTS_INSTITUTION', 1500, bounds),
  },
});
