import type { Ctx, Tx } from '#context';
import { transact } from '#platform/db';
import type { Candidate } from './store.ts';

type Closing = {
  close(one: Candidate): Promise<void>;
  /** Has a case that failed looked at again later, after the others. */
  later(tx: Tx, one: Candidate): void;
};

/** Closes one case after the other; one that fails stops none of them. Returns how many were looked at. */
export async function closeEach(ctx: Ctx, cases: readonly Candidate[], { close, later }: Closing): Promise<number> {
  for (const one of cases) {
    try {
      await close(one);
    } catch (error) {
      // Its kind alone: a message may have quoted what was read.
      ctx.log.error(
        { case: one.id, kind: error instanceof Error ? error.name : 'unknown' },
        'consultations.not-closed',
      );
      await transact(ctx, async (tx) => later(tx, one));
    }
  }
  return cases.length;
}
