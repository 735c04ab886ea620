import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { parseRanges } from '#lib/network/address';
import { useHarness } from '#test/harness';
import { exchange, request } from '#test/http/raw-http';
import { gate as door, until, type Gate as Door } from '#test/until';
import { createDrain } from '../drain.ts';
import { problemErrors } from '../errors/problem-errors.ts';
import { createHttpServer } from '../server.ts';
import type { Admission, AdmittedSurface } from './admit-requests.ts';

const harness = useHarness();
const opened: { app: FastifyInstance; door: Door }[] = [];

afterEach(async () => {
  for (const { app, door: held } of opened.splice(0)) {
    held.open();
    app.server.closeAllConnections();
    await app.close();
  }
});

const surface = (name: string, changes: Partial<AdmittedSurface> = {}): AdmittedSurface => ({
  name,
  prefixes: [`/${name}`],
  guaranteed: 1,
  most: 1,
  waiting: 1,
  slow: 4,
  pace: 100,
  rest: 0,
  strangers: false,
  errors: problemErrors({ surface: name, realm: name, publicBaseUrl: 'https://makewhole.example' }),
  ...changes,
});

/** A server with two surfaces of one slot each. Requests to `/…/hold` are answered when the door is opened. */
async function givenServer(changes: Partial<Admission> = {}) {
  const { service, config } = harness.current;
  const held = door();
  let done = 0;
  const app = createHttpServer({
    telemetry: service.telemetry,
    trustedProxies: parseRanges([]) as never,
    team: config.team,
    admission: {
      turns: 2,
      connections: { most: 100, perAddress: 100 },
      surfaces: [surface('one', { streams: ['/one/stream'] }), surface('other')],
      sharedRanges: parseRanges([]) as never,
      ...changes,
    },
  });
  const drain = createDrain(app);
  for (const name of ['one', 'other']) {
    app.get(`/${name}/hold`, async () => {
      done += 1;
      await held.opened;
      return 'held';
    });
    app.get(`/${name}/now`, async () => 'now');
    app.post(`/${name}/body`, async () => 'read');
  }
  app.get('/one/throws', { onRequest: async () => Promise.reject(new Error('in a hook')) }, async () => 'never');
  app.get('/one/hijacked', async (_request, reply) => {
    reply.hijack();
    reply.raw.end('raw');
  });
  app.get('/one/stream', async (_request, reply) => {
    reply.hijack();
    reply.raw.write('begun');
  });
  app.get('/one/large', async () => Buffer.alloc(20_000_000));
  const baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
  opened.push({ app, door: held });
  const open = async (text: string): Promise<Socket> => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  return { app, drain, baseUrl, open, door: held, done: () => done, get: (path: string) => fetch(`${baseUrl}${path}`) };
}

async function metric(start: string): Promise<number> {
  const text = await harness.current.service.telemetry.metrics.registry.metrics();
  const line = text.split('\n').find((one) => one.startsWith(start));
  return Number(line?.split(' ').at(-1));
}

const state = (name: string, of: string) => metric(`makewhole_http_admission{surface="${name}",state="${of}"}`);
const untilState = (name: string, of: string, count: number) =>
  until(`${count} with ${of}`, async () => (await state(name, of)) === count);
const get = (path: string) => request([`GET ${path} HTTP/1.1`, 'Host: a']);

describe("requests over a surface's share", () => {
  it('is told to come back, in the surface’s form, and nothing is done for it', async () => {
    const server = await givenServer();
    const before = await metric('makewhole_http_turned_away_total{surface="one",reason="full"}');
    const held = [server.get('/one/hold'), server.get('/one/hold')];
    await untilState('one', 'waiting', 1);
    const refused = await Promise.all(Array.from({ length: 5 }, () => server.get('/one/hold?a=b')));
    for (const { status, headers } of refused)
      expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
    const [first] = refused;
    expect(first?.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(first?.headers.get('x-content-type-options')).toBe('nosniff');
    const body = (await first?.json()) as Record<string, unknown>;
    expect(body).toMatchObject({ code: 'internal_error', status: 503, instance: '/one/hold' });
    expect(body['request_id']).toMatch(/^req_[0-9A-Za-z]{24}$/);
    expect(body['request_id']).toBe(first?.headers.get('x-request-id'));
    expect(server.done()).toBe(1);
    expect(await metric('makewhole_http_turned_away_total{surface="one",reason="full"}')).toBe((before || 0) + 5);
    // Another surface is not affected.
    expect(await (await server.get('/other/now')).text()).toBe('now');
    server.door.open();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("requests over a surface's share leave its slots to requests with its credential", async () => {
    const isStranger: AdmittedSurface['isStranger'] = ({ headers }) => headers.authorization === undefined;
    const server = await givenServer({ surfaces: [surface('one', { isStranger }), surface('other')] });
    const held = [server.get('/one/hold'), server.get('/one/hold')];
    await untilState('other', 'waiting', 1);
    const refused = await server.get('/one/now');
    expect([refused.status, await refused.json()]).toEqual([503, expect.objectContaining({ instance: '/one/now' })]);
    const known = await fetch(`${server.baseUrl}/one/now`, { headers: { authorization: 'Bearer known' } });
    expect(await known.text()).toBe('now');
    server.door.open();
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200]);
  });

  it("requests over a surface's share make one log line, however many there are", async () => {
    const server = await givenServer();
    const lines = () => harness.current.logLines.filter((line) => line.includes('http.turned-away'));
    const before = lines().length;
    const held = [server.get('/one/hold'), server.get('/one/hold')];
    await untilState('one', 'waiting', 1);
    await Promise.all(Array.from({ length: 20 }, () => server.get('/one/hold')));
    await until('the line', () => lines().length > before);
    const told = lines()
      .slice(before)
      .map((line) => JSON.parse(line).refused['one.full'] as number);
    expect(told.length).toBe(1);
    server.door.open();
    await Promise.all(held);
  });

  it('a refused request keeps its connection, and its body is skipped', async () => {
    const server = await givenServer();
    const held = [server.get('/one/hold'), server.get('/one/hold')];
    await untilState('one', 'waiting', 1);
    const refused = request(['POST /one/body HTTP/1.1', 'Host: a', 'Content-Length: 5'], '12345');
    const { answers } = await exchange(server.baseUrl, refused + get('/other/now'), { answers: 2 });
    expect(answers.map(({ status }) => status)).toEqual([503, 200]);
    server.door.open();
    await Promise.all(held);
  });
});

describe('a slot is returned', () => {
  it.each(['/one/now', '/one/throws', '/one/hijacked', '/one/none'])('a slot is returned after %s', async (path) => {
    const server = await givenServer();
    for (let turn = 0; turn < 3; turn += 1) await server.get(path);
    await fetch(`${server.baseUrl}${path}`, { method: 'HEAD' });
    expect([await state('one', 'turns'), await state('one', 'waiting'), await state('one', 'slow')]).toEqual([0, 0, 0]);
  });

  it('a slot is returned immediately by a waiting client that disconnects, and after the work by one in progress', async () => {
    const server = await givenServer();
    const begun = await server.open(get('/one/hold'));
    await untilState('one', 'turns', 1);
    const waiting = await server.open(get('/one/hold'));
    await untilState('one', 'waiting', 1);
    waiting.destroy();
    await untilState('one', 'waiting', 0);
    begun.destroy();
    await until(
      'the server to know',
      () => new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count === 0))),
    );
    expect(await state('one', 'turns')).toBe(1);
    server.door.open();
    await untilState('one', 'turns', 0);
    expect(server.done()).toBe(1);
  });

  it('a slot is returned by requests that are sent together', async () => {
    const server = await givenServer({
      surfaces: [surface('one', { waiting: 5 }), surface('other')],
    });
    const { answers } = await exchange(server.baseUrl, get('/one/now').repeat(4), { answers: 4 });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const together = await server.open(get('/one/hold').repeat(3));
    await untilState('one', 'waiting', 2);
    together.destroy();
    await untilState('one', 'waiting', 0);
    server.door.open();
    await untilState('one', 'turns', 0);
  });

  it('from an answer that nobody reads', async () => {
    const server = await givenServer();
    const socket = await server.open(get('/one/large'));
    socket.pause();
    await until('the answer to be there', () => socket.bytesRead > 0 || socket.readableLength > 0);
    await untilState('one', 'turns', 0);
    expect((await server.get('/one/now')).status).toBe(200);
    socket.destroy();
  });

  it('from a body that arrives slowly and from a stream, which keep a connection alone', async () => {
    const server = await givenServer();
    const slow = await server.open(
      request(['POST /one/body HTTP/1.1', 'Host: a', 'Content-Type: text/plain', 'Content-Length: 5'], '12'),
    );
    await untilState('one', 'slow', 1);
    await untilState('one', 'turns', 0);
    const stream = await server.open(get('/one/stream'));
    await untilState('one', 'slow', 2);
    await untilState('one', 'turns', 0);
    expect((await server.get('/one/now')).status).toBe(200);
    const third = request(['POST /one/body HTTP/1.1', 'Host: a', 'Content-Length: 5'], '12');
    const { answers } = await exchange(server.baseUrl, third, { answers: 1 });
    expect([answers[0]?.status, answers[0]?.headers['retry-after']]).toEqual([503, '5']);
    slow.write('345');
    const [answer] = (await once(slow, 'data')) as [Buffer];
    expect(answer.toString()).toContain('200 OK');
    stream.destroy();
    await untilState('one', 'slow', 0);
    expect(await state('one', 'turns')).toBe(0);
  });
});

describe('connections', () => {
  it('connections are limited in total and per address, and dropped ones are counted', async () => {
    for (const [reason, connections] of [
      ['all', { most: 2, perAddress: 100 }],
      ['address', { most: 100, perAddress: 2 }],
    ] as const) {
      const server = await givenServer({ connections });
      const name = `makewhole_http_connections_dropped_total{reason="${reason}"}`;
      const before = await metric(name);
      const kept = [await server.open(get('/one/now')), await server.open(get('/one/now'))];
      for (const socket of kept) await once(socket, 'data');
      const dropped = await server.open('');
      dropped.resume();
      await once(dropped, 'close');
      expect(await metric(name)).toBe((before || 0) + 1);
      for (const socket of kept) socket.destroy();
      await until('room', async () => (await server.get('/one/now').catch(() => undefined))?.status === 200);
    }
  });

  it('a connection with more open requests than a real client sends is closed', async () => {
    const server = await givenServer({ surfaces: [surface('one', { waiting: 1_000 }), surface('other')] });
    const socket = await server.open(get('/one/hold').repeat(150));
    socket.resume();
    await once(socket, 'close');
    server.door.open();
    await untilState('one', 'turns', 0);
    expect(await state('one', 'waiting')).toBe(0);
  });
});

it('a connection is drained with the requests that wait in it', async () => {
  const server = await givenServer();
  const held = [server.get('/one/hold'), server.get('/one/hold')];
  await untilState('one', 'waiting', 1);
  const turnedAway = () => metric('makewhole_http_turned_away_total{surface="one",reason="full"}');
  const before = await turnedAway();
  const refused = server.get('/one/hold');
  await until('the refusal', async () => (await turnedAway()) > before);
  const drained = server.drain.run(0);
  server.door.open();
  expect((await Promise.all([...held, refused])).map(({ status }) => status)).toEqual([200, 200, 503]);
  await drained;
});
