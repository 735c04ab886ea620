import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { isClosed } from './rules.ts';
import type { Consultation } from './schemas.ts';
import { findConsultation, listCalls } from './store.ts';

export type ConsultationView = Consultation;

type Row = Pick<
  NonNullable<Awaited<ReturnType<typeof findConsultation>>>,
  'id' | 'number' | 'source' | 'source_id' | 'priority' | 'test' | 'opened_at' | 'delivered_at' | 'closed_at'
>;

/** A case with every call about it. */
export async function getConsultation(ctx: Ctx, id: string): Promise<Consultation> {
  const [row, calls] = await Promise.all([findConsultation(ctx.db, id), listCalls(ctx.db, id)]);
  if (row === undefined) throw notFound();
  const closedAt = row.closed_at ?? (isClosed(row, ctx.clock.now()) ? row.ends_at : null);
  return {
    ...toBoardRow({ ...row, closed_at: closedAt }),
    initial_offer_cents: row.initial_offer_cents,
    settlement_cents: row.settlement_cents,
    settled_at: row.settled_at?.toISOString() ?? null,
    calls: calls.map((call) => ({
      ...call,
      outcome: call.outcome as Consultation['calls'][number]['outcome'],
      called_at: call.called_at.toISOString(),
      callback_at: call.callback_at?.toISOString() ?? null,
    })),
  };
}

export const toBoardRow = (row: Row) => ({
  id: row.id,
  number: row.number,
  source: row.source as Consultation['source'],
  source_id: row.source_id,
  priority: row.priority,
  test: row.test,
  opened_at: row.opened_at.toISOString(),
  delivered_at: row.delivered_at?.toISOString() ?? null,
  closed_at: row.closed_at?.toISOString() ?? null,
});
