import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { until } from '#test/until';

const harness = useHarness();

async function gauge(name: string, labels = ''): Promise<number | undefined> {
  const text = await harness.current.service.telemetry.metrics.registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`${name}${labels} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const inFlight = () => gauge('makewhole_http_requests_in_flight');

describe('the gauges of a process', () => {
  it('count a request until it is answered, and one whose client went away no longer', async () => {
    expect(await inFlight()).toBe(0);
    const { port } = new URL(harness.current.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(
      'POST /api/agent/v1/intakes HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
    );
    await until('the request to be counted', async () => (await inFlight()) === 1);
    await harness.current.call('GET', '/livez');
    expect(await inFlight()).toBe(1);
    socket.destroy();
    await until('nothing in flight', async () => (await inFlight()) === 0);
  });

  it('show the connections of each pool, and who waits for one', async () => {
    const { apiDb: db } = harness.current;
    const of = (state: string) => gauge('makewhole_db_connections', `{pool="makewhole-test",state="${state}"}`);
    const all = Array.from({ length: 10 }, () => db.find({ text: 'select pg_sleep(0.3)', values: [] }));
    await until('two to wait', async () => (await of('waiting')) === 2);
    expect([await of('open'), await of('idle')]).toEqual([8, 0]);
    await Promise.all(all);
    expect([await of('open'), await of('idle'), await of('waiting')]).toEqual([8, 8, 0]);
  });

  it('say for each reason whether the process is not ready', async () => {
    await harness.current.call('GET', '/readyz');
    const names = ['database', 'read_only', 'sync_wait', 'migrations', 'outdated', 'role', 'clock'];
    const values = await Promise.all(names.map((name) => gauge('makewhole_not_ready', `{missing="${name}"}`)));
    expect(values).toEqual(names.map(() => 0));
  });
});
