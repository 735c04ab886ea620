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

/** How much one process takes on at a time. */
export type AdmissionConfig = {
  readonly requests: number;
  readonly waiting: number;
  readonly slow: number;
  readonly connections: number;
  readonly connectionsPerAddress: number;
};

/**
 * Defaults: intakes gain nothing from more than 16 at a time, which is also what a pool of connections has, and each
 * surface gets about that many. What waits then is answered within about half a second (docs/performance.md).
 */
export const readAdmission = (read: EnvReader): AdmissionConfig => ({
  requests: read.integer('REQUESTS_AT_ONCE', 88, { min: 16, max: 10_000 }),
  // About as many as a process answers in the ten seconds that they wait: a burst of one platform's agents fits.
  waiting: read.integer('REQUESTS_WAITING', 1_000, { min: 1, max: 100_000 }),
  slow: read.integer('REQUESTS_SLOW', 512, { min: 1, max: 100_000 }),
  connections: read.integer('CONNECTIONS_AT_ONCE', 2_000, { min: 16, max: 1_000_000 }),
  connectionsPerAddress: read.integer('CONNECTIONS_PER_ADDRESS', 500, { min: 1, max: 1_000_000 }),
});
