import type { Ctx } from '#context';
import { listReferrals } from '#modules/referrals';
import type { SandboxQuery } from '../schemas.ts';
import { listProgress } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toReferralView } from './to-referral-view.ts';

/** Referrals of the sandbox, newest first, each with its buttons. */
export async function listSandboxReferrals(ctx: Ctx, tenant: SandboxTenant, query: SandboxQuery) {
  const page = await listReferrals(ctx, tenant, query);
  const ids = page.data.map(({ id }) => id);
  const progress = new Map((await listProgress(ctx.db, tenant, ids)).map((row) => [row.id, row]));
  return { ...page, data: page.data.map((referral) => toReferralView(referral, progress.get(referral.id))) };
}
