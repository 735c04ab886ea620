import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { isMaskedFor, mayCaller } from '#lib/api/portal-roles';
import { toCsv } from '#lib/csv/csv';
import { listSubjectActions } from '#modules/ledger';
import { listMessages, messagePurposes } from '#modules/customers';
import { eventDays, searchEvents } from '#modules/webhooks';
import type { Tenant } from '#modules/partners';
import { readIdRange } from '#platform/http';
import { referralNotFound } from '../errors.ts';
import { listReferralRows } from '../list-store.ts';
import { findReview } from '../review/store.ts';
import type { ReferralView } from '../schemas.ts';
import { findReferral } from '../store.ts';
import type { ListUserNames } from './portal-referrals.ts';
import { toSeen } from './rules.ts';
import type { ListFilter, Timeline } from './schemas.ts';
import { listSentDocuments } from './sent-document-store.ts';
import { computeTimeline } from './timeline-rules.ts';

/** The newest edits; no one reads more. */
const editsMax = 100;

/** A referral's history, composed from its stored data. */
export async function getTimeline(
  ctx: Ctx,
  tenant: Tenant,
  { id, listNames }: { readonly id: string; readonly listNames: ListUserNames },
): Promise<Timeline> {
  const caller = requirePortal(ctx.actor);
  const referral = await findReferral(ctx.db, tenant, id);
  if (referral === undefined) throw referralNotFound();
  const [review, messages, actions, sent, edits] = await Promise.all([
    findReview(ctx.db, tenant, id),
    listMessages(ctx, id),
    listSubjectActions(ctx, tenant.institutionId, id),
    listSentDocuments(ctx.db, tenant, id),
    listEdits(ctx, tenant, id),
  ]);
  const userIds = [...actions, ...sent].flatMap(({ userId }) => userId ?? []);
  const names = await listNames(ctx, [...new Set(userIds)]);
  const data = computeTimeline({
    referral,
    review,
    invitations: messages.filter(({ purpose }) => purpose === messagePurposes.invitation),
    actions,
    editedAt: edits,
    sent,
    names,
    hides: isMaskedFor(caller),
    // As on the figures page.
    showsAmounts: mayCaller(caller, 'analytics.read'),
    now: ctx.clock.now(),
  });
  // The log drops whole days.
  return { object: 'list', data, api_edits_days: eventDays.retentionDays - 1 };
}

async function listEdits(ctx: Ctx, { institutionId, livemode }: Tenant, subjectId: string): Promise<Date[]> {
  const found = await searchEvents(
    ctx,
    { accountId: institutionId, livemode },
    {
      type: 'referral.updated',
      subjectId,
      createdFrom: undefined,
      createdTo: undefined,
      after: undefined,
      order: 'desc',
      limit: editsMax,
    },
  );
  return found.rows.map((row) => row.created_at);
}

/** Rows read, and so held in memory, at a time. */
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

/** All matching referrals as a file, newest first, read while they are sent. */
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
    const views = rows.map((row): Row => ({ ...toSeen(row, { now, masked }), lossDay: row.claim.loss_day }));
    if (views.length > 0) yield toCsv(views.map((view) => columns.map(([, cell]) => cell(view) ?? '')));
    if (rows.length < pageRows) return;
    belowId = rows.at(-1)?.id;
  }
}
