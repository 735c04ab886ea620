import type { Tx } from '#context';
import { notFound } from '#platform/errors';
import { lockConsultationRow } from './store.ts';

export type LockedConsultation = {
  readonly id: string;
  readonly source: 'agent_intake' | 'referral' | 'membership';
  readonly sourceId: string;
  readonly test: boolean;
  readonly deliveredAt: Date | undefined;
  readonly closedAt: Date | undefined;
  readonly initialOfferCents: number | undefined;
  readonly settlementCents: number | undefined;
};

/** A case that nobody else delivers, settles or charges for until the transaction ends. */
export async function lockConsultation(tx: Tx, id: string): Promise<LockedConsultation> {
  const row = await lockConsultationRow(tx.db, id);
  if (row === undefined) throw notFound('No consultation has this id.');
  return {
    id: row.id,
    source: row.source,
    sourceId: row.source_id,
    test: row.test,
    deliveredAt: row.delivered_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    initialOfferCents: row.initial_offer_cents ?? undefined,
    settlementCents: row.settlement_cents ?? undefined,
  };
}
