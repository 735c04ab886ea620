import type { Service } from '#app/composition';
import type { Config, Role } from '#platform/config';
import { createDatabase, findPoolerProblem, findRoleProblem, isUnavailable, type Database } from '#platform/db';
import { pause } from '#platform/jobs';

const againMs = 1000;

/**
 * An unusable pooler, or a role that row-level security does not limit, ends the process with a sentence, because some
 * requests would succeed and some would not. Checked as soon as the database responds, which may be down at startup.
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

/** Why one of the process's database roles has too many rights; each configured address is checked separately. */
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
