import { findMagic } from '#lib/api/agent-sandbox';
import { rateLimited } from '#platform/errors';
import type { Ctx } from '#context';
import { requireIntakeAccess } from '../receipt/require-intake-access.ts';
import { requireOpenConsultation } from './require-open-consultation.ts';

/** Refuses before a byte of the file is read: no access, unknown intake, intake that has ended (D-052). */
export async function requireAttachable(ctx: Ctx, intakeId: string): Promise<void> {
  const { intake } = await requireIntakeAccess(ctx, intakeId);
  requireOpenConsultation(intake);
  const magic = intake.test ? findMagic(intake.email, 'POST /intakes/{intake_id}/documents') : undefined;
  if (magic !== undefined) throw rateLimited(magic.retryAfterS ?? 1);
}
