import type { Ctx } from '#context';
import { getReferral } from '#modules/referrals';
import type { SandboxReferral } from '../schemas.ts';
import { listReviews } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toReferralView } from './to-referral-view.ts';

export async function getSandboxReferral(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<SandboxReferral> {
  const [referral, [review]] = await Promise.all([getReferral(ctx, tenant, id), listReviews(ctx.db, tenant, [id])]);
  return toReferralView(referral, review?.status);
}
