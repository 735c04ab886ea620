import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { intakeNotFound, invalidState } from './errors.ts';
import { getIntakeRecord } from './get-intake-record.ts';
import { moveIntakes } from './move-intakes.ts';
import type { IntakeRecord } from './staff-schemas.ts';
import { lockIntake } from './store.ts';

/** The consultation begins; only with a customer who confirmed. */
export async function startIntake(ctx: Ctx, intakeId: string): Promise<IntakeRecord> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const found = await lockIntake(tx.db, intakeId, tx.clock.now());
    if (found === undefined) throw intakeNotFound();
    const moved = await moveIntakes(tx, [intakeId], 'started');
    if (moved.length === 0) throw invalidState(found.intake.status);
  });
  return getIntakeRecord(ctx, intakeId);
}
