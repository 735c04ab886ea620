import { describe, expect, it } from 'vitest';
import { minimalIntake, submit } from '#testing/intakes';
import { hammer, newTally } from '#test/http/balanced-client';
import { useHarness, type Harness } from '#test/harness';
import { freePort, readiness, startProcess, untilReady } from '#test/processes/processes';
import { until } from '#test/until';

// Starting processes takes long on a busy machine.

const dataKey = 'a key for tests only with 32 characters or more';

const settings = ({ config, mailbox }: Harness) => ({
  DATABASE_URL: config.databaseUrl.reveal(),
  DATA_KEY: dataKey,
  SMTP_URL: mailbox.url,
  intakeAnonPerMin: 1_000_000,
  METRICS_PORT: '0',
});

async function countRows(harness: Harness, condition: string): Promise<number> {
  const { rows } = await harness.ctx.db.pool.query<{ count: number }>(`select count(*)::int from ${condition}`);
  return rows[0]?.count ?? 0;
}

describe('the api when it gets a stop signal under load', () => {
  const harness = useHarness();

  it('the api drops no request that got a connection, fails /readyz, and exits with 0 within 15 seconds', async () => {
    const port = await freePort();
    const baseUrl = `http://127.0.0.1:${port}`;
    const api = startProcess('api', { ...settings(harness.current), PORT: String(port) });
    await untilReady(baseUrl);

    const tally = newTally();
    const clients = Array.from({ length: 16 }, () => hammer(baseUrl, minimalIntake, tally));
    await until('traffic on every connection', () => tally.created.length > 200);
    expect(tally.closes).toBe(0);

    const toldAt = performance.now();
    api.signal('SIGTERM');
    const servedBefore = tally.created.length;
    await until('/readyz to say no', async () => (await readiness(baseUrl)) === 503);
    await Promise.all(clients);
    const { code } = await api.exited;
    expect(code).toBe(0);
    expect(performance.now() - toldAt).toBeLessThan(15_000);

    expect(tally.dropped).toEqual([]);
    expect(tally.otherStatuses).toEqual([]);
    expect(tally.closes).toBe(16);
    expect(tally.created.length).toBeGreaterThan(servedBefore);
    const ids = new Set(tally.created.map(({ intake_id }) => intake_id));
    expect(ids.size).toBe(tally.created.length);
    expect(await countRows(harness.current, 'intakes.intakes')).toBe(ids.size);
    expect(api.stdout).toContain('"event":"process.stopped"');
    expect(api.stderr).toBe('');
  });
});

describe('the worker when it gets a stop signal while sending', () => {
  const current = useHarness();
  const owed = 60;
  const inState = (state: string) => countRows(current.current, `customers.messages where state = '${state}'`);

  it('the worker finishes what it is sending, releases the rest, loses nothing, sends nothing twice and exits with 0', async () => {
    const harness = current.current;
    const { clock, mailbox } = harness;
    clock.advance((Date.now() - clock.now().getTime()) / 1000);
    const people = Array.from({ length: owed }, () => minimalIntake());
    await Promise.all(people.map((customer) => submit(harness, customer)));
    expect(await inState('waiting')).toBe(owed);

    const held = mailbox.hold();
    const first = startProcess('worker', settings(harness));
    await until('the worker to be up', () => first.stdout.includes('worker.started'));
    // Ten start together, so all of them have started when the first arrives.
    await until('the worker to be sending', async () => (await inState('claimed')) === 20 && mailbox.delayed > 0);
    first.signal('SIGTERM');
    await until('what was not begun to be given back', async () => (await inState('waiting')) === owed - 10);
    held.open();
    expect(await first.exited).toEqual({ code: 0, signal: null });
    expect(await inState('sent')).toBe(10);
    expect(mailbox.received).toHaveLength(10);
    expect(await countRows(harness, 'customers.messages where attempt = 0')).toBe(owed - 10);
    expect(await countRows(harness, "intakes.intakes where status = 'welcome_sent'")).toBe(10);

    const second = startProcess('worker', settings(harness));
    await until('the rest to be sent', async () => (await inState('sent')) === owed);
    second.signal('SIGTERM');
    expect(await second.exited).toEqual({ code: 0, signal: null });
    expect(people.map(({ customer }) => mailbox.to(customer.email ?? '').length)).toEqual(people.map(() => 1));
    expect([first.stderr, second.stderr]).toEqual(['', '']);
  });
});
