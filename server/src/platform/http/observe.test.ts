import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { until } from '#test/until';
import { givenAgent } from '#testing/agents';
import { givenPartner } from '#testing/partners';
import { givenStaffToken } from '#testing/staff';

const harness = useHarness();

async function gauge(name: string, labels = ''): Promise<number | undefined> {
  const text = await harness.current.service.telemetry.metrics.registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`${name}${labels} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

const inFlight = () => gauge('makewhole_http_requests_in_flight');

describe('process gauges', () => {
  it('the gauge counts a request until it is answered, and stops counting one whose client disconnects', async () => {
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

  it('the gauges show the connections of each pool, and how many requests wait for one', async () => {
    const { apiDb: db, owner } = harness.current;
    const of = (state: string) => gauge('makewhole_db_connections', `{pool="makewhole-test",state="${state}"}`);
    const holder = await owner.pool.connect();
    await holder.query('select pg_advisory_lock(1)');
    const text = 'select pg_advisory_lock_shared(1), pg_advisory_unlock_shared(1)';
    const all = Array.from({ length: 10 }, () => db.find({ text, values: [] }));
    await until('two to wait', async () => (await of('waiting')) === 2);
    expect([await of('open'), await of('idle')]).toEqual([8, 0]);
    await holder.query('select pg_advisory_unlock(1)');
    holder.release();
    await Promise.all(all);
    expect([await of('open'), await of('idle'), await of('waiting')]).toEqual([8, 8, 0]);
  });

  it('a gauge shows for each reason whether the process is not ready', async () => {
    await harness.current.call('GET', '/readyz');
    const names = ['database', 'read_only', 'sync_wait', 'migrations', 'outdated', 'role', 'clock'];
    const values = await Promise.all(names.map((name) => gauge('makewhole_not_ready', `{missing="${name}"}`)));
    expect(values).toEqual(names.map(() => 0));
  });
});

describe('the log line of a request', () => {
  /** The log entry of one request, found by the id in its response. */
  async function logged(method: string, path: string, token?: string) {
    const { headers } = await harness.current.call(method, path, token === undefined ? {} : { token });
    const id = headers.get('x-request-id') ?? 'none';
    const find = () => harness.current.logLines.find((line) => line.includes(id) && line.includes('http.answered'));
    await until('its log line', () => find() !== undefined);
    return JSON.parse(find() ?? '{}') as { at: string; status: number; caller: object; refusal?: string };
  }

  it('the log line says who asked, by ids: an anonymous client, an agent, a partner, a staff member', async () => {
    const { current } = harness;
    const [agent, { key }] = [await givenAgent(current), await givenPartner(current)];
    const team = await givenStaffToken(current, 'caller');
    expect((await logged('GET', '/')).caller).toEqual({ kind: 'anonymous' });
    const ids = { id: expect.stringMatching(/^[a-z]+_\w{24}$/), credential: expect.stringMatching(/^[a-z]+_\w{24}$/) };
    expect((await logged('GET', '/api/agent/v1/me', agent.key)).caller).toEqual({ kind: 'agent', ...ids });
    expect((await logged('GET', '/api/gap/v1/me', key)).caller).toEqual({ kind: 'partner', ...ids });
    expect((await logged('GET', '/api/staff/v1/me', team)).caller).toEqual({ kind: 'staff', ...ids });
  });

  it('the log line says why somebody was refused, and when, in UTC', async () => {
    const team = await givenStaffToken(harness.current, 'caller');
    const refused = await logged('GET', '/api/staff/v1/staff', team);
    expect(refused).toMatchObject({ status: 403, caller: { kind: 'staff' }, refusal: 'role_required' });
    expect(refused.at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(await logged('GET', '/api/gap/v1/me')).toMatchObject({ status: 401, refusal: 'authentication_required' });
    expect((await logged('GET', '/')).refusal).toBeUndefined();
  });
});
