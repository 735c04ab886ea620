import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { listMilestoneRows, type Milestone, type MilestoneRow } from './figure-store.ts';

type Wanted = {
  readonly milestone: Milestone;
  readonly from: Date;
  readonly to: Date;
  /** The last one of the page before. */
  readonly after: { readonly at: Date; readonly id: string } | undefined;
  readonly limit: number;
};

/** The referrals that a figure counts, in the order of their milestone; nothing that says who the borrower is. */
export const listMilestoneReferrals = (ctx: Ctx, tenant: Tenant, wanted: Wanted): Promise<MilestoneRow[]> =>
  listMilestoneRows(ctx.db, tenant, wanted);
