import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { referralNotFound } from '../errors.ts';
import { toView } from '../events.ts';
import { asOf } from '../rules.ts';
import type { ReferralView } from '../schemas.ts';
import { findReferral } from '../store.ts';

export async function getReferral(ctx: Ctx, tenant: Tenant, id: string): Promise<ReferralView> {
  const referral = await findReferral(ctx.db, tenant, id);
  if (referral === undefined) throw referralNotFound();
  return toView(asOf(referral, ctx.clock.now()));
}
