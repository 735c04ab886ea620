import type { Ctx } from '#context';
import type { Tenant } from '#modules/partners';
import { enrollmentNotFound } from '../errors.ts';
import { toView } from '../events.ts';
import type { EnrollmentView } from '../schemas.ts';
import { findEnrollment } from '../store.ts';

export async function getEnrollment(ctx: Ctx, tenant: Tenant, id: string): Promise<EnrollmentView> {
  const enrollment = await findEnrollment(ctx.db, tenant, id);
  if (enrollment === undefined) throw enrollmentNotFound();
  return toView(enrollment);
}
