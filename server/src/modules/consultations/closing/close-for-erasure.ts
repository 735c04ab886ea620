import type { Tx } from '#context';
import { closeLocked } from './close-locked.ts';
import { moneyOpen } from './errors.ts';
import type { ClosingSources } from './facts.ts';

type CaseToErase = {
  readonly id: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
};

/** Closes a case whose customer is to be forgotten, answered or not. Refused while money is held or moving. */
export const closeForErasure = (tx: Tx, one: CaseToErase, sources: ClosingSources): Promise<boolean> =>
  closeLocked(tx, { ...one, sources }, ({ locked, money }) => {
    if (locked.closedAt !== undefined) return undefined;
    if (money.open) throw moneyOpen();
    return { reason: 'other' };
  });
