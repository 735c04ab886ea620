import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { countMilestones, sumSettled, type LabeledSpan } from './figure-store.ts';

const counted = ['created', 'activated', 'settled', 'closed', 'declined', 'expired', 'canceled'] as const;

export type ReferralFigures = {
  readonly counts: Readonly<Record<(typeof counted)[number], number>>;
  readonly settled: {
    /** Settlements whose improvement is known; the amounts are theirs alone. */
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

/** What happened to an institution's referrals in each of these months, each milestone by its own time (T7). */
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
