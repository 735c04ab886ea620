import type { Ctx } from '#context';
import { readCursor, readLimit, toPage, writeCursor } from '#lib/api/pagination';
import { toCsv } from '#lib/csv/csv';
import { centsToText } from '#lib/numbers/money';
import { findExposureTotals, findExposures } from '../exposure-ledger/ledger.ts';
import { requireReader } from '../exposure/exposure.ts';
import type { LedgerSpan } from '../exposure/schemas.ts';
import { getMembershipFigures, type MembershipFigures } from '#modules/memberships';
import { tenantOf } from '#modules/partners';
import {
  getReferralFigures,
  listActivationCohorts,
  listMilestoneReferrals,
  listSettlementDays,
  type ReferralFigures,
} from '#modules/referrals';
import { invalidCursor, validationFailed } from '#platform/errors';
import type { LenderAnalytics } from './lender-schemas.ts';
import type { CountedPage, CountedQuery, PortalAnalytics } from './portal-schemas.ts';
import { cohortRateOf, monthsOf, rateOf, readSpan, wholeMonths, type Month } from './rules.ts';
import type { Analytics, AnalyticsQuery } from './schemas.ts';

/** The savings and costs of an institution's referrals, in the mode of its credential. */
export async function getAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<Analytics> {
  const tenant = tenantOf(ctx);
  const span = readSpan(query, ctx.clock.now());
  if (!('from' in span)) throw validationFailed(span);
  const months = monthsOf(span);
  const [figures, membership] = await Promise.all([
    getReferralFigures(ctx, tenant, months),
    getMembershipFigures(ctx, tenant, span),
  ]);
  const { settled, counts } = figures;
  const membershipCents = [...membership.months.values()].reduce((sum, cents) => sum + cents, 0);
  return {
    object: 'gap.analytics',
    livemode: tenant.livemode,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    currency: 'USD',
    referrals: { ...counts, activation_rate: rateOf(counts.activated, counts.created) },
    savings: {
      // Settlements with a known basis: the savings of the others are unknown (D-110).
      settled_count: settled.knownCount,
      initial_offer_cents: settled.offerCents,
      settlement_cents: settled.settlementCents,
      increase_cents: settled.increaseCents,
      average_increase_cents: settled.knownCount === 0 ? null : Math.round(settled.increaseCents / settled.knownCount),
    },
    spend: {
      referral_subsidy_cents: settled.subsidyCents,
      membership_cents: membershipCents,
      total_cents: settled.subsidyCents + membershipCents,
    },
    membership: {
      active_enrollments: membership.activeEnrollments,
      enrolled: membership.enrolled,
      canceled: membership.canceled,
      losses_reported: membership.lossesReported,
      redemptions: membership.redemptions,
    },
    by_month: byMonth(figures, membership, months),
  };
}

const byMonth = (
  referrals: ReferralFigures,
  membership: MembershipFigures,
  months: readonly Month[],
): Analytics['by_month'] =>
  months.map(({ name: month }) => {
    const figures = referrals.months.get(month);
    return {
      month,
      created: figures?.created ?? 0,
      activated: figures?.activated ?? 0,
      settled: figures?.settled ?? 0,
      increase_cents: figures?.increaseCents ?? 0,
      spend_cents: (figures?.subsidyCents ?? 0) + (membership.months.get(month) ?? 0),
    };
  });

/**
 * GAP exposure of the settlements of a period, and activation by cohort: for each month that the period touches, the
 * invitations of the whole month. Undefined is every institution, which only the team may request.
 */
export async function getLenderAnalytics(
  ctx: Ctx,
  institutionId: string | undefined,
  span: LedgerSpan,
): Promise<LenderAnalytics> {
  requireReader(ctx.actor, { institutionId, livemode: span.livemode });
  const [exposure, cohorts] = await Promise.all([
    findExposureTotals(ctx, institutionId, span),
    listActivationCohorts(ctx, institutionId, { livemode: span.livemode, ...wholeMonths(span) }),
  ]);
  return {
    object: 'analytics.lenders',
    livemode: span.livemode,
    institution_id: institutionId ?? null,
    from: span.from.toISOString(),
    to: span.to.toISOString(),
    currency: 'USD',
    exposure: exposure ?? null,
    activation: cohorts.map((cohort) => ({ ...cohort, activation_rate: cohortRateOf(cohort) })),
  };
}

/** An institution's figures of a period: those of the partner interface, its exposure, and the time to settlement. */
export async function getPortalAnalytics(ctx: Ctx, query: AnalyticsQuery): Promise<PortalAnalytics> {
  const tenant = tenantOf(ctx);
  const span = readSpan(query, ctx.clock.now());
  if (!('from' in span)) throw validationFailed(span);
  const [figures, lenders, days] = await Promise.all([
    getAnalytics(ctx, query),
    getLenderAnalytics(ctx, tenant.institutionId, { livemode: tenant.livemode, ...span }),
    listSettlementDays(ctx, tenant, monthsOf(span)),
  ]);
  const settlementDays = days.map(({ month, settled, medianDays }) => ({
    month,
    settled,
    median_days: medianDays === null ? null : Math.round(medianDays * 10) / 10,
  }));
  return { figures, lenders, settlement_days: settlementDays };
}

const cursorParts = [/^\d{4}-\d\d-\d\dT[\d:.]+Z$/, /^ref_\w{24}$/];

/** The referrals that a figure counts, so that every number can be opened. */
export async function listCountedReferrals(ctx: Ctx, query: CountedQuery): Promise<CountedPage> {
  const limit = readLimit(query.limit);
  const span = readSpan(query, ctx.clock.now());
  if (!('from' in span)) throw validationFailed(span);
  const month = query.month === undefined ? span : monthsOf(span).find(({ name }) => name === query.month);
  if (month === undefined) throw validationFailed([{ path: 'month', message: 'must be a month of the period' }]);
  const tenant = tenantOf(ctx);
  const rows = await listMilestoneReferrals(ctx, tenant, {
    milestone: query.milestone,
    from: month.from,
    to: month.to,
    after: readAfter(query.cursor),
    limit: limit + 1,
  });
  const exposures = query.milestone === 'settled' ? await findExposures(ctx, tenant, spanOf(rows)) : undefined;
  return toPage(rows, limit, {
    item: (row) => ({
      id: row.id,
      at: row.at.toISOString(),
      external_ref: row.externalRef,
      status: row.status,
      vin: row.vin,
      settlement_cents: row.settlementCents,
      improvement_cents: row.improvementCents,
      fee_cents: row.feeCents,
      days_to_settlement: daysBetween(row.activatedAt, row.settledAt),
      exposure: exposures?.get(row.id) ?? null,
    }),
    cursor: ({ at, id }) => writeCursor(at.toISOString(), id),
  });
}

/** From the first of the rows, which are ordered by time, to just after the last. */
const spanOf = (rows: readonly { readonly at: Date }[]) => ({
  from: rows[0]?.at ?? new Date(0),
  to: new Date((rows.at(-1)?.at.getTime() ?? 0) + 1),
});

/** In days with one decimal, like the medians. */
const daysBetween = (from: Date | null, to: Date | null): number | null =>
  from === null || to === null ? null : Math.round((to.getTime() - from.getTime()) / 8_640_000) / 10;

function readAfter(cursor: string | undefined): { at: Date; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [at, id] = readCursor(cursor, cursorParts) ?? [];
  if (at === undefined || id === undefined) throw invalidCursor();
  return { at: new Date(at), id };
}

/** The figures of each month, as in the table of the page. */
export function writeAnalyticsCsv({ figures, lenders, settlement_days: days }: PortalAnalytics): string {
  // If no month is known there is no sum, and zero would be wrong.
  const known = lenders.exposure?.by_month.filter((month) => month.known > 0);
  const exposure = new Map(known?.map((month) => [month.month, month]));
  const medians = new Map(days.map(({ month, median_days: median }) => [month, median]));
  return toCsv([
    [
      'month',
      'created',
      'activated',
      'settled',
      'increase_usd',
      'spend_usd',
      'exposure_before_usd',
      'exposure_after_usd',
      'median_days_to_settlement',
    ],
    ...figures.by_month.map((row) => {
      const gap = exposure.get(row.month);
      return [
        row.month,
        row.created,
        row.activated,
        row.settled,
        centsToText(row.increase_cents),
        centsToText(row.spend_cents),
        gap === undefined ? '' : centsToText(gap.before_cents),
        gap === undefined ? '' : centsToText(gap.after_cents),
        medians.get(row.month) ?? '',
      ];
    }),
  ]);
}
