import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { redemptionNotFound } from '../errors.ts';
import { findRedemption } from './store.ts';

/** For staff, who address a redemption by its id alone. */
export async function getRedemptionTenant(ctx: Ctx, id: string): Promise<Tenant> {
  const redemption = await findRedemption(ctx.db, id);
  if (redemption === undefined) throw redemptionNotFound();
  return { institutionId: redemption.institutionId, livemode: redemption.livemode };
}
