import type { Ctx } from '#context';
import { listEnrollments } from '#modules/memberships';
import type { SandboxQuery } from '../schemas.ts';
import { listOpenRedemptions } from '../store.ts';
import type { SandboxTenant } from '../tenant-rules.ts';
import { toEnrollmentView } from './to-enrollment-view.ts';

/** Enrollments of the sandbox, newest first, each with its buttons. */
export async function listSandboxEnrollments(ctx: Ctx, tenant: SandboxTenant, query: SandboxQuery) {
  const page = await listEnrollments(ctx, tenant, query);
  const ids = page.data.map(({ id }) => id);
  const open = new Map((await listOpenRedemptions(ctx.db, tenant, ids)).map((row) => [row.enrollmentId, row]));
  return { ...page, data: page.data.map((enrollment) => toEnrollmentView(enrollment, open.get(enrollment.id))) };
}
