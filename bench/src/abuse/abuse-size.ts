import { policy, type Policy } from '@makewhole/server/src/platform/config/index.ts';
import type { Size } from '#bench/instrument';

/**
 * The number of participants, how often they act, and their budgets. Small sizes have small budgets, so that
 * attackers still reach them.
 */
export type AbuseSize = {
  readonly honest: number;
  readonly callers: number;
  /** Simulated minutes per step; a caller makes one call per step. */
  readonly stepMinutes: number;
  readonly attacks: Attacks;
  readonly budgets: Budgets;
};

/** How often each attacker tries in the day. */
type Attacks = {
  readonly oneAddress: number;
  readonly network: number;
  readonly manyAddresses: number;
  readonly agentKey: number;
  readonly mailbox: number;
  readonly number: number;
  readonly forged: number;
  readonly names: number;
  readonly uploads: number;
  readonly codes: number;
  readonly edits: number;
  readonly handoffs: number;
};

type Channel = {
  readonly global: number;
  readonly anonymous: number;
  readonly network: number;
  readonly address: number;
  readonly agent: number;
  readonly institution: number;
};

/** Per UTC day. */
type Budgets = {
  readonly mails: Channel;
  readonly texts: Channel;
  readonly megabytes: Omit<Channel, 'global' | 'institution'>;
};

const small: AbuseSize = {
  honest: 20,
  callers: 2,
  stepMinutes: 20,
  attacks: {
    oneAddress: 40,
    network: 30,
    manyAddresses: 80,
    agentKey: 60,
    mailbox: 30,
    number: 12,
    forged: 12,
    names: 6,
    uploads: 24,
    codes: 20,
    edits: 40,
    handoffs: 6,
  },
  budgets: {
    mails: { global: 280, anonymous: 90, network: 20, address: 10, agent: 40, institution: 30 },
    texts: { global: 200, anonymous: 60, network: 12, address: 6, agent: 30, institution: 20 },
    megabytes: { anonymous: 6, network: 3, address: 2, agent: 4 },
  },
};

const full: AbuseSize = {
  honest: 200,
  callers: 5,
  stepMinutes: 10,
  attacks: {
    oneAddress: 400,
    network: 400,
    manyAddresses: 1000,
    agentKey: 600,
    mailbox: 120,
    number: 60,
    forged: 60,
    names: 20,
    uploads: 120,
    codes: 100,
    edits: 60,
    handoffs: 12,
  },
  budgets: {
    mails: { global: 2400, anonymous: 600, network: 60, address: 30, agent: 300, institution: 60 },
    texts: { global: 1200, anonymous: 300, network: 40, address: 20, agent: 200, institution: 40 },
    megabytes: { anonymous: 40, network: 10, address: 6, agent: 20 },
  },
};

export const abuseSizes: Readonly<Record<Size, AbuseSize>> = {
  smoke: small,
  quick: {
    ...full,
    honest: 60,
    callers: 3,
    attacks: { ...full.attacks, oneAddress: 120, network: 120, manyAddresses: 300, agentKey: 250, uploads: 40 },
    budgets: {
      mails: { global: 1000, anonymous: 250, network: 40, address: 20, agent: 120, institution: 40 },
      texts: { global: 500, anonymous: 150, network: 24, address: 12, agent: 80, institution: 30 },
      megabytes: { anonymous: 15, network: 6, address: 3, agent: 8 },
    },
  },
  full,
};

/** The policy for a size. Limits that the test settings lift are back at their usual values. */
export function abusePolicy({ budgets: { mails, texts, megabytes } }: AbuseSize): Partial<Policy> {
  const { intakeAnonPerMin, budgets: usual } = policy;
  const bytesOf = (scope: keyof typeof megabytes) => megabytes[scope] * 1_048_576;
  return {
    intakeAnonPerMin,
    budgets: { email: { ...usual.email, ...mails }, text: { ...usual.text, ...texts } },
    uploads: {
      ...policy.uploads,
      anonymousBytes: bytesOf('anonymous'),
      networkBytes: bytesOf('network'),
      addressBytes: bytesOf('address'),
      agentBytes: bytesOf('agent'),
    },
  };
}
