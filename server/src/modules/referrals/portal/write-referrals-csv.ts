import type { Ctx } from '#context';
import { toCsv } from '#lib/csv/csv';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import { lossDayOf } from '../rules.ts';
import type { ReferralView } from '../schemas.ts';
import { listReferralRows } from '../list-store.ts';
import { toSeen } from './list-rules.ts';
import type { ListFilter } from './list-schemas.ts';

/** Rows that are read, and so in memory, at a time. */
const pageRows = 1000;

type Export = { readonly filter: ListFilter; readonly masked: boolean };

type Row = ReferralView & { readonly lossDay: string };

const columns: readonly (readonly [name: string, cell: (row: Row) => string | number | null])[] = [
  ['id', ({ id }) => id],
  ['status', ({ status }) => status],
  ['status_note', (view) => view.status_note],
  ['external_ref', (view) => view.external_ref],
  ['first_name', ({ borrower }) => borrower.first_name],
  ['last_name', ({ borrower }) => borrower.last_name],
  ['email', ({ borrower }) => borrower.email],
  ['phone', ({ borrower }) => borrower.phone],
  ['vin', ({ vehicle }) => vehicle.vin],
  ['year', ({ vehicle }) => vehicle.year],
  ['make', ({ vehicle }) => vehicle.make],
  ['model', ({ vehicle }) => vehicle.model],
  ['carrier', ({ claim }) => claim.carrier],
  ['claim_number', ({ claim }) => claim.claim_number],
  ['loss_state', ({ claim }) => claim.loss_state],
  ['date_of_loss', ({ lossDay }) => lossDay],
  ['initial_offer_cents', ({ claim }) => claim.initial_offer_cents],
  ['loan_payoff_cents', ({ liability }) => liability.loan_payoff_cents],
  ['deductible_cents', ({ liability }) => liability.deductible_cents],
  ['consultation_number', (view) => view.consultation_number],
  ['submitted_via', (view) => view.submitted_via],
  ['created_at', (view) => view.created_at],
  ['invitation_expires_at', (view) => view.invitation_expires_at],
  ['activated_at', (view) => view.activated_at],
  ['settled_at', (view) => view.settled_at],
  ['closed_at', (view) => view.closed_at],
];

/** All referrals that match as a file, newest first, read while they are sent. */
export async function* writeReferralsCsv(ctx: Ctx, tenant: Tenant, { filter, masked }: Export): AsyncGenerator<string> {
  const now = ctx.clock.now();
  const range = readIdRange('ref', filter);
  yield toCsv([columns.map(([name]) => name)]);
  let { belowId } = range;
  for (;;) {
    const rows = await listReferralRows(ctx.db, tenant, {
      status: filter.status,
      now,
      externalRef: undefined,
      vin: undefined,
      ...range,
      belowId,
      limit: pageRows,
    });
    const views = rows.map((row): Row => ({ ...toSeen(row, { now, masked }), lossDay: lossDayOf(row) }));
    if (views.length > 0) yield toCsv(views.map((view) => columns.map(([, cell]) => cell(view) ?? '')));
    if (rows.length < pageRows) return;
    belowId = rows.at(-1)?.id;
  }
}
