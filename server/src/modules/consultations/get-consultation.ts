import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import { findConsultation } from './store.ts';

export type ConsultationView = {
  readonly id: string;
  readonly number: string;
  readonly priority: boolean;
  readonly opened_at: string;
  readonly delivered_at: string | null;
  readonly closed_at: string | null;
};

export async function getConsultation(ctx: Ctx, id: string): Promise<ConsultationView> {
  const row = await findConsultation(ctx.db, id);
  if (row === undefined) throw notFound();
  return {
    id: row.id,
    number: row.number,
    priority: row.priority,
    opened_at: row.opened_at.toISOString(),
    delivered_at: row.delivered_at?.toISOString() ?? null,
    closed_at: row.closed_at?.toISOString() ?? null,
  };
}
