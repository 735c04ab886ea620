import type { Ctx } from '#context';
import { lockConsultation } from '#modules/consultations';
import { listFilesToReview, settleFile } from '#modules/documents';
import { transact } from '#platform/db';
import { lockIntake } from '../store.ts';
import { decideFile } from './file-rules.ts';

/** Each is a transaction of its own, so that no upload waits for many. */
const perTurn = 100;

type FilesToRemove = {
  readonly limit: number;
  /** Intakes whose files stay for now. */
  readonly except: readonly string[];
};

/**
 * Removes files of reports that nobody has proven to be about, once they are old enough; returns how many were looked
 * at. What was read from them stays. The intake is locked first, so that a proof that comes meanwhile counts.
 */
export async function removeUnprovenFiles(ctx: Ctx, { limit, except }: FilesToRemove): Promise<number> {
  const files = await listFilesToReview(ctx, Math.min(limit, perTurn));
  for (const { id, intakeId } of files) {
    await transact(ctx, async (tx) => {
      const stored = await lockIntake(tx.db, intakeId, tx.clock.now());
      const consultationId = stored?.intake.consultationId;
      const proven =
        consultationId !== undefined && (await lockConsultation(tx, consultationId)).provenAt !== undefined;
      const held = except.includes(intakeId);
      settleFile(tx, id, decideFile({ status: stored?.intake.status ?? 'expired', proven, held }));
    });
  }
  return files.length;
}
