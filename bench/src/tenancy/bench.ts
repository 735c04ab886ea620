// What the roles and policies of the database cost: today's api as its role beside that of the version before them as owner, on
// the same database, in turns.
import { withClient } from '#bench/service/cluster';
import type { RunStack } from '#bench/run-stack';
import { freePort } from '#bench/service/ports';
import { conclude, printTable } from '#bench/report/report';
import { startReadyApi } from '#bench/service/service';
import { median, round } from '#bench/numbers/statistics';
import type { Size } from '#bench/size';
import { newRows, toLines } from '#bench/roster/rows';
import { fillEnrollments, makeInstitutions, setStage, type Institution } from '#bench/roster/stage';
import { checkOutOldCode, findBefore, NoOldCode } from '#bench/versions/old-code';

/** Of what it took before there were any. */
const mostOfBefore = 1.1;

const sizes = {
  smoke: { held: 500, lists: 20, rounds: 2, roster: 500, rosters: 1, claims: 10 },
  quick: { held: 10_000, lists: 200, rounds: 9, roster: 10_000, rosters: 5, claims: 100 },
  full: { held: 100_000, lists: 400, rounds: 15, roster: 50_000, rosters: 9, claims: 200 },
};

type Side = { readonly name: 'before' | 'now'; readonly baseUrl: string };
type Took = Record<Side['name'], number[]>;

export async function benchRowSecurity(closing: RunStack, sizeName: Size): Promise<boolean> {
  const size = sizes[sizeName];
  let old;
  try {
    old = checkOutOldCode(closing, findBefore('0106-platform-roles.sql'));
  } catch (error) {
    if (!(error instanceof NoOldCode)) throw error;
    console.log(`nothing to compare with: ${error.message}`);
    return true;
  }
  const { databaseUrl } = await setStage(closing);
  const [listed, ...loaded] = await makeInstitutions(databaseUrl, 1 + 2 * size.rosters);
  if (listed === undefined) throw new Error('there are more institutions than that');
  await fillEnrollments(databaseUrl, { institutionIds: [listed.id], each: size.held });
  const start = async (name: Side['name'], root: { root?: string }): Promise<Side> => {
    const port = await freePort();
    const env = { GAP_REQUESTS_PER_MIN: '1000000000' };
    closing.adopt(await startReadyApi({ databaseUrl, port, env, ...root }), (api) => api.end('SIGTERM'));
    return { name, baseUrl: `http://127.0.0.1:${port}/api/gap/v1` };
  };
  const sides = [await start('before', { root: old.root }), await start('now', {})] as const;
  const took = {
    list: await timeLists(sides, listed, size),
    roster: await timeRosters(sides, loaded, size),
    claim: await timeClaims(databaseUrl, size),
  };
  printTable(
    ['median ms', `before (${old.commit})`, 'now', 'ratio'],
    Object.entries(took).map(([name, { before, now }]) => [
      name,
      round(median(before), 3),
      round(median(now), 3),
      round(ratioOf({ before, now }), 3),
    ]),
  );
  return conclude(
    { before: old.commit },
    Object.entries(took).map(([name, times]) => ({
      name: `${name}, of the time before`,
      value: ratioOf(times),
      atMost: mostOfBefore,
    })),
  );
}

/** Of the turns that followed each other: whatever the machine did then, it did to both. */
const ratioOf = ({ before, now }: Took): number => median(now.map((ms, turn) => ms / (before[turn] ?? Number.NaN)));

type Sizes = (typeof sizes)[Size];
type Sides = readonly [Side, Side];

/** One after the other, and the other way round in every second turn. */
const inTurn = (sides: Sides, turn: number): readonly Side[] => (turn % 2 === 0 ? sides : sides.toReversed());

async function timeLists(sides: Sides, { key }: Institution, { lists, rounds }: Sizes): Promise<Took> {
  const took: Took = { before: [], now: [] };
  // The first turn only warms up.
  for (let turn = 0; turn <= rounds; turn += 1) {
    for (const { name, baseUrl } of inTurn(sides, turn)) {
      const begun = performance.now();
      for (let asked = 0; asked < lists; asked += 1) await call(`${baseUrl}/plans/enrollments?limit=25`, key);
      if (turn > 0) took[name].push((performance.now() - begun) / lists);
    }
  }
  return took;
}

async function timeRosters(sides: Sides, loaded: Institution[], { roster, rosters }: Sizes): Promise<Took> {
  const took: Took = { before: [], now: [] };
  const waiting = [...loaded];
  for (let turn = 0; turn < rosters; turn += 1) {
    const rows = Buffer.concat([...toLines(newRows(roster))]);
    for (const { name, baseUrl } of inTurn(sides, turn)) {
      const { key } = waiting.shift() ?? { key: '' };
      const begun = performance.now();
      await call(`${baseUrl}/plans/roster-sync`, key, rows);
      took[name].push(performance.now() - begun);
    }
  }
  return took;
}

async function call(url: string, key: string, lines?: Buffer): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(lines === undefined ? {} : { 'content-type': 'application/x-ndjson' }),
  };
  const response = await fetch(url, lines === undefined ? { headers } : { method: 'POST', headers, body: lines });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${text.slice(0, 200)}`);
}

/** What the dispatcher asks: as the worker's role, whose policy lets everything through, and as a superuser. */
async function timeClaims(databaseUrl: string, { claims }: Sizes): Promise<Took> {
  const took: Took = { before: [], now: [] };
  const claim = `select * from webhooks.read_due('{whe_1}', '{false}', '{-infinity}', '{""}', now(), 100)`;
  await withClient(databaseUrl, async (client) => {
    await client.query(`insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, body, state, lane, attempt, due_at, created_at)
      select 'dlv_' || n, 'inst_' || n % 50, 'whe_' || n % 50, 'evt_' || n, 'referral.invited', '{}', 'waiting', 'live', 0, now(), now()
      from generate_series(1, 50000) as n`);
    await client.query('vacuum analyze webhooks.deliveries');
    const worker = Object.assign(new URL(databaseUrl), { username: 'makewhole_worker' }).href;
    await withClient(worker, async (least) => {
      for (let turn = 0; turn < claims; turn += 1) {
        for (const side of turn % 2 === 0 ? (['before', 'now'] as const) : (['now', 'before'] as const)) {
          const begun = performance.now();
          for (let asked = 0; asked < 20; asked += 1) await (side === 'now' ? least : client).query(claim);
          took[side].push((performance.now() - begun) / 20);
        }
      }
    });
  });
  return took;
}
