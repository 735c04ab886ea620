import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { closeRedemption } from './close-redemption.ts';
import { toCompleted } from './closing-rules.ts';

/** The member was helped; the enrollment is used up, and this month is the last one billed. */
export const completeRedemption = (ctx: Ctx, tenant: Tenant, id: string) =>
  closeRedemption(ctx, tenant, { id, closing: toCompleted });
