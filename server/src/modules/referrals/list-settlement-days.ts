import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { listDaysToSettlement, type LabeledSpan } from './figure-store.ts';

/** How long it took from the borrower's yes to the settlement, by the month of the settlement. */
export const listSettlementDays = (ctx: Ctx, tenant: Tenant, months: readonly LabeledSpan[]) =>
  listDaysToSettlement(ctx.db, tenant, months);
