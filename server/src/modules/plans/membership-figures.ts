import type { Ctx } from '#context';
import { firstIdAt } from '#lib/ids';
import { countMembership, sumStatements } from './figure-store.ts';
import type { Owner } from './store.ts';

export type MembershipFigures = {
  readonly activeEnrollments: number;
  readonly enrolled: number;
  readonly canceled: number;
  readonly lossesReported: number;
  readonly redemptions: number;
  /** Cents by month of statements whose period lies in the window. */
  readonly months: ReadonlyMap<string, number>;
};

/** What happened to an institution's roster in a span of time, and what it was billed (T7). */
export async function membershipFigures(
  ctx: Ctx,
  owner: Owner,
  window: { readonly from: Date; readonly to: Date },
): Promise<MembershipFigures> {
  const ids = (prefix: 'enr' | 'lnt' | 'rdm') =>
    [firstIdAt(prefix, window.from), firstIdAt(prefix, window.to)] as const;
  const [counts, statements] = await Promise.all([
    countMembership(ctx.db, owner, { ...window, enrolled: ids('enr'), losses: ids('lnt'), redemptions: ids('rdm') }),
    owner.livemode ? sumStatements(ctx.db, owner, window) : [],
  ]);
  if (counts === undefined) throw new Error('a count has a row');
  return { ...counts, months: new Map(statements.map(({ period, cents }) => [period, cents])) };
}
