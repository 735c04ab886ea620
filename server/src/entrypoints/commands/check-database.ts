import type { Ctx } from '#context';
import {
  describeSkew,
  findPoolerProblem,
  findRoleProblem,
  isSkewed,
  measureSkewMs,
  pendingMigrations,
} from '#platform/db';
import { findKeyProblem } from '#platform/jobs';
import { fail, ok, runCheck, warn, type Check, type Finding } from './check.ts';

/** Processes report every ten seconds. */
const silentAfterS = 60;

/** Checks the database and its contents. When it does not respond, the other checks are skipped, so that one fault is one line. */
export async function checkDatabase(ctx: Ctx): Promise<Check[]> {
  const reach = 'start PostgreSQL, and check host, user, password and database in DATABASE_URL';
  const database = await runCheck('database', () => describeServer(ctx), reach);
  if (database.level === 'fail') return [database];
  const migrations = await runCheck('migrations', () => describeMigrations(ctx));
  const migrated = migrations.level === 'ok';
  return [
    database,
    migrations,
    ...(await Promise.all([
      runCheck('monitoring', () => describeMonitoring(ctx)),
      runCheck('jit', () => describeJit(ctx)),
      runCheck('pooler', async () => {
        const problem = await findPoolerProblem(ctx.config);
        if (problem !== undefined) return fail(problem, 'see docs/operate/database.md');
        return ok(ctx.config.databasePooled ? 'usable' : 'not used');
      }),
      runCheck('role', async () => {
        const problem = await findRoleProblem(ctx.db);
        const todo = 'connect as one of the roles in deploy/postgres/roles.sql (docs/operate/database.md)';
        if (problem === undefined) return ok('owns nothing');
        return ctx.config.production ? fail(problem, todo) : warn(problem, todo);
      }),
      runCheck('clock', async () => {
        const skewMs = await measureSkewMs(ctx.db);
        if (!isSkewed(skewMs)) return ok('in sync with the database');
        const says = `${describeSkew(skewMs)}: workers on this machine do nothing until it is in sync`;
        return fail(says, 'synchronize both machines with a time server (docs/runbooks/clock-skew.md)');
      }),
      ...(migrated ? [runCheck('keys', () => describeKeys(ctx)), runCheck('worker', () => describeWorker(ctx))] : []),
    ])),
  ];
}

async function describeServer({ db }: Ctx): Promise<Finding> {
  const { rows } = await db.pool.query<{ version: string }>("select current_setting('server_version') as version");
  const version = rows[0]?.version ?? 'unknown';
  if (Number.parseInt(version, 10) >= 15) return ok(`PostgreSQL ${version}`);
  return fail(`PostgreSQL ${version}`, 'use PostgreSQL 15 or later');
}

async function describeMigrations({ db }: Ctx): Promise<Finding> {
  const { length } = await pendingMigrations(db);
  if (length === 0) return ok('all applied');
  return fail(`${length} migrations pending`, 'run makewhole migrate as the owner (docs/operate/database.md)');
}

/** The worker measures, so only its role needs to see other sessions of the server. */
async function describeMonitoring({ db }: Ctx): Promise<Finding> {
  const { rows } = await db.pool.query<{ role: string; sees: boolean }>(
    `select rolname as role, pg_has_role(rolname, 'pg_monitor', 'usage') as sees from pg_roles
     where rolname in ('makewhole_api', 'makewhole_worker', 'makewhole_cli')`,
  );
  const sees = (role: string) => rows.find((row) => row.role === role)?.sees === true;
  if (!sees('makewhole_worker')) {
    const says = 'makewhole_worker cannot see replication and WAL, so their alarms cannot fire';
    return warn(says, 'grant pg_monitor to makewhole_worker');
  }
  const others = ['makewhole_api', 'makewhole_cli'].filter(sees);
  if (others.length === 0) return ok('makewhole_worker sees replication and WAL, and our other roles do not');
  const says = `${others.join(' and ')} can read all statements on the server`;
  return warn(
    says,
    'run deploy/postgres/roles.sql again, which revokes pg_monitor from them (docs/operate/database.md)',
  );
}

/** PostgreSQL compiles plans by default, which takes seconds for tables with a partition per day. */
async function describeJit({ db }: Ctx): Promise<Finding> {
  const { rows } = await db.pool.query<{ own: string; jit: string; compiling: string[] }>(
    `select current_user::text as own, current_setting('jit') as jit,
       array(select rolname::text from pg_roles r where rolname in ('makewhole_api', 'makewhole_worker', 'makewhole_cli')
         and not exists (select from pg_db_role_setting where setrole = r.oid and 'jit=off' = any(setconfig))
         order by rolname) as compiling`,
  );
  const { own = '', jit = 'on', compiling = [] } = rows[0] ?? {};
  // Off without a setting for the role: the server or the database turns it off for all roles.
  if (jit === 'off' && (compiling.length === 0 || compiling.includes(own))) return ok('off');
  const says = `on for ${(compiling.length === 0 ? [own] : compiling).join(', ')}, so some pages can take seconds`;
  return warn(says, 'run deploy/postgres/roles.sql again, then restart the processes');
}

/** A ring without a key cannot read the values encrypted with it. */
async function describeKeys(ctx: Ctx): Promise<Finding> {
  const problem = await findKeyProblem(ctx);
  if (problem !== undefined) return fail(problem, 'use the DATA_KEY of the running processes');
  const { rows } = await ctx.db.pool.query<{ id: string }>('select id from platform.data_keys order by id');
  const own = new Set(ctx.vault.keys.map(({ id }) => id));
  const unknown = rows.filter(({ id }) => !own.has(id)).map(({ id }) => id);
  if (unknown.length > 0) {
    const says = `this database also has data written with ${unknown.join(', ')}, which DATA_KEY lacks`;
    return warn(says, 'run makewhole keys status to count the data that needs those keys');
  }
  return ok(rows.length === 0 ? 'no data was written yet' : 'DATA_KEY has all keys that data was written with');
}

/** A worker that stops normally deletes its row, so an old row belongs to one that died. */
async function describeWorker({ db, config: { production } }: Ctx): Promise<Finding> {
  const { rows: eras } = await db.pool.query<{ paused: boolean }>(
    'select paused from events.log_epochs order by era desc limit 1',
  );
  if (eras[0]?.paused === true)
    return fail('paused since the database was restored or moved; nothing is sent', 'run makewhole recovery finish');
  const { rows } = await db.pool.query<{ running: number; silent_s: number | null }>(
    `select count(*) filter (where beat_at > now() - make_interval(secs => $1))::int as running,
       extract(epoch from now() - max(beat_at))::int as silent_s
     from platform.processes where name like 'makewhole-worker-%' or name like 'makewhole-all-%'`,
    [silentAfterS],
  );
  const { running = 0, silent_s: silentS = null } = rows[0] ?? {};
  const todo = 'start one: npm run worker, or systemctl start makewhole-worker';
  if (running > 0) return ok(`${running} running, last heartbeat ${silentS} s ago`);
  if (silentS !== null) return fail(`the last heartbeat was ${silentS} s ago: the worker ended without stopping`, todo);
  const says = 'none is running, so no emails, texts or webhooks are sent';
  return production ? fail(says, todo) : warn(says, todo);
}
