import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startBadReceivers, type BadReceivers } from '#test/doubles/bad-receivers';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { gate, until } from '#test/until';
import { createEgress } from './egress.ts';
import type { EgressGateway } from './port.ts';

let receiver: Receiver;
let egress: EgressGateway;

beforeAll(async () => {
  receiver = await startReceiver();
});

beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answer((_request, response) => response.writeHead(204).end());
});

afterAll(() => receiver.close());

function settings() {
  const [host = '', port = ''] = receiver.dial.split('=127.0.0.1:');
  return {
    webhookHostOverrides: new Map([[host, { host: '127.0.0.1', port: Number(port) }]]),
    webhookCaFile: receiver.caFile,
  };
}

let dialMap: ReturnType<typeof settings>['webhookHostOverrides'];

beforeEach(async () => {
  const own = settings();
  dialMap = own.webhookHostOverrides;
  egress = createEgress(own);
  return () => egress.close();
});

const post = (body = '{}', path = '/hooks') =>
  egress.post({ url: `https://${receiver.host}${path}`, headers: { 'x-service-event': 'referral.created' }, body });

/** A connection is free for the next request one turn of the event loop after its response. */
async function postInTurn() {
  const outcome = await post();
  await new Promise((resolve) => setImmediate(resolve));
  return outcome;
}

const odd = '{"name":"Zoë ☂ 𝄞","slash":"\\/","space": "\u00a0\u2028","number":1.0,"text":"a\\u0000b"}';

describe('a connection to a receiver', () => {
  it('a connection carries the given bytes and a request that describes them', async () => {
    await post(odd, '/a/b?c=d&e=%20');
    const [request] = receiver.received;
    expect(request?.raw.equals(Buffer.from(odd, 'utf8'))).toBe(true);
    expect([request?.method, request?.path]).toEqual(['POST', '/a/b?c=d&e=%20']);
    expect(request?.headers).toEqual({
      host: 'hooks.example.com',
      connection: 'keep-alive',
      'x-service-event': 'referral.created',
      'accept-encoding': 'identity',
      'content-length': String(Buffer.byteLength(odd)),
    });
  });

  it('a connection is reused by the next delivery', async () => {
    const before = receiver.connections;
    const outcomes = [await postInTurn(), await postInTurn(), await postInTurn()];
    expect(outcomes.map(({ status }) => status)).toEqual([204, 204, 204]);
    expect(receiver.connections).toBe(before + 1);
  });

  it('a connection is reused after a response that was read to its end', async () => {
    const before = receiver.connections;
    receiver.answer((_request, response) => response.writeHead(200).end('thanks'));
    const outcomes = [await postInTurn(), await postInTurn()];
    expect(outcomes.map(({ answer }) => answer)).toEqual(['thanks', 'thanks']);
    expect(receiver.connections).toBe(before + 1);
  });

  it('a connection is not reused after a response that was too long to read', async () => {
    const before = receiver.connections;
    receiver.answer((_request, response) => response.writeHead(200).end('x'.repeat(2_000_000)));
    const outcomes = [await post(), await post()];
    expect(outcomes.map(({ cause, answer }) => [cause, answer?.length])).toEqual([
      ['acknowledged', 16_384],
      ['acknowledged', 16_384],
    ]);
    expect(receiver.connections).toBe(before + 2);
  });

  it('a connection is reopened when the receiver closed it in between', async () => {
    receiver.answer((_request, response) => response.writeHead(200, { connection: 'close' }).end());
    const before = receiver.connections;
    expect([(await post()).cause, (await post()).cause]).toEqual(['acknowledged', 'acknowledged']);
    expect(receiver.connections).toBe(before + 2);
  });

  it('an attempt reports its address and the duration of each step', async () => {
    const { address, timings, durationMs } = await post();
    expect(address).toBe('127.0.0.1');
    expect(Object.keys(timings)).toEqual(['dns', 'connect', 'tls', 'firstByte']);
    expect(durationMs).toBeGreaterThanOrEqual(timings['firstByte'] ?? 0);
  });

  it.each([301, 302, 303, 307, 308])('a redirect is not followed: %i', async (status) => {
    const location = `https://${receiver.host}/elsewhere`;
    receiver.answer((_request, response) => response.writeHead(status, { location }).end());
    expect((await post()).cause).toBe(`answered ${status}; redirects are not followed`);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks']);
  });

  it('requests do not wait for others to the same host', async () => {
    const hold = gate();
    receiver.answer((request, response) => {
      const held = request.url === '/held' ? hold.opened : Promise.resolve();
      void held.then(() => response.writeHead(204).end());
    });
    const held = Array.from({ length: 50 }, () => post('{}', '/held'));
    await until('all held', () => receiver.received.length === 50);
    const { status, durationMs } = await post('{}', '/free');
    expect(status).toBe(204);
    expect(durationMs).toBeLessThan(5_000);
    hold.open();
    expect((await Promise.all(held)).every((outcome) => outcome.status === 204)).toBe(true);
  });
});

describe('a dedicated connection', () => {
  it('a connection is replaced after five minutes, however busy it is', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const before = receiver.connections;
    await postInTurn();
    vi.advanceTimersByTime(300_000);
    await postInTurn();
    expect(receiver.connections).toBe(before + 1);
    vi.advanceTimersByTime(1);
    const { status } = await postInTurn();
    vi.useRealTimers();
    expect([status, receiver.connections]).toEqual([204, before + 2]);
  });

  it('a failed connection does not change how others to the same host were made', async () => {
    const hold = gate();
    receiver.answer((request, response) => {
      if (request.url === '/held') void hold.opened.then(() => response.writeHead(204).end());
      else response.writeHead(204, { connection: 'close' }).end();
    });
    const held = post('{}', '/held');
    await until('it is held', () => receiver.received.length === 1);
    expect((await postInTurn()).address).toBe('127.0.0.1');
    // Nothing listens on the first port of a machine.
    dialMap.set(receiver.host, { host: '127.0.0.1', port: 1 });
    const { cause, address, timings } = await post();
    expect([cause, address, timings]).toEqual(['the connection was refused', undefined, {}]);
    hold.open();
    expect(await held).toMatchObject({ address: '127.0.0.1', timings: { dns: expect.any(Number) } });
  });
});

describe('an attempt that is cut off', () => {
  const cutOff: Record<string, (response: ServerResponse) => void> = {
    'interim answers without end': (response) => {
      for (let sent = 0; sent < 20; sent += 1) response.writeProcessing();
    },
    'a body without end': (response) => {
      response.writeHead(200);
      Readable.from(endless()).pipe(response);
    },
    'a connection that is cut': (response) => response.destroy(),
  };

  it.each(Object.entries(cutOff))(
    'an attempt that is cut off closes its own connection and no other: %s',
    async (_name, misbehave) => {
      const hold = gate();
      receiver.answer((request, response) => {
        if (request.url === '/bad') misbehave(response);
        else if (request.url === '/held') void hold.opened.then(() => response.writeHead(204).end());
        else response.writeHead(204).end();
      });
      const before = receiver.connections;
      const held = Array.from({ length: 3 }, () => post('{}', '/held'));
      await until('all held', () => receiver.received.length === 3);
      await Promise.all(Array.from({ length: 3 }, () => post('{}', '/bad')));
      const after = await Promise.all(Array.from({ length: 8 }, () => post()));
      hold.open();
      const outcomes = [...after, ...(await Promise.all(held))];
      expect(outcomes.map(({ cause }) => cause)).toEqual(outcomes.map(() => 'acknowledged'));
      // Three held, three cut off, eight that could not reuse any of those.
      expect(receiver.connections).toBe(before + 14);
    },
  );
});

function* endless() {
  for (;;) yield 'x'.repeat(65_536);
}

describe('an unsafe header', () => {
  const attacks: Record<string, Record<string, string>> = {
    'ends its line': { 'x-service-event': 'a\r\nx-other: b' },
    'ends the head': { 'x-service-event': 'a\r\n\r\nPOST /other HTTP/1.1\r\nhost: x\r\n\r\n' },
    'has a bare line feed': { 'x-service-event': 'a\nx-other: b' },
    'has a bare carriage return': { 'x-service-event': 'a\rx-other: b' },
    'has a zero byte': { 'x-service-event': 'a\0b' },
    'has letters whose last byte ends a line': { 'x-service-event': 'a\u010d\u010ax-other: b' },
    'has a name that ends its line': { 'x-service-event: a\r\nx-other': 'b' },
    'has a name with a space': { 'x-service-event ': 'a' },
    'frames the body otherwise': { 'transfer-encoding': 'chunked' },
    'tells another length': { 'content-length': '1' },
    'asks for another protocol': { upgrade: 'h2c' },
    'asks for leave first': { expect: '100-continue' },
  };

  it.each(Object.entries(attacks))('a header that %s is not sent, nor is its request', async (_name, headers) => {
    const { status, cause } = await egress.post({ url: `https://${receiver.host}/`, headers, body: '{}' });
    expect([status, cause]).toEqual([undefined, 'the request failed']);
    expect((await post()).status).toBe(204);
    expect(receiver.received.map(({ path, headers: sent }) => [path, sent['x-other']])).toEqual([
      ['/hooks', undefined],
    ]);
  });

  it('an unsafe header cannot come from the address either', async () => {
    await post('{}', '/a\r\nx-other: b/%0d%0ax-other:%20b?\u010d\u010a HTTP/1.1');
    expect(receiver.received.map(({ path, headers }) => [path, headers['x-other']])).toEqual([
      ['/ax-other:%20b/%0d%0ax-other:%20b?%C4%8D%C4%8A%20HTTP/1.1', undefined],
    ]);
  });
});

describe('a response that is not all text', () => {
  let receivers: BadReceivers;

  beforeAll(async () => {
    const binary = Buffer.from([0, 1, 2, 0xff, 0xfe, 0, 0x41]);
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${binary.length}\r\n\r\n`;
    receivers = await startBadReceivers({
      binary: { meet: (socket) => socket.write(Buffer.concat([Buffer.from(head), binary])) },
    });
    return () => receivers.close();
  });

  it('a binary response is stored as text that a database accepts', async () => {
    const own = createEgress(receivers);
    const { cause, answer } = await own.post({ url: receivers.url('binary'), headers: {}, body: '{}' });
    await own.close();
    expect([cause, answer]).toEqual(['acknowledged', '\u0001\u0002\ufffd\ufffdA']);
  });
});
