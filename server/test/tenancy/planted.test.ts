// Proves that the isolation crawl finds faults: the institution condition is removed from statements of several stores in
// turn. With the database's policies on nothing leaks; with them off the crawl reports it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givenPortalUser } from '#testing/portal';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { Interception, mutantsOf, type Mutant } from './mutations.ts';
import { bearer, withHeaders, type WalkCaller } from './walk-callers.ts';
import { pairsOf, surfaceOf, type Pair, type Walk } from './walk-pairs.ts';
import { WalkRun } from './walk-run.ts';
import { givenWalkTenant, idsOf } from './walk-world.ts';

let harness: Harness;
let routes: ServedRoute[];
let walk: Walk;
let canary: string;
let callers: Readonly<Record<string, WalkCaller>>;
let interception: Interception;

beforeAll(async () => {
  const { started, routes: all } = await collectRoutes(() => startHarness({ LOG_LEVEL: 'silent' }));
  [harness, routes] = [started, all];
  const own = await givenWalkTenant(harness, 'OwnCanary');
  const foreign = await givenWalkTenant(harness, 'ForeignCanary');
  canary = foreign.canary;
  const { headers } = await givenPortalUser(harness, { institutionId: own.institutionId, fresh: true });
  walk = {
    own: { institutionId: own.institutionId, ids: await idsOf(harness, own.institutionId) },
    foreign: { institutionId: foreign.institutionId, ids: await idsOf(harness, foreign.institutionId) },
    now: harness.clock.now(),
    everyKind: false,
  };
  callers = {
    portal: {
      name: 'owner',
      surface: 'portal',
      portalRole: 'owner',
      state: 'good',
      ask: withHeaders(harness, headers),
    },
    partner: { name: 'key', surface: 'partner', mode: 'test', state: 'good', ask: bearer(harness, own.keys.test) },
  };
  interception = new Interception();
}, 600_000);
afterAll(async () => {
  interception.end();
  await harness.close();
});

/** Statements that find a row by its id, in one store each. Others are guarded twice, by an earlier lookup. */
const finding = [
  'events.portal-get',
  'webhooks.portal-get-endpoint',
  'request-log.portal-get-request',
  'roster-files.get',
  'access.portal-get-credential',
  'plans.portal-get-statement',
  'plans.get-enrollment',
  'referrals.get',
  'portal.revoke-token',
];
/** Its table has messages of all accounts and of none, and no policy: there the condition is the only isolation. */
const behindOneWall = ['sandbox.get-message'];

function pairsAbout(operation: string): Pair[] {
  const route = routes.find((one) => one.operation === operation);
  const caller = callers[(route && surfaceOf(route)) ?? ''];
  if (route === undefined || caller === undefined) throw new Error(`nobody asks for ${operation}`);
  return pairsOf(route, caller, walk).filter(({ variant }) => variant === 'foreign');
}

const findLeaks = (operation: string): Promise<string[]> =>
  new WalkRun({ foreign: walk.foreign, canary }).walk(pairsAbout(operation));

/** Statements sent for this operation, other than those that identify the caller. */
async function mutantsFor(operation: string): Promise<Mutant[]> {
  interception.use(undefined);
  const statementsOf = async (ask: () => Promise<unknown>): Promise<Set<string>> => {
    interception.seen.clear();
    await ask();
    return new Set(interception.seen);
  };
  const { portal, partner } = callers;
  const guarding = await statementsOf(async () => {
    await portal?.ask('GET', `/api/portal/v1/${walk.own.institutionId}/test/institution`);
    await partner?.ask('GET', '/api/gap/v1/me');
  });
  const sent = await statementsOf(async () => expect(await findLeaks(operation)).toEqual([]));
  return [...sent].filter((text) => !guarding.has(text)).flatMap(mutantsOf);
}

async function caughtOf(operation: string): Promise<string[]> {
  const caught: string[] = [];
  for (const mutant of await mutantsFor(operation)) {
    interception.use(mutant);
    if ((await findLeaks(operation)).length > 0) caught.push(mutant.of);
  }
  interception.use(undefined);
  return caught;
}

describe('a missing institution condition', () => {
  it.each(finding)('a missing condition leaks nothing by %s while the policies are on', async (operation) => {
    expect(await caughtOf(operation)).toEqual([]);
  });

  it('a missing condition is detected in each of these stores when the policies are off', async () => {
    const { rows } = await harness.owner.pool.query<{ name: string }>(
      'select oid::regclass::text as name from pg_class where relrowsecurity',
    );
    for (const { name } of rows) await harness.owner.pool.query(`alter table ${name} disable row level security`);
    const uncaught: string[] = [];
    const tables = new Set<string>();
    for (const operation of [...finding, ...behindOneWall]) {
      const caught = await caughtOf(operation);
      if (caught.length === 0) uncaught.push(operation);
      for (const text of caught) tables.add(/(?:from|update|into)\s+"?(\w+"?\."?\w+)/i.exec(text)?.[1] ?? text);
    }
    expect(uncaught).toEqual([]);
    expect(tables.size).toBeGreaterThanOrEqual(5);
  }, 600_000);
});
