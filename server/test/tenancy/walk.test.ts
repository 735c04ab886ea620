// Calls every operation that requires a credential as every kind of caller, about the caller's own objects, another
// institution's and the other mode's: foreign objects get the same response as unknown ones, byte for byte, and nothing
// of them leaks.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames, portalRoles } from '#lib/api/portal-roles';
import { isNightly, runs } from '#test/runs';
import { isEcho } from './portal-things.ts';
import { listRows } from './rows.ts';
import { isOpen, surfaceOf } from './walk-pairs.ts';
import { givenGround, type Ground } from './walk-ground.ts';
import { unknownSlots } from './walk-slots.ts';
import { choose, WalkRun } from './walk-run.ts';

/** Requests, each sent for an object and for an unknown id; nightly all of them. */
const most = Number(process.env['TENANCY_PAIRS'] ?? runs({ always: 1_500, nightly: 10_000_000 }));

/** The share of this process, as in `2/3`: each process tests its share on its own database. */
const [part = 1, parts = 1] = (process.env['TENANCY_PART'] ?? '1/1').split('/').map(Number);

let ground: Ground;

// Creating seventy callers and three institutions takes longer than other tests' setup.
beforeAll(async () => {
  ground = await givenGround();
}, 600_000);
afterAll(() => ground.harness.close());

const run = () => new WalkRun({ foreign: ground.walk.foreign, canary: ground.canary });

describe('the isolation crawl', () => {
  it('the crawl knows every id that an operation takes; missing ones are added in portal-things.ts', () => {
    const { routes } = ground;
    expect(unknownSlots(routes)).toEqual([]);
    for (const surface of ['portal', 'partner', 'agent', 'staff'] as const) {
      expect([surface, routes.filter((route) => surfaceOf(route) === surface).length > 3]).toEqual([surface, true]);
    }
  });

  it('the crawl has every kind of caller', () => {
    const { callers } = ground;
    const names = callers.map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(expect.arrayContaining(portalRoles.map((role) => `portal ${role}`)));
    expect(names).toEqual(expect.arrayContaining(permissionNames.map((name) => `portal token ${name}`)));
  });

  it('the crawl calls every operation, and with foreign ids wherever one can be named', () => {
    const { routes, listPairs } = ground;
    const pairs = listPairs();
    const askedOf = new Set(pairs.map(({ route }) => `${route.method} ${route.path}`));
    const unaskedFor = routes.filter((route) => !isOpen(route) && !askedOf.has(`${route.method} ${route.path}`));
    expect(unaskedFor.map(({ operation }) => operation)).toEqual([]);
    const strange = new Set(
      pairs.filter(({ variant, unknown }) => variant !== 'own' && unknown !== undefined).map(({ route }) => route),
    );
    const unasked = routes.filter(
      (route) =>
        ['portal', 'partner'].includes(surfaceOf(route) ?? '') && route.path.includes(':') && !strange.has(route),
    );
    // Passkeys belong to a user.
    expect(unasked.map(({ operation }) => operation)).toEqual(
      unasked.map(() => expect.stringMatching(/^portal\.(?:name|remove)-passkey$/)),
    );
  });

  it('the crawl asks about existing objects: their owner finds them', async () => {
    const missed: string[] = [];
    const wanted = ground.listPairs().filter(
      ({ route, caller, variant }) =>
        variant === 'own' &&
        route.method === 'GET' &&
        // The agent here is live, and its key opens nothing there.
        !route.path.startsWith('/sandbox/') &&
        ['portal owner', 'portal token full', 'key full test', 'key full live', 'agent key'].includes(caller.name) &&
        surfaceOf(route) === caller.surface,
    );
    for (const { caller, route, question, mode } of wanted) {
      const { status } = await caller.ask('GET', question.path);
      // Objects that a mode does not have, such as statements in the sandbox, are requested in the other one.
      if (status !== 200) missed.push(`${caller.name} ${route.operation} ${mode} ${status}`);
    }
    // A mode without the object, the sandbox in live mode, the redirects of a sign-in, and operations that need a
    // session.
    const excused =
      /(?:statement.* test 404|sandbox\.\S+ live 403|issuer-sign-in \w+ 303|token full portal\.\S+ \w+ 403)$/;
    // Events, deliveries and messages here are the institution's; agents' own are tested in
    // modules/sandbox/agent-console.
    const ofInstitution =
      /agent-console\.\S+-(?:event|delivery) \w+ 404$|agent-console\.\S+-(?:mailbox|message) \w+ 403$/;
    expect(missed.filter((one) => !excused.test(one) && !ofInstitution.test(one))).toEqual([]);
  });

  it('finds nothing of another institution or mode, and nobody who may not, and changes nothing', async () => {
    const { harness, walk, routes, callers } = ground;
    const listBoth = async () => ({
      theirs: await listRows(harness, { institutionId: walk.foreign.institutionId, asks: false }),
      own: await listRows(harness, { institutionId: walk.own.institutionId, asks: true }),
    });
    const before = await listBoth();
    const pairs = ground.listPairs();
    const asked = choose(pairs, most).filter((_pair, place) => place % parts === part - 1);
    const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
    const walking = run();
    const leaks = [
      ...(await walking.walk(asked.filter(({ route }) => isEcho(route)))),
      ...(await walking.walk(asked.filter(({ route }) => !isEcho(route)))),
    ];
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    const userSeconds = Math.round(process.cpuUsage(cpu).user / 1e6);
    const figures = { operations: routes.length, callers: callers.length, pairs: pairs.length, asked: asked.length };
    if (isNightly)
      process.stdout.write(
        `${JSON.stringify({ ...figures, requests: walking.requests, seconds, userSeconds, leaks: leaks.length })}\n`,
      );
    expect(leaks).toEqual([]);
    expect([...walking.unread]).toEqual([]);
    expect(await listBoth()).toEqual(before);
    if (isNightly) expect(pairs.length).toBeGreaterThanOrEqual(100_000);
  }, 3_600_000);
});
