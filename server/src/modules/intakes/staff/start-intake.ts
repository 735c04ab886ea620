import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { intakeNotFound, invalidState } from '../errors.ts';
import { getIntakeRecord } from './get-intake-record.ts';
import { moveIntakes } from '../lifecycle/move-intakes.ts';
import type { IntakeRecord } from './staff-schemas.ts';
import { lockIntake } from '../store.ts';

/** Starts the consultation; only with a customer who confirmed. */
export async function startIntake(ctx: Ctx, intakeId: string): Promise<IntakeRecord> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const stored = await lockIntake(tx.db, intakeId, tx.clock.now());
    if (stored === undefined) throw intakeNotFound();
    const moved = await moveIntakes(tx, [intakeId], 'started');
    if (moved.length === 0) throw invalidState(stored.intake.status);
  });
  return getIntakeRecord(ctx, intakeId);
}
