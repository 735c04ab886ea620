// Two cells and a router that knows them by tags alone: whether an institution that is moved under load misses an event, and
// whether one cell feels that the other's database is silent.
import { setTimeout as pause } from 'node:timers/promises';
import { median, percentile, round } from '#bench/numbers/statistics';
import { conclude, printTable, type Check } from '#bench/report/report';
import { databaseName, startSite, type Site } from '#bench/restore/site';
import { countRepeats } from '#bench/restore/readers';
import { makeInstitutions, type Institution } from '#bench/roster/stage';
import type { RunStack } from '#bench/run-stack';
import { startCluster, withClient, type Cluster } from '#bench/service/cluster';
import { freePort } from '#bench/service/ports';
import { migrate } from '#bench/service/service';
import type { Size } from '#bench/size';
import { endKeys, moveInstitution } from './move.ts';
import { startPartner, type Partner } from './partner.ts';
import { handleOf, startRouter } from './router.ts';

/** The router asks a directory in the first cell's database; the institution is moved without an era. */
export const cellPlants = ['directory', 'no-era'] as const;
type Plant = (typeof cellPlants)[number];

type CellOptions = { readonly size: Size; readonly plant: Plant | undefined };

const secondsOf: Readonly<Record<Size, number>> = { smoke: 4, quick: 8, full: 20 };
/** How often the first cell's database is silent; whatever else the machine does changes from one to the next. */
const freezesOf: Readonly<Record<Size, number>> = { smoke: 1, quick: 3, full: 5 };
/** Of p99, while the other cell is silent by before; two cores are shared with whatever else runs on them. */
const mostSlower = 2;

type Cell = { readonly cluster: Cluster; readonly site: Site; readonly institutions: readonly Institution[] };

export async function drillCells(closing: RunStack, { size, plant }: CellOptions): Promise<boolean> {
  const home = await startCell(closing, { tag: '00', count: 2 });
  const other = await startCell(closing, { tag: '01', count: 1 });
  const [staying, moving] = home.institutions;
  const [neighbor] = other.institutions;
  if (staying === undefined || moving === undefined || neighbor === undefined) throw new Error('no institutions');
  const askDirectory = () => withClient(home.site.databaseUrl, (client) => client.query('select 1'));
  const router = closing.adopt(
    await startRouter({
      port: await freePort(),
      cells: { '00': home.site.port, '01': other.site.port },
      home: '00',
      askDirectory: plant === 'directory' ? askDirectory : undefined,
    }),
    (one) => one.close(),
  );
  const partners = {
    staying: startPartner(router.port, staying),
    moving: startPartner(router.port, moving),
    neighbor: startPartner(router.port, neighbor),
  };
  const ms = secondsOf[size] * 1000;
  await pause(ms);
  const move = await moveUnderLoad({ home, other, router, moving, plant });
  await pause(ms);
  const freezes: Freeze[] = [];
  for (let turn = 0; turn < freezesOf[size]; turn += 1) freezes.push(await freezeHome(home, partners, ms));
  for (const one of Object.values(partners)) await one.stop();
  const missed = {
    staying: await countMissed(partners.staying, home, staying),
    moving: await countMissed(partners.moving, other, moving),
    neighbor: await countMissed(partners.neighbor, other, neighbor),
  };
  return tell({ size, plant }, { partners, missed, move, freezes });
}

async function startCell(closing: RunStack, { tag, count }: { readonly tag: string; readonly count: number }) {
  const cluster = closing.adopt(await startCluster(), (one) => one.remove());
  const databaseUrl = await cluster.createDatabase(databaseName);
  await migrate(databaseUrl);
  const institutions = await makeInstitutions(databaseUrl, count, { CELL: tag });
  const site = closing.adopt(await startSite(cluster, { CELL: tag }), (one) => one.close());
  await site.startWorker();
  return { cluster, site, institutions } satisfies Cell;
}

type MoveOrder = {
  readonly home: Cell;
  readonly other: Cell;
  readonly router: Awaited<ReturnType<typeof startRouter>>;
  readonly moving: Institution;
  readonly plant: Plant | undefined;
};

async function moveUnderLoad({ home, other, router, moving, plant }: MoveOrder) {
  const handles = [handleOf(moving.key)];
  const from = home.site.databaseUrl;
  const heldAt = performance.now();
  await router.hold(handles);
  // Whatever is committed but not yet ahead of every open transaction is read after the move as before it.
  const moved = await moveInstitution({ from, to: other.site.databaseUrl, institutionId: moving.id });
  if (plant === 'no-era') await forgetEra(other.site.databaseUrl);
  await endKeys(from, moving.id);
  router.move(handles, '01');
  return { ...moved, heldMs: Math.round(performance.now() - heldAt) };
}

/** As if the cell that takes an institution in went on in its own era, whose ids are lower than those it brought. */
const forgetEra = (databaseUrl: string) =>
  withClient(databaseUrl, async (client) => {
    await client.query('delete from events.eras where era > 0');
    await client.query('update events.eras set history = events.history() where era = 0');
  });

/** What the partners of the second cell felt: p99 in ms before and while the first is silent, and what failed meanwhile. */
type Freeze = { readonly before: number; readonly during: number; readonly failed: number };

async function freezeHome({ cluster }: Cell, partners: Partners, ms: number): Promise<Freeze> {
  takeP99(partners);
  await pause(ms);
  const before = takeP99(partners);
  const failedBefore = partners.neighbor.failed + partners.moving.failed;
  const thaw = cluster.freeze();
  try {
    await pause(ms);
    const during = takeP99(partners);
    return { before, during, failed: partners.neighbor.failed + partners.moving.failed - failedBefore };
  } finally {
    thaw();
    // Until the first cell answers again.
    await pause(3_000);
  }
}

type Partners = Readonly<Record<'staying' | 'moving' | 'neighbor', Partner>>;

/** Of the partners that are the second cell's. */
const takeP99 = ({ moving, neighbor }: Partners): number =>
  round(
    percentile(
      [...moving.takeLatencies(), ...neighbor.takeLatencies()].toSorted((a, b) => a - b),
      0.99,
    ),
    1,
  );

/** Events of the cell it is in that it has not seen, and acknowledged enrollments without an event there. */
const countMissed = ({ enrolled, reader }: Partner, { site }: Cell, { id }: Institution): Promise<number> =>
  withClient(site.databaseUrl, async (client) => {
    const { rows } = await client.query<{ id: string; subject_id: string }>(
      'select id, subject_id from events.events where account_id = $1',
      [id],
    );
    const subjects = new Set(rows.map((row) => row.subject_id));
    const lost = [...enrolled].filter((one) => !subjects.has(one)).length;
    return lost + rows.filter((row) => !reader.seen.has(row.id)).length;
  });

type Outcome = {
  readonly partners: Partners;
  readonly missed: Readonly<Record<keyof Partners, number>>;
  readonly move: { readonly rows: number; readonly tables: number; readonly heldMs: number };
  readonly freezes: readonly Freeze[];
};

function tell({ size, plant }: CellOptions, outcome: Outcome): boolean {
  const { partners, move, freezes } = outcome;
  const names = ['staying', 'moving', 'neighbor'] as const;
  const rows = names
    .map((name) => ({ name, one: partners[name] }))
    .map(({ name, one }) => ({
      name,
      enrolled: one.enrolled.size,
      missed: outcome.missed[name],
      repeated: countRepeats(one.reader),
      held: one.held,
      failed: one.failed,
    }));
  printTable(
    ['institution', 'enrolled', 'missed', 'repeated', 'held', 'failed'],
    rows.map(({ name, ...counts }) => [name, ...Object.values(counts)]),
  );
  const slower = round(median(freezes.map(({ before, during }) => during / before)), 2);
  const failedWhileFrozen = freezes.reduce((sum, one) => sum + one.failed, 0);
  const missed = rows.reduce((sum, one) => sum + one.missed, 0);
  const figures = {
    drill: 'cells',
    size,
    plant: plant ?? null,
    rows,
    failedAs: names.map((name) => partners[name].failedAs),
    move,
    freezes,
    slower,
  };
  const repeated = rows.reduce((sum, one) => sum + one.repeated, 0);
  if (plant === 'no-era')
    return conclude(figures, [{ name: 'missed or repeated, as planted', value: missed + repeated, atLeast: 1 }]);
  if (plant === 'directory')
    return conclude(figures, [
      { name: 'felt by the other cell, as planted', value: Math.max(slower, failedWhileFrozen), atLeast: mostSlower },
    ]);
  const of = (name: string) => rows.find((one) => one.name === name);
  const checks: Check[] = [
    { name: 'events missed', value: missed, atMost: 0 },
    { name: 'events repeated', value: repeated, atMost: 0 },
    { name: 'enrolled by the moved one', value: of('moving')?.enrolled ?? Number.NaN, atLeast: 20 },
    { name: 'failed, of the moved one', value: of('moving')?.failed ?? Number.NaN, atMost: 0 },
    { name: 'p99 of one cell, the other silent / before', value: slower, atMost: mostSlower },
    { name: 'failed there meanwhile', value: failedWhileFrozen, atMost: 0 },
  ];
  return conclude(figures, checks);
}
