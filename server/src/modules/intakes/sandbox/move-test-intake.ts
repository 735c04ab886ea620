import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { moveIntakes } from '../lifecycle/move-intakes.ts';
import { lockIntake } from '../store.ts';
import type { IntakeAction } from '../transitions.ts';

type TestMove = { readonly id: string; readonly action: IntakeAction };

/** Moves an intake of the sandbox by one row of T1; false when that row does not apply to it. */
export async function moveTestIntake(ctx: Ctx, { id, action }: TestMove): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const stored = await lockIntake(tx.db, id, tx.clock.now());
    return stored?.intake.test === true && (await moveIntakes(tx, [id], action)).length > 0;
  });
}
