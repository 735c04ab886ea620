import type { Ctx, Tx } from '#context';
import type { Tenant } from '#modules/partners';
import {
  countMilestones,
  listDaysToSettlement,
  listMilestoneRows,
  sumSettled,
  type LabeledSpan,
  type Milestone,
  type MilestoneRow,
} from './figure-store.ts';
import { countCohorts, findLoan, listSettled, type ReferredLoan } from './loan-store.ts';

/** The loan of a referral of any institution: the caller's own predicate checks whose it may be. */
export const findReferredLoan = (ctx: Ctx | Tx, id: string): Promise<ReferredLoan | undefined> => findLoan(ctx.db, id);

const counted = ['created', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled'] as const;

export type ReferralFigures = {
  readonly counts: Readonly<Record<(typeof counted)[number], number>>;
  readonly settled: {
    /** Settlements with a known improvement; the amounts cover only those. */
    readonly knownCount: number;
    readonly offerCents: number;
    readonly settlementCents: number;
    readonly increaseCents: number;
    readonly subsidyCents: number;
  };
  readonly months: ReadonlyMap<string, MonthFigures>;
};

type MonthFigures = {
  readonly created: number;
  readonly activated: number;
  readonly settled: number;
  readonly increaseCents: number;
  readonly subsidyCents: number;
};

const emptyMonth: MonthFigures = { created: 0, activated: 0, settled: 0, increaseCents: 0, subsidyCents: 0 };

/** An institution's referral activity in each of these months, each milestone by its own time (T7). */
export async function getReferralFigures(
  ctx: Ctx,
  tenant: Tenant,
  spans: readonly LabeledSpan[],
): Promise<ReferralFigures> {
  const [milestones, settled] = await Promise.all([
    countMilestones(ctx.db, tenant, spans),
    sumSettled(ctx.db, tenant, spans),
  ]);
  const counts = Object.fromEntries(counted.map((name) => [name, 0])) as Record<(typeof counted)[number], number>;
  const months = new Map<string, MonthFigures>();
  const inMonth = (month: string, figures: Partial<MonthFigures>) =>
    months.set(month, { ...(months.get(month) ?? emptyMonth), ...figures });
  for (const { milestone, month, count } of milestones) {
    counts[milestone as keyof typeof counts] += count;
    if (milestone === 'created' || milestone === 'activated') inMonth(month, { [milestone]: count });
  }
  for (const row of settled) {
    counts.settled += row.count;
    inMonth(row.month, { settled: row.count, increaseCents: row.increaseCents, subsidyCents: row.subsidyCents });
  }
  const sum = (of: (row: (typeof settled)[number]) => number) => settled.reduce((total, row) => total + of(row), 0);
  return {
    counts,
    settled: {
      knownCount: sum((row) => row.known),
      offerCents: sum((row) => row.offerCents),
      settlementCents: sum((row) => row.settlementCents),
      increaseCents: sum((row) => row.increaseCents),
      subsidyCents: sum((row) => row.subsidyCents),
    },
    months,
  };
}

type ActivationCohort = {
  /** The month of the first invitation: sending one again does not move the borrower into another month. */
  readonly month: string;
  readonly invited: number;
  /** Borrowers invited in this month, whenever they said yes. */
  readonly activated: number;
  /** May still say yes: this month's rate is not final. */
  readonly open: number;
};

type Invited = { readonly livemode: boolean; readonly from: Date; readonly to: Date };

/** The borrowers invited in each month and how many have said yes so far, for one institution or all. */
export const listActivationCohorts = (
  ctx: Ctx,
  institutionId: string | undefined,
  { livemode, from, to }: Invited,
): Promise<ActivationCohort[]> => countCohorts(ctx.db, institutionId, { now: ctx.clock.now(), livemode, from, to });

type Wanted = {
  readonly milestone: Milestone;
  readonly from: Date;
  readonly to: Date;
  /** The last one of the previous page. */
  readonly after: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
};

/**
 * The referrals that a figure counts, in the order of their milestone, without anything that identifies the borrower.
 */
export const listMilestoneReferrals = (ctx: Ctx, tenant: Tenant, wanted: Wanted): Promise<MilestoneRow[]> =>
  listMilestoneRows(ctx.db, tenant, wanted);

type SettledLoans = {
  readonly livemode: boolean;
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
};

/** The loans whose referrals were settled in a period, for one institution or, if none is named, for all. */
export const listSettledLoans = (
  ctx: Ctx,
  institutionId: string | undefined,
  settled: SettledLoans,
): Promise<ReferredLoan[]> => listSettled(ctx.db, institutionId, settled);

/** The days from the borrower's yes to the settlement, by the month of the settlement. */
export const listSettlementDays = (ctx: Ctx, tenant: Tenant, months: readonly LabeledSpan[]) =>
  listDaysToSettlement(ctx.db, tenant, months);
