import type { Ctx } from '#context';
import { firstIdAt } from '#lib/tokens/ids';
import type { Tenant } from '#modules/partners';
import { countMembership, sumStatements } from './store.ts';

export type MembershipFigures = {
  readonly activeEnrollments: number;
  readonly enrolled: number;
  readonly canceled: number;
  readonly lossesReported: number;
  readonly redemptions: number;
  /** Cents by month of statements whose period is within the window. */
  readonly months: ReadonlyMap<string, number>;
};

/** Changes to an institution's roster in a period, and its billed amounts (T7). */
export async function getMembershipFigures(
  ctx: Ctx,
  tenant: Tenant,
  window: { readonly from: Date; readonly to: Date },
): Promise<MembershipFigures> {
  const ids = (prefix: 'enr' | 'lnt' | 'rdm') =>
    [firstIdAt(prefix, window.from), firstIdAt(prefix, window.to)] as const;
  const [counts, statements] = await Promise.all([
    countMembership(ctx.db, tenant, { ...window, enrolled: ids('enr'), losses: ids('lnt'), redemptions: ids('rdm') }),
    tenant.livemode ? sumStatements(ctx.db, tenant, window) : [],
  ]);
  if (counts === undefined) throw new Error('a count has a row');
  return { ...counts, months: new Map(statements.map(({ period, cents }) => [period, cents])) };
}
