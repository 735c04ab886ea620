import type { Tx } from '#context';
import { consultationNotFound } from '../errors.ts';
import type { LockedConsultation } from '../facts.ts';
import { readMoney } from '../money-rules.ts';
import { lockConsultationRow } from '../store.ts';

/** Locked until the transaction ends, so that deliveries, settlements and charges run one after the other. */
export async function lockConsultation(tx: Tx, id: string): Promise<LockedConsultation> {
  const row = await lockConsultationRow(tx.db, id);
  if (row === undefined) throw consultationNotFound();
  return {
    id: row.id,
    source: row.source,
    sourceId: row.source_id,
    test: row.test,
    deliveredAt: row.delivered_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    closedAt: row.closed_at ?? undefined,
    provenAt: row.proven_at ?? undefined,
    ...readMoney(row),
  };
}
