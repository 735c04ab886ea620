import type { Service } from '#app/composition';
import type { Config, Role } from '#platform/config';
import { createDatabase, findPoolerProblem, findRoleProblem, isUnavailable, type Database } from '#platform/db';
import { pause } from '#platform/jobs';

const againMs = 1000;

/**
 * A pooler that cannot be worked with, or a role that no wall holds, ends the process with a sentence: some requests would succeed and some would not. As soon
 * as the database answers, because it may be away when a process starts.
 */
export async function refuseUnusablePooler(
  { ctx, telemetry: { log } }: Service,
  role: Role,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    try {
      const problem =
        (await findPoolerProblem(ctx.config)) ?? (ctx.config.production ? await findStrongRole(ctx, role) : undefined);
      if (problem === undefined) return;
      console.error(problem);
      process.exit(1);
    } catch (error) {
      if (!isUnavailable(error)) return log.warn({ err: error }, 'database.pooler-unknown');
    }
    await pause(againMs, stopping);
  }
}

type Connected = {
  readonly db: Pick<Database, 'find'>;
  readonly config: Pick<Config, 'databaseUrl' | 'directDatabaseUrl' | 'workerDatabaseUrl'>;
};

/** Why one of the roles that a process connects as may do too much; every address that is set is asked, each its own. */
export async function findStrongRole({ db, config }: Connected, role: Role): Promise<string | undefined> {
  const bound = role === 'api';
  const own = await findRoleProblem(db, { bound });
  if (own !== undefined) return own;
  const others = [
    { setting: 'DIRECT_DATABASE_URL', url: config.directDatabaseUrl, bound },
    { setting: 'WORKER_DATABASE_URL', url: config.workerDatabaseUrl, bound: false },
  ] as const;
  for (const { url, ...asked } of others) {
    if (url === undefined || url.reveal() === config.databaseUrl.reveal()) continue;
    const other = createDatabase({ url, applicationName: 'makewhole-start', poolSize: 1 });
    try {
      const problem = await findRoleProblem(other, asked);
      if (problem !== undefined) return problem;
    } finally {
      await other.close();
    }
  }
  return undefined;
}
