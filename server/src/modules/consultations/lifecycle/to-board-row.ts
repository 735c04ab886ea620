import type { Consultation } from '../schemas.ts';
import type { findConsultation } from '../store.ts';

type Row = Pick<
  NonNullable<Awaited<ReturnType<typeof findConsultation>>>,
  'id' | 'number' | 'source' | 'source_id' | 'priority' | 'test' | 'opened_at' | 'delivered_at' | 'closed_at'
>;

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
