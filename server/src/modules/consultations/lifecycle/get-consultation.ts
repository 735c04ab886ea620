import type { Ctx, Tx } from '#context';
import { toMoneyView } from '#lib/api/offer-parts';
import { notFound } from '#platform/errors';
import { toBoardRow } from './to-board-row.ts';
import { readMoney } from '../money-rules.ts';
import { isClosed } from '../rules.ts';
import type { Consultation } from '../schemas.ts';
import { decryptNote, findConsultation, listCalls } from '../store.ts';

export type ConsultationView = Consultation;

/** A consultation with every call about it. */
export async function getConsultation(ctx: Ctx | Tx, id: string): Promise<Consultation> {
  const [row, calls] = await Promise.all([findConsultation(ctx.db, id), listCalls(ctx.db, id)]);
  if (row === undefined) throw notFound();
  const closedAt = row.closed_at ?? (isClosed(row, ctx.clock.now()) ? row.ends_at : null);
  return {
    ...toBoardRow({ ...row, closed_at: closedAt }),
    language: row.language as Consultation['language'],
    initial_offer_cents: row.initial_offer_cents,
    settlement_cents: row.settlement_cents,
    settled_at: row.settled_at?.toISOString() ?? null,
    money: toMoneyView(readMoney(row)),
    calls: calls.map(({ sealed_note: sealed, ...call }) => ({
      ...call,
      note: decryptNote(ctx, { ...call, sealed_note: sealed }),
      outcome: call.outcome as Consultation['calls'][number]['outcome'],
      called_at: call.called_at.toISOString(),
      callback_at: call.callback_at?.toISOString() ?? null,
    })),
  };
}
