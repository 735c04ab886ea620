import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { moveIntakes } from '../lifecycle/move-intakes.ts';
import { recordProof } from '../lifecycle/record-proof.ts';
import { updateConfirmation } from '../status-store.ts';
import { lockIntake } from '../store.ts';

/** The owner of a test intake says yes to a caller, which proves that they were reached; false when it is too late. */
export async function confirmByCall(ctx: Ctx, id: string): Promise<boolean> {
  return transact(ctx, async (tx) => {
    const now = tx.clock.now();
    const intake = (await lockIntake(tx.db, id, now))?.intake;
    if (intake?.test !== true || (await moveIntakes(tx, [id], 'confirmed')).length === 0) return false;
    const { attestationVersion } = intake;
    updateConfirmation(tx.db, id, {
      at: now.toISOString(),
      attestation_version: attestationVersion,
      by: 'staff',
      via: 'call',
    });
    await recordProof(tx, intake, 'call');
    return true;
  });
}
