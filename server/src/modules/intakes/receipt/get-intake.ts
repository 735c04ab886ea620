import type { Ctx } from '#context';
import { requireIntakeAccess } from './require-intake-access.ts';
import { buildReceipt } from './build-receipt.ts';
import type { Receipt } from '../schemas.ts';

/**
 * The intake in its current state, for the holder of its credential; an unknown id is reported before a wrong
 * credential.
 */
export async function getIntake(ctx: Ctx, intakeId: string): Promise<Receipt> {
  return buildReceipt(ctx, await requireIntakeAccess(ctx, intakeId));
}
