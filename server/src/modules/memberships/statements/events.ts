import type { StatementView } from './schemas.ts';
import type { Statement } from './store.ts';

export const toStatement = (row: Statement): StatementView => ({
  id: row.id,
  object: 'gap.statement',
  number: row.number,
  period: row.period,
  status: row.status,
  currency: 'USD',
  enrollment_count: row.enrollmentCount,
  amount_cents: row.amountCents,
  lines: row.lines.map(({ plan, quantity, unit_price_cents, amount_cents }) => ({
    plan,
    quantity,
    unit_price_cents,
    amount_cents,
  })),
  issued_at: row.issuedAt.toISOString(),
  due_at: row.dueAt.toISOString(),
});
