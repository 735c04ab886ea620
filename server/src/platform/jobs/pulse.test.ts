import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { readConfig, Secret } from '#platform/config';
import { createDatabase, isConnectionLost, type Database, type Query } from '#platform/db';
import { createTelemetry } from '#platform/telemetry';
import { cloneDatabase, type TestDatabase } from '#test/database/databases';
import { startRelay, type Relay } from '#test/http/relay';
import { until } from '#test/until';
import { Pulse } from './pulse.ts';

let database: TestDatabase;
let wire: Relay;
let db: Database;
let events: string[] = [];
const telemetry = createTelemetry(
  'makewhole-test',
  readConfig(
    { DATABASE_URL: 'postgres://', DATA_KEY: 'a key for tests only with 32 characters or more', LOG_LEVEL: 'info' },
    'api',
  ),
  { write: (line) => void events.push((JSON.parse(line) as { event: string }).event) },
);
const pulses: Pulse[] = [];

beforeAll(async () => {
  database = await cloneDatabase();
  const { hostname, port } = new URL(database.url.reveal());
  wire = await startRelay({ host: hostname, port: Number(port || 5432) });
  db = createDatabase({ url: relayed(), applicationName: 'watched', poolSize: 3 });
});
afterEach(() => {
  events = [];
  wire.thaw();
  for (const pulse of pulses.splice(0)) pulse.close();
});
afterAll(async () => {
  await db.close();
  await wire.close();
  await database.drop();
});

const relayed = () => new Secret(wire.through(database.url.reveal()));

function newPulse(silentAfterMs = 4_000): Pulse {
  const { log, metrics } = telemetry;
  const pulse = new Pulse({ url: relayed(), name: 'watched', databases: [db], log, metrics, silentAfterMs });
  pulses.push(pulse);
  return pulse;
}

const statement = <Row>(text: string): Query<Row> => ({ text, values: [] });
const one = statement<{ one: number }>('select 1 as one');
const outcome = (work: Promise<unknown>): Promise<boolean> => work.then(() => false, isConnectionLost);

describe('the pulse of the database', () => {
  it('the pulse finds nothing missing, on a dedicated connection and with one query for all concurrent callers', async () => {
    const pulse = newPulse();
    const busy = Array.from({ length: 3 }, () => db.find(statement('select pg_sleep(0.5)')));
    expect(await pulse.check()).toEqual([]);
    const before = wire.roundTrips('watched-pulse');
    const answers = await Promise.all(Array.from({ length: 50 }, () => pulse.check()));
    expect(answers.every((missing) => missing.length === 0)).toBe(true);
    // Two statements, if a second has passed meanwhile.
    expect(wire.roundTrips('watched-pulse') - before).toBeLessThanOrEqual(2);
    await Promise.all(busy);
  });

  it('the pulse reports a read-only database', async () => {
    const [row] = await db.many(statement<{ name: string }>('select current_database() as name'));
    await db.many(statement(`alter database ${row?.name} set default_transaction_read_only = on`));
    expect(await newPulse().check()).toEqual(['read_only']);
    await db.inTransaction(async (tx) => {
      tx.write(statement('set transaction read write'));
      tx.write(statement(`alter database ${row?.name} reset default_transaction_read_only`));
    });
    expect(await newPulse().check()).toEqual([]);
  });

  it('the pulse reports a schema that lacks something this version may need, but accepts a newer one', async () => {
    const add = (name: string) =>
      db.many(statement(`insert into public.migrations (name, run_on) values ('${name}', now())`));
    await add('9998-expand');
    expect(await newPulse().check()).toEqual([]);
    await add('9999-contract-old-column');
    expect(await newPulse().check()).toEqual(['outdated']);
    await db.many(statement("delete from public.migrations where name like '999%'"));
  });

  it('the pulse reports missing migrations and clocks that differ', async () => {
    await db.many(statement("update public.migrations set name = 'x' || name where id = 1"));
    expect(await newPulse().check()).toEqual(['migrations']);
    await db.many(statement('update public.migrations set name = substr(name, 2) where id = 1'));
    const realNow = Date.now();
    const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow - 60_000);
    expect(await newPulse().check()).toEqual(['clock']);
    clock.mockRestore();
  });

  it('the pulse reports the database as unavailable while it is, and as available as soon as it returns', async () => {
    const pulse = newPulse();
    expect(await pulse.check()).toEqual([]);
    await wire.cut();
    await until('it to be noticed', async () => (await pulse.check()).includes('database'));
    await wire.mend();
    await until('its return to be noticed', async () => (await pulse.check()).length === 0);
  });

  it('the pulse reports no silence while the process itself was busy, and reports it otherwise', async () => {
    const isReported = async () =>
      (await telemetry.metrics.registry.metrics()).includes('makewhole_not_ready{missing="database"} 1');
    const pulse = newPulse(500);
    const first = pulse.check();
    // Longer than a query or a connect may take, as during a process's start.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_700);
    await first;
    expect([events, await isReported()]).toEqual([[], false]);
    await until('an answer', async () => (await pulse.check()).length === 0);
    expect(events).toEqual([]);
    wire.freeze();
    await until('silence', async () => (await pulse.check()).includes('database'));
    expect([events, await isReported(), pulse.isMissing('database')]).toEqual([['database.not-ready'], true, true]);
  });

  it('the pulse reports the timeline of a new primary, and nothing while it stays the same', async () => {
    const pulse = newPulse();
    await pulse.check();
    expect(await telemetry.metrics.registry.metrics()).toMatch(/^makewhole_db_timeline 1$/m);
    expect(events).not.toContain('database.primary-changed');
  });

  it('the pulse closes connections that wait for a silent database, sends it nothing, and continues when it responds', async () => {
    const pulse = newPulse(500);
    const loop = pulse.run();
    await until('the first answer', async () => (await pulse.check()).length === 0);
    const pid = await db.find(statement<{ pid: number }>('select pg_backend_pid() as pid'));
    await until('a sample', async () => (await pulse.check()).length === 0);
    wire.freeze();
    expect(await outcome(db.inTransaction((tx) => tx.find(one)))).toBe(true);
    expect(await pulse.check()).toEqual(['database']);
    await until('nothing is asked any more', async () => {
      const startedAt = performance.now();
      return (await outcome(db.find(one))) && performance.now() - startedAt < 100;
    });
    wire.thaw();
    await until('it is used again', async () => !(await outcome(db.find(one))));
    expect(await db.find(statement('select pg_backend_pid() as pid'))).not.toEqual(pid);
    await loop.stop();
  });

  it('the pulse leaves a slow statement alone while the database responds', async () => {
    const pulse = newPulse();
    const loop = pulse.run();
    expect(await db.find(statement('select 1 as one from pg_sleep(1.8)'))).toEqual({ one: 1 });
    await loop.stop();
  });
});
