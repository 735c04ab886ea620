import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:https';
import type { SecureVersion } from 'node:tls';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAuthority } from '#test/doubles/certificates';
import { createEgress } from './egress.ts';
import type { EgressGateway } from './port.ts';
import { TlsSessions } from './tls-sessions.ts';

const host = 'hooks.example.com';
const authority = makeAuthority();
const good = authority.issue(host);
const expired = authority.issue(host, -1);
const ticketKeys = randomBytes(48);

let server: Server;
/** For each connection, whether it resumed a session. */
let resumed: boolean[];
let requests: number;
let clock: number;
let egress: EgressGateway;

afterAll(() => authority.remove());

/** Closes each connection after its response, so that the next request needs a new one. */
async function start(options: { maxVersion?: SecureVersion } = {}): Promise<void> {
  server = createServer({ ...good, ticketKeys, ...options }, (request, response) => {
    requests += 1;
    request.resume().on('end', () => response.writeHead(204, { connection: 'close' }).end());
  });
  server.on('secureConnection', (socket) => resumed.push(socket.isSessionReused()));
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const webhookHostOverrides = new Map([[host, { host: '127.0.0.1', port }]]);
  egress = createEgress({ webhookHostOverrides, webhookCaFile: authority.caFile }, { now: () => clock });
}

beforeEach(async () => {
  [resumed, requests, clock] = [[], 0, 0];
  await start();
  return stop;
});

async function stop(): Promise<void> {
  await egress.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const post = async () => (await egress.post({ url: `https://${host}/`, headers: {}, body: '{}' })).cause;
const minutes = (count: number) => count * 60_000;

describe('a TLS session', () => {
  it.each(['TLSv1.3', 'TLSv1.2'] as const)(
    'a session is resumed by the next connection to its name: %s',
    async (maxVersion) => {
      await stop();
      await start({ maxVersion });
      expect([await post(), await post(), await post()]).toEqual(['acknowledged', 'acknowledged', 'acknowledged']);
      expect(resumed).toEqual([false, true, true]);
    },
  );

  it('a session ends ten minutes after the certificate was verified', async () => {
    await post();
    // As after a failed renewal, or by an attacker who has the ticket keys.
    server.setSecureContext({ ...expired, ticketKeys });
    clock = minutes(6);
    expect(await post()).toBe('acknowledged');
    clock = minutes(10) - 1;
    expect(await post()).toBe('acknowledged');
    expect(resumed).toEqual([false, true, true]);
    clock = minutes(10);
    expect([await post(), await post()]).toEqual(['the certificate has expired', 'the certificate has expired']);
    expect(requests).toBe(3);
  });

  it('a session begins again with a newly verified certificate', async () => {
    await post();
    clock = minutes(10);
    await post();
    clock = minutes(19);
    await post();
    expect(resumed).toEqual([false, false, true]);
  });

  it('a session does not hide that the receiver now has a bad certificate', async () => {
    await post();
    server.setSecureContext({ ...expired, ticketKeys: randomBytes(48) });
    expect(await post()).toBe('the certificate has expired');
    expect(requests).toBe(1);
  });

  it('is not kept when the certificate was refused', async () => {
    server.setSecureContext({ ...expired, ticketKeys });
    expect(await post()).toBe('the certificate has expired');
    server.setSecureContext({ ...good, ticketKeys });
    resumed.length = 0;
    expect(await post()).toBe('acknowledged');
    expect(resumed).toEqual([false]);
  });

  it('a session is forgotten after a later connection failed', async () => {
    await post();
    server.setSecureContext({ ...expired, ticketKeys: randomBytes(48) });
    await post();
    server.setSecureContext({ ...good, ticketKeys });
    resumed.length = 0;
    expect(await post()).toBe('acknowledged');
    expect(resumed).toEqual([false]);
  });
});

describe('sessions of many names', () => {
  it('sessions are bounded: the least recently used is dropped first', () => {
    const sessions = new TlsSessions(() => 0);
    const session = Buffer.from('session');
    for (let name = 0; name < 2_000; name += 1) sessions.keep(`${name}`, session, undefined);
    expect(sessions.find('0')).toBeDefined();
    sessions.keep('2000', session, undefined);
    expect([sessions.find('0'), sessions.find('1')]).toEqual([{ session, verifiedAt: 0 }, undefined]);
    expect(sessions.find('2000')).toBeDefined();
  });
});
