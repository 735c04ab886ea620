import type { Ctx } from '#context';
import { requireIntakeAccess } from '../receipt/require-intake-access.ts';
import { requireOpenConsultation } from './require-open-consultation.ts';

/** Refuses before a byte of the file is read: no access, unknown intake, intake that has ended (D-052). */
export async function requireAttachable(ctx: Ctx, intakeId: string): Promise<void> {
  requireOpenConsultation((await requireIntakeAccess(ctx, intakeId)).intake);
}
