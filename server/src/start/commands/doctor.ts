import { Resolver } from 'node:dns/promises';
import { connect } from 'node:net';
import { Redis } from 'ioredis';
import type { Ctx } from '#context';
import { explainOffer, type Service } from '#lib/jurisdictions/may-offer';
import { describeLastAnchor } from '#modules/anchors';
import { checkReaders } from '#modules/documents';
import { listExamples } from '#platform/config';
import { describeSkew, findPoolerProblem, findRoleProblem, isSkewed, measureSkewMs, type Database } from '#platform/db';
import { describeSender } from './describe-sender.ts';

/** The network may be away; nobody waits long for it. */
const dns = new Resolver({ timeout: 2000, tries: 1 });

/** With `warn` it works, and somebody should know. */
type Check = { readonly name: string; readonly ok: boolean; readonly says: string; readonly warn?: true };

/** Checks whether every configured part answers; shows no setting's value. */
export async function runChecks(ctx: Ctx, pending: (db: Database) => Promise<readonly string[]>): Promise<Check[]> {
  const { redisUrl, smtpUrl } = ctx.config;
  return Promise.all([
    runCheck('node', async () => {
      const [major = 0] = process.versions.node.split('.').map(Number);
      if (major < 24) throw new Error(`version ${process.versions.node}, 24 or later is required`);
      return `version ${process.versions.node}`;
    }),
    runCheck('database', async () => {
      const { rows } = await ctx.db.pool.query<{ version: string }>(
        "select current_setting('server_version') as version",
      );
      return `PostgreSQL ${rows[0]?.version ?? 'unknown'}`;
    }),
    runCheck('monitoring', async () => {
      const { rows } = await ctx.db.pool.query<{ sees: boolean; role: string }>(
        "select pg_has_role(current_user, 'pg_monitor', 'usage') as sees, current_user as role",
      );
      if (rows[0]?.sees === true) return 'the role sees replication and WAL';
      return `the role does not see replication and WAL, so their alarms are silent: grant pg_monitor to ${rows[0]?.role}`;
    }),
    runCheck('pooler', async () => {
      const problem = await findPoolerProblem(ctx.config);
      if (problem !== undefined) throw new Error(problem);
      return ctx.config.databasePooled ? 'can be worked with' : 'none';
    }),
    runCheck('role', async () => {
      const problem = await findRoleProblem(ctx.db);
      if (problem === undefined) return 'owns nothing';
      if (ctx.config.production) throw new Error(problem);
      return problem;
    }),
    runCheck('clock', async () => {
      const skewMs = await measureSkewMs(ctx.db);
      if (isSkewed(skewMs))
        throw new Error(`${describeSkew(skewMs)}: a worker on this machine does nothing until they agree`);
      return 'agrees with the database';
    }),
    runCheck('migrations', async () => {
      const names = await pending(ctx.db);
      if (names.length > 0) throw new Error(`${names.length} not applied: run makewhole migrate`);
      return 'all applied';
    }),
    runCheck('objects', () => ctx.objects.check()),
    runCheck('documents', () => checkReaders(ctx.config)),
    runCheck('services', async () => describeServices(ctx)),
    runCheck('team', async () => describeTeam(ctx)),
    checkAnchors(ctx),
    runCheck('redis', async () =>
      redisUrl === undefined ? 'not set; limits are counted in PostgreSQL' : pingRedis(redisUrl.reveal()),
    ),
    runCheck('mail', async () =>
      smtpUrl === undefined ? 'not set; messages are stored, not sent' : greetSmtp(smtpUrl.reveal()),
    ),
    runCheck('sender', async () =>
      smtpUrl === undefined ? 'no mail is sent' : describeSender(ctx.config, (name) => dns.resolveTxt(name)),
    ),
  ]);
}

/** What is offered where; a licence that has ended is a fault, since somebody counts on it. */
function describeServices({ config, clock }: Ctx): string {
  const now = clock.now();
  const set = Object.entries(config.servicesByState).flatMap(([state, rules]) =>
    Object.keys(rules).map((service) => ({ state, service: service as Service })),
  );
  const offerings = set.map(({ state, service }) => ({
    name: `${service} in ${state === '*' ? 'all other states' : state}`,
    service,
    ...explainOffer(config, service, { state: state === '*' ? undefined : state, now }),
  }));
  const ended = offerings.flatMap((one) => (one.offered || one.why !== 'licence_ended' ? [] : [one]));
  if (ended.length > 0)
    throw new Error(ended.map(({ name, endedOn }) => `the licence for ${name} ended on ${endedOn}`).join('; '));
  const represented = offerings.filter(({ service, offered }) => service === 'representation' && offered);
  return represented.length === 0
    ? 'representation is offered nowhere; SERVICES_BY_STATE turns it on'
    : `offered: ${represented.map(({ name }) => name).join(', ')}`;
}

/** Who we are on every page and in every message. In production an example would be a lie to customers. */
function describeTeam({ config: { team, production } }: Ctx): string {
  const examples = listExamples(team);
  if (examples.length === 0) return 'name, numbers, address and email are set';
  if (production) throw new Error(`examples instead of your own: ${examples.join(', ')}`);
  return `examples, as is fine outside production: ${examples.join(', ')}`;
}

/** Without signed anchors outside, whoever has the database and `DATA_KEY` can rewrite the trail unseen. */
async function checkAnchors(ctx: Ctx): Promise<Check> {
  const check = await runCheck('anchors', async () => {
    const { state, since } = await describeLastAnchor(ctx);
    if (state === 'not configured') return 'not set; whoever has database and keys can rewrite the audit trail unseen';
    if (state === 'late') throw new Error(`none was written since ${since?.toISOString()}`);
    return since === undefined ? 'none yet; a worker writes the first' : `the last is of ${since.toISOString()}`;
  });
  return ctx.config.anchors === undefined && check.ok ? { ...check, warn: true } : check;
}

async function runCheck(name: string, question: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, says: await question() };
  } catch (error) {
    return { name, ok: false, says: error instanceof Error ? error.message : 'does not answer' };
  }
}

async function pingRedis(url: string): Promise<string> {
  const redis = new Redis(url, { lazyConnect: true, maxRetriesPerRequest: 0, connectTimeout: 3000 });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return 'answers';
  } finally {
    redis.disconnect();
  }
}

function greetSmtp(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port || 25), timeout: 3000 });
    const fail = () => {
      socket.destroy();
      reject(new Error('does not answer'));
    };
    socket.once('connect', () => {
      socket.end();
      resolve('accepts connections');
    });
    socket.once('timeout', fail);
    socket.once('error', fail);
  });
}
