import type { Ctx } from '#context';
import { transact } from '#platform/db';
import { pause } from '#platform/jobs';
import { enterEra, updatePaused, updateResumed } from './era-store.ts';

/** Workers ask once a second whether work is paused. */
const followMs = 2_000;

/** Runs while the workers of this database rest. Work that was paused before stays paused afterwards. */
export async function withWorkPaused<Result>(ctx: Ctx, run: () => Promise<Result>): Promise<Result> {
  await enterEra(ctx.db);
  const paused = await transact(ctx, (tx) => updatePaused(tx.db));
  if (paused === undefined) return run();
  try {
    await pause(followMs, new AbortController().signal);
    return await run();
  } finally {
    await transact(ctx, (tx) => updateResumed(tx.db));
  }
}
