// Every operation that asks for a credential, by everybody who can call, about their own, another institution's and the
// other mode's: what is not theirs is answered as if it did not exist, byte for byte, and nothing of it is ever told.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { permissionNames, portalRoles } from '#lib/api/portal-roles';
import { isNightly, runs } from '#test/runs';
import { isEcho } from './portal-things.ts';
import { listRows } from './rows.ts';
import { isOpen, surfaceOf } from './walk-pairs.ts';
import { givenGround, type Ground } from './walk-ground.ts';
import { unknownSlots } from './walk-slots.ts';
import { choose, WalkRun } from './walk-run.ts';

/** Questions, each of which is asked about something and about nothing; at night all that there are. */
const most = Number(process.env['TENANCY_PAIRS'] ?? runs({ always: 1_500, nightly: 10_000_000 }));

/** Of how many processes this is which, as in `2/3`: each walks its part, on a database of its own. */
const [part = 1, parts = 1] = (process.env['TENANCY_PART'] ?? '1/1').split('/').map(Number);

let ground: Ground;

// Seventy callers and three institutions take longer than other tests' worlds.
beforeAll(async () => {
  ground = await givenGround();
}, 600_000);
afterAll(() => ground.harness.close());

const run = () => new WalkRun({ foreign: ground.walk.foreign, canary: ground.canary });

describe('the walk', () => {
  it('knows every id that an operation takes; what is missing is added in portal-things.ts', () => {
    const { routes } = ground;
    expect(unknownSlots(routes)).toEqual([]);
    for (const surface of ['portal', 'partner', 'agent', 'staff'] as const) {
      expect([surface, routes.filter((route) => surfaceOf(route) === surface).length > 3]).toEqual([surface, true]);
    }
  });

  it('has everybody who can call', () => {
    const { callers } = ground;
    const names = callers.map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(expect.arrayContaining(portalRoles.map((role) => `portal ${role}`)));
    expect(names).toEqual(expect.arrayContaining(permissionNames.map((name) => `portal token ${name}`)));
  });

  it('asks about every operation, and about another institution’s or mode’s wherever one can be named', () => {
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
    // Passkeys are of a user.
    expect(unasked.map(({ operation }) => operation)).toEqual(
      unasked.map(() => expect.stringMatching(/^portal\.(?:name|remove)-passkey$/)),
    );
  });

  it('asks about things that exist: their own are found', async () => {
    const missed: string[] = [];
    const wanted = ground.listPairs().filter(
      ({ route, caller, variant }) =>
        variant === 'own' &&
        route.method === 'GET' &&
        // This ground's agent is live, and its key opens nothing there.
        !route.path.startsWith('/sandbox/') &&
        ['portal owner', 'portal token full', 'key full test', 'key full live', 'agent key'].includes(caller.name) &&
        surfaceOf(route) === caller.surface,
    );
    for (const { caller, route, question, mode } of wanted) {
      const { status } = await caller.ask('GET', question.path);
      // What a mode has none of, such as statements in the sandbox, is asked for in the other one.
      if (status !== 200) missed.push(`${caller.name} ${route.operation} ${mode} ${status}`);
    }
    // A mode that has none of it, the sandbox in live mode, the redirections of a sign-in, and what asks for a session.
    const excused =
      /(?:statement.* test 404|sandbox\.\S+ live 403|issuer-sign-in \w+ 303|token full portal\.\S+ \w+ 403)$/;
    // Events, deliveries and messages of this ground are the institution's; agents' own are walked in modules/sandbox/agent-console.
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
