import { once } from 'node:events';
import { createServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drip, pour, startBadReceivers, type BadReceiver, type BadReceivers } from '#test/doubles/bad-receivers';
import { createEgress } from './egress.ts';
import type { EgressGateway, PostOutcome } from './port.ts';

const cut = 'the connection was cut before an answer';
const late = 'no answer within 10 seconds';
const trap = createServer((socket) => socket.destroy());
let trapped = 0;
trap.on('connection', () => {
  trapped += 1;
});

const ok = (...headers: string[]) => `HTTP/1.1 200 OK\r\n${headers.map((header) => `${header}\r\n`).join('')}\r\n`;

/** 64 MiB of zeros in 64 KiB. */
const bomb = gzipSync(Buffer.alloc(67_108_864));
const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;

function moved(): string {
  const address = trap.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return `HTTP/1.1 301 Moved\r\nlocation: https://127.0.0.1:${port}/\r\ncontent-length: 0\r\n\r\n`;
}

type Expected = { readonly status?: number; readonly cause: string; readonly slow?: boolean };

/** Each with the expected cause; the slow ones use up their ten seconds. */
const zoo: Record<string, BadReceiver & Expected> = {
  'takes the connection and says nothing': {
    plain: true,
    meet: () => undefined,
    cause: 'no connection in time',
    slow: true,
  },
  'hangs before headers': { meet: () => undefined, cause: late, slow: true },
  'hangs after headers': {
    meet: (socket) => socket.write(`${ok('content-length: 99')}hello`),
    status: 200,
    cause: 'acknowledged',
    slow: true,
  },
  'drips its headers': {
    meet: (socket) => drip(socket, ok(...Array.from({ length: 99 }, () => 'x-slow: yes')), 400),
    cause: late,
    slow: true,
  },
  'drips its body': {
    meet(socket) {
      socket.write(ok('content-length: 9999'));
      drip(socket, 'x'.repeat(9999), 400);
    },
    status: 200,
    cause: 'acknowledged',
    slow: true,
  },
  'sends a body without end': {
    meet(socket) {
      socket.write(ok('transfer-encoding: chunked'));
      pour(socket, chunk);
    },
    status: 200,
    cause: 'acknowledged',
  },
  'sends a gzip bomb': {
    meet: (socket) =>
      socket.write(Buffer.concat([Buffer.from(ok('content-encoding: gzip', `content-length: ${bomb.length}`)), bomb])),
    status: 200,
    cause: 'acknowledged',
  },
  'fails with a body without end': {
    meet(socket) {
      socket.write('HTTP/1.1 500 Oops\r\ntransfer-encoding: chunked\r\n\r\n');
      pour(socket, chunk);
    },
    status: 500,
    cause: 'answered 500',
  },
  'cuts its body off': {
    meet: (socket) => socket.end(`${ok('content-length: 99')}hello`),
    status: 200,
    cause: 'acknowledged',
  },
  'sends headers without end': {
    meet(socket) {
      socket.write('HTTP/1.1 200 OK\r\n');
      pour(socket, `x-more: ${'x'.repeat(1000)}\r\n`);
    },
    cause: 'the answer had too many headers',
  },
  'resets the connection': { meet: (_socket, line) => line.resetAndDestroy(), cause: cut },
  'resets the connection before TLS': { plain: true, meet: (socket) => socket.resetAndDestroy(), cause: cut },
  'closes without an answer': { meet: (socket) => socket.end(), cause: cut },
  'has an expired certificate': {
    certificate: 'expired',
    meet: (socket) => socket.end(ok()),
    cause: 'the certificate has expired',
  },
  'has the certificate of another name': {
    certificate: 'for another name',
    meet: (socket) => socket.end(ok()),
    cause: 'the certificate is for another name',
  },
  'has the certificate of another authority': {
    certificate: 'from another authority',
    meet: (socket) => socket.end(ok()),
    cause: 'the certificate is not from a trusted authority',
  },
  'redirects to a private address': {
    meet: (socket) => socket.end(moved()),
    status: 301,
    cause: 'answered 301; redirects are not followed',
  },
  'floods with early hints': {
    meet: (socket) => pour(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>\r\n\r\n'),
    cause: 'interim answers without end',
  },
  'continues without being asked': {
    meet: (socket) => pour(socket, 'HTTP/1.1 100 Continue\r\n\r\n'),
    cause: 'the answer was not a final one',
  },
  'switches protocols': {
    meet: (socket) => socket.write('HTTP/1.1 101 Switching\r\nupgrade: else\r\nconnection: upgrade\r\n\r\n'),
    cause: 'the answer was not a final one',
  },
  'does not speak HTTP': {
    meet: (socket) => socket.write('220 mail.example.com ESMTP\r\n'),
    cause: 'the answer was not HTTP',
  },
  'does not speak TLS': {
    plain: true,
    meet: (socket) => socket.end(ok()),
    cause: 'no secure connection could be agreed on',
  },
};

let receivers: BadReceivers;
let egress: EgressGateway;

beforeAll(async () => {
  await once(trap.listen(0, '127.0.0.1'), 'listening');
  receivers = await startBadReceivers(zoo);
  egress = createEgress(receivers);
  // The first requests of a process load the parser and much else, which is not measured here.
  const quick = Object.entries(zoo).filter(([, { slow }]) => slow !== true);
  await Promise.all(quick.map(([name]) => post(name)));
});

afterAll(async () => {
  await egress.close();
  await receivers.close();
  trap.close();
});

const post = (name: string): Promise<PostOutcome> =>
  egress.post({ url: receivers.url(name), headers: { 'content-type': 'application/json' }, body: '{}' });

/** The peak memory growth in bytes during `work`. */
async function memoryGrowth(work: () => Promise<void>): Promise<number> {
  const before = process.memoryUsage.rss();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  await work().finally(() => clearInterval(timer));
  return most - before;
}

describe('a misbehaving receiver', () => {
  const outcomes = new Map<string, PostOutcome>();
  let growth = 0;

  // All concurrently, so that together they take as long as the slowest.
  beforeAll(async () => {
    growth = await memoryGrowth(async () => {
      const posts = Object.keys(zoo).map(async (name) => outcomes.set(name, await post(name)));
      await Promise.all(posts);
    });
  });

  it.each(Object.entries(zoo))(
    '%s: the attempt ends in time and is called by its name',
    (name, { status, cause, slow }) => {
      const outcome = outcomes.get(name);
      expect([outcome?.status, outcome?.cause]).toEqual([status, cause]);
      expect(outcome?.durationMs).toBeLessThan(slow === true ? 10_500 : 5_000);
      expect(outcome?.answer?.length ?? 0).toBeLessThanOrEqual(16_384);
    },
  );

  it('costs little memory, all of them at once', () => {
    expect(growth / 1_048_576).toBeLessThan(50);
  });

  it('a receiver is asked for an uncompressed response', () => {
    expect(receivers.requestTo('sends a gzip bomb')).toMatch(/^accept-encoding: identity\r$/im);
  });

  it('cannot send us anywhere else', () => {
    expect(trapped).toBe(0);
  });
});
