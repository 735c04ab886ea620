import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { webhooks } from '@makewhole/sdk';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { givenPartner } from '../../../server/src/modules/partners/testing.ts';
import { referralBody } from '../../../server/src/modules/referrals/testing.ts';
import { useHarness } from '../../../server/test/harness.ts';
import { until } from '../../../server/test/until.ts';
import { createShell } from '../../test/shell.ts';

const harness = useHarness();

/** The developer's own program on localhost, and its responses to the next deliveries. */
type Got = { readonly headers: Readonly<Record<string, string>>; readonly body: string; readonly id: string };
const received: Got[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const status = (code: number) => (response: ServerResponse) => void response.writeHead(code).end();
const program = createServer((request, response) => {
  const answer = async () => {
    const body = await text(request);
    const { id } = JSON.parse(body) as { id: string };
    received.push({ headers: request.headers as Record<string, string>, body, id });
    (answers.shift() ?? status(204))(response);
  };
  void answer();
});
let words = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => program.listen(0, '127.0.0.1', resolve));
  words = `listen --forward-to http://127.0.0.1:${(program.address() as AddressInfo).port}/ --json --retries 0`;
});
beforeEach(() => {
  received.splice(0);
  answers = [];
});
afterAll(() => {
  program.closeAllConnections();
  program.close();
});

/** A partner whose log has the events of this many referrals. */
async function givenLog(count: number) {
  const { call, baseUrl: url, clock } = harness.current;
  const { key } = await givenPartner(harness.current);
  for (let made = 0; made < count; made += 1)
    await call('POST', '/api/gap/v1/referrals', { token: key, body: referralBody() });
  const list = async () =>
    (await call('GET', '/api/gap/v1/events?order=asc', { token: key })).body.data.map(({ id }: { id: string }) => id);
  // Each is created and invited.
  const ids: string[] = await until('the events in the log', async () => {
    const found = await list();
    return found.length === 2 * count ? found : undefined;
  });
  return { url, env: { MAKEWHOLE_KEY: key }, now: () => clock.now(), ids };
}

const after = (count: number) => (line: string, end: () => void) => {
  if (line.includes('"ms"') && --count === 0) end();
};
const last = (out: readonly string[]) => JSON.parse(out.at(-1)!);
const got = () => received.map(({ id }) => id);

it('resends what failed while the receiver was away, from the cursor that it names', async () => {
  const { ids, ...given } = await givenLog(3);
  const shell = createShell(given);
  answers = [status(500), (response) => void response.destroy()];
  const { out } = await shell.run(`${words} --since beginning`, after(ids.length));
  expect(got()).toEqual(ids);
  const { failed, failed_from: from } = last(out);
  expect(failed).toBe(2);
  received.splice(0);
  const again = await shell.run(`${words} --since ${from}`, after(ids.length));
  expect([got(), last(again.out).failed_from]).toEqual([ids, null]);
});

it('reports how many events repeat when it stops within a page, and loses none', async () => {
  const { ids, ...given } = await givenLog(3);
  const shell = createShell(given);
  const { out } = await shell.run(`${words} --since 30d`, after(2));
  const { cursor, repeats } = last(out);
  const before = got();
  expect([before, repeats]).toEqual([ids.slice(0, 2), 2]);
  received.splice(0);
  const whole = await shell.run(`${words} --since ${cursor}`, after(ids.length));
  expect([got(), last(whole.out).repeats]).toEqual([ids, 0]);
});

it('exits immediately on Ctrl-C while the receiver hangs, and delivers that event again', async () => {
  const { ids, ...given } = await givenLog(1);
  const shell = createShell(given);
  answers = [() => {}];
  const onStart = (end: () => void) => {
    const look = async () => {
      await until('the receiver to have it', async () => received.length > 0);
      end();
    };
    void look();
  };
  const { exitCode, out } = await shell.run(`${words} --since beginning`, undefined, { onStart });
  // A receiver has ten seconds; an event with a longer wait would have failed.
  expect([exitCode, last(out)]).toEqual([0, expect.objectContaining({ delivered: 0, failed: 0, cursor: null })]);
  expect(ids).toContain(got()[0]);
});

it('gives two concurrent listeners every event, with the same secret', async () => {
  const { ids, ...given } = await givenLog(2);
  const shell = createShell(given);
  const [{ secret }] = (await shell.run('listen --print-secret --json')).out.map((line) => JSON.parse(line));
  await Promise.all([1, 2].map(() => shell.run(`${words} --since beginning`, after(ids.length))));
  expect(got().toSorted()).toEqual([...ids, ...ids].toSorted());
  for (const { headers, body } of received)
    expect((await webhooks.verify({ headers, body, secret, now: given.now() })).id).toBeTruthy();
});

it('carries an event of 200 KB, over a clock that jumps by a night', async () => {
  const { ids, ...given } = await givenLog(2);
  // Larger than any current response of the service.
  const padded: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    if (!String(request[0]).includes('/events')) return response;
    const page = (await response.json()) as { data: { data: object }[] };
    for (const event of page.data) event.data = { ...event.data, padding: 'é'.repeat(100_000) };
    return Response.json(page, { status: response.status });
  };
  let jumpMs = 0;
  const now = () => new Date(Date.now() + (jumpMs += 8 * 3_600_000));
  const shell = createShell({ ...given, fetch: padded, now });
  const { out } = await shell.run(`${words} --since beginning`, after(ids.length));
  expect([got(), last(out).failed]).toEqual([ids, 0]);
  const [{ secret }] = (await shell.run('listen --print-secret --json')).out.map((line) => JSON.parse(line));
  const times = received.map(({ headers }) => new Date(Number(headers['webhook-timestamp']) * 1000));
  for (const [index, { headers, body }] of received.entries()) {
    expect(Buffer.byteLength(body)).toBeGreaterThan(200_000);
    expect((await webhooks.verify({ headers, body, secret, now: times[index]! })).id).toBe(ids[index]);
  }
  expect(times[1]!.getTime() - times[0]!.getTime()).toBeGreaterThan(7 * 3_600_000);
});
