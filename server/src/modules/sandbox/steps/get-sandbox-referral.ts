import type { Ctx } from '#context';
import { getReferral } from '#modules/referrals';
import type { SandboxReferral } from '../schemas.ts';
import { listProgress } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toReferralView } from './to-referral-view.ts';

export async function getSandboxReferral(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<SandboxReferral> {
  const [referral, [progress]] = await Promise.all([getReferral(ctx, tenant, id), listProgress(ctx.db, tenant, [id])]);
  return toReferralView(referral, progress);
}
