import type { Service } from '#app/composition';
import { findPoolerProblem, findRoleProblem, isUnavailable } from '#platform/db';
import { pause } from '#platform/jobs';

const againMs = 1000;

/**
 * A pooler that cannot be worked with, or a role that no wall holds, ends the process with a sentence: some requests would succeed and some would not. As soon
 * as the database answers, because it may be away when a process starts.
 */
export async function refuseUnusablePooler({ ctx, telemetry: { log } }: Service, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      const problem =
        (await findPoolerProblem(ctx.config)) ?? (ctx.config.production ? await findRoleProblem(ctx.db) : undefined);
      if (problem === undefined) return;
      console.error(problem);
      process.exit(1);
    } catch (error) {
      if (!isUnavailable(error)) return log.warn({ err: error }, 'database.pooler-unknown');
    }
    await pause(againMs, stopping);
  }
}
