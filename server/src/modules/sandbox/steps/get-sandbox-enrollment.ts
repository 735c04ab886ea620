import type { Ctx } from '#context';
import { getEnrollment } from '#modules/memberships';
import type { SandboxEnrollment } from '../schemas.ts';
import { listOpenRedemptions } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toEnrollmentView } from './to-enrollment-view.ts';

export async function getSandboxEnrollment(ctx: Ctx, tenant: SandboxTenant, id: string): Promise<SandboxEnrollment> {
  const [enrollment, [redemption]] = await Promise.all([
    getEnrollment(ctx, tenant, id),
    listOpenRedemptions(ctx.db, tenant, [id]),
  ]);
  return toEnrollmentView(enrollment, redemption);
}
