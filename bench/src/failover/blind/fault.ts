// Whether somebody who sees alarms and logs alone can tell what happened to the database: each fault is done, and named by the
// table of docs/runbooks/database-cluster.md.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePrograms } from '#bench/service/programs';
import { emptyLedger, startClients } from '#bench/intakes/clients';
import { seededRandom, shuffle } from '#bench/numbers/random';
import { conclude, printTable } from '#bench/report/report';
import type { RunStack } from '#bench/run-stack';
import { faults, type Kind } from '#bench/failover/faults';
import { setStage } from '#bench/failover/stage';
import { answersAgain } from '#bench/failover/strike';
import { diagnose, type Alarm, type LogLine } from './diagnose.ts';
import { hurry, startWatch } from './watch.ts';

/** What a run must notice: without the checks of the proxy nobody can tell how the former primary went away. */
export const plants = ['unwatched-proxy'] as const;
type Plant = (typeof plants)[number];

type BlindOptions = { readonly seed: number; readonly plant: Plant | undefined; readonly logs: string | undefined };

const kinds = ['kill', 'freeze', 'link', 'switchover', 'standby', 'standbys', 'read-only'] as const;

/** How often each fault is done. */
const times = 2;

type Named = { readonly kind: Kind; readonly named: Kind | 'unknown' };

export async function faultBlind(closing: RunStack, { seed, plant, logs }: BlindOptions): Promise<boolean> {
  requirePrograms({ prometheus: 'prometheus' });
  const folder = logs ?? mkdtempSync(join(tmpdir(), 'makewhole-blind-'));
  if (logs === undefined) closing.defer(() => rmSync(folder, { recursive: true, force: true }));
  const stage = await setStage(closing, { size: 'full', hurried: true, plant: undefined, logs: folder });
  const { cluster } = stage;
  const ledger = emptyLedger();
  const clients = startClients(2, stage.apiPort, ledger);
  const watch = await startWatch(closing, {
    services: stage.metricsPorts,
    proxies: plant === undefined ? [cluster.proxyMetricsPort] : [],
    logFiles: [join(folder, 'api.log'), join(folder, 'worker.log')],
  });
  console.log(`Watched; a minute of the rules lasts ${60 / hurry} s.`);
  const order = shuffle(
    seededRandom(seed),
    kinds
      .filter((kind) => kind !== 'link' || stage.links)
      .flatMap((kind) => Array<Kind>(plant === undefined ? times : 1).fill(kind)),
  );
  const named: Named[] = [];
  let unrepaired = 0;
  for (const kind of order) {
    await answersAgain(ledger);
    if (!(await watch.quiet())) console.log('An alarm did not end; the next fault comes on top of it.');
    const startedAt = Date.now();
    await faults[kind](cluster, () => answersAgain(ledger));
    const [isWhole] = await Promise.all([cluster.whole(), answersAgain(ledger)]);
    const signs = await watch.signs(startedAt, Date.now());
    const name = diagnose({ ...signs, nodes: cluster.nodes.length }) ?? 'unknown';
    named.push({ kind, named: name });
    console.log(`${named.length} of ${order.length}: ${kind} was named ${name}; ${describe(signs)}`);
    if (isWhole) continue;
    unrepaired = 1;
    break;
  }
  await clients.stop();
  return tell(named, { seed, plant, unrepaired, nodes: cluster.nodes.length });
}

function describe({ alarms, lines }: { alarms: readonly Alarm[]; lines: readonly LogLine[] }): string {
  const labelled = alarms
    .filter(({ name }) => /Database|Primary|Standby|Commits/.test(name))
    .map(({ name, labels }) =>
      [name.replace('Makewhole', ''), labels['missing'], labels['server'], labels['state']].filter(Boolean).join(' '),
    );
  const logged = lines
    .filter(({ event }) => event.startsWith('database.'))
    .map(({ event, missing }) => [event, ...(missing ?? [])].join(' '));
  return [...new Set([...labelled, ...logged])].toSorted().join(', ');
}

type Run = Pick<BlindOptions, 'seed' | 'plant'> & { readonly unrepaired: number; readonly nodes: number };

function tell(named: readonly Named[], run: Run): boolean {
  const names = [...kinds, 'unknown'] as const;
  const count = (kind: Kind, name: Kind | 'unknown') =>
    named.filter((one) => one.kind === kind && one.named === name).length;
  printTable(
    ['done \\ named', ...names],
    kinds.map((kind) => [kind, ...names.map((name) => count(kind, name))]),
  );
  const wrong = named.filter((one) => one.kind !== one.named);
  const seconds = Math.round(performance.now() / 1000);
  const figures = { fault: 'failover', blind: true, ...run, hurry, faults: named.length, wrong, seconds };
  if (run.plant !== undefined)
    return conclude(figures, [{ name: 'named wrongly, as planted', value: wrong.length, atLeast: 1 }]);
  return conclude(figures, [
    { name: 'faults', value: named.length, atLeast: kinds.length },
    { name: 'named wrongly', value: wrong.length, atMost: 0 },
    { name: 'unrepaired', value: run.unrepaired, atMost: 0 },
  ]);
}
