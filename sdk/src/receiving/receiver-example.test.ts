import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { createReceiver, memoryStore, type EventStore, type WebhookEvent } from '../../examples/receiver.ts';

const secret = `whsec_gap_${'x'.repeat(40)}`;
const now = new Date('2026-11-15T12:00:00.000Z');
const servers: Server[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

type Receiver = { readonly acted: string[]; readonly url: string };

async function start(act: (event: WebhookEvent) => Promise<void>, store: EventStore = memoryStore()) {
  const server = createReceiver({ secret, store, actions: { 'referral.activated': act }, now: () => now });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/hooks`;
}

async function startCounting(): Promise<Receiver> {
  const acted: string[] = [];
  const url = await start(async ({ id }) => {
    acted.push(id);
  });
  return { acted, url };
}

const eventText = (id: string, type = 'referral.activated') =>
  JSON.stringify({ id, object: 'event', type, created_at: now.toISOString(), data: { name: 'Zoë' } });

function signatureOf(body: string, at = now): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

const send = async (url: string, body: string, header: string | undefined = signatureOf(body)) => {
  const headers = { 'content-type': 'application/json', ...(header === '' ? {} : { 'x-service-signature': header }) };
  return (await fetch(url, { method: 'POST', body, headers })).status;
};

describe('the example of a receiver', () => {
  it('acts once per event id and acknowledges every further delivery of it [P-RETRY-010]', async () => {
    const { acted, url } = await startCounting();
    const statuses = [await send(url, eventText('evt_1')), await send(url, eventText('evt_1'))];
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => send(url, eventText('evt_2'))))));
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(acted).toEqual(['evt_1', 'evt_2']);
  });

  it('does not acknowledge a failed event, and acts on it when it is delivered again', async () => {
    const acted: string[] = [];
    let broken = true;
    const url = await start(async ({ id }) => {
      if (broken) throw new Error('not today');
      acted.push(id);
    });
    expect(await send(url, eventText('evt_1'))).toBe(500);
    broken = false;
    expect(await send(url, eventText('evt_1'))).toBe(204);
    expect(await send(url, eventText('evt_1'))).toBe(204);
    expect(acted).toEqual(['evt_1']);
  });

  it('records events in the store that it is given', async () => {
    const asked: string[] = [];
    const already: EventStore = { once: async (id) => void asked.push(id) };
    const url = await start(() => Promise.reject(new Error('must not act')), already);
    expect(await send(url, eventText('evt_9'))).toBe(204);
    expect(asked).toEqual(['evt_9']);
  });

  it.each(['referral.something_new', 'constructor', '__proto__'])(
    'acknowledges and ignores the type %s [P-VER-004]',
    async (type) => {
      const { acted, url } = await startCounting();
      expect(await send(url, eventText('evt_1', type))).toBe(204);
      expect(acted).toEqual([]);
    },
  );

  it('rejects a delivery that is unsigned, signed for another body, or signed too long ago', async () => {
    const { acted, url } = await startCounting();
    const body = eventText('evt_1');
    const old = new Date(now.getTime() - 301_000);
    const statuses = [
      await send(url, body, ''),
      await send(url, body, 'nonsense'),
      await send(url, body, signatureOf(`${body} `)),
      await send(url, JSON.stringify(JSON.parse(body), undefined, 1), signatureOf(body)),
      await send(url, body, signatureOf(body, old)),
    ];
    expect(statuses).toEqual([400, 400, 400, 400, 400]);
    expect(acted).toEqual([]);
  });

  it('takes only POST, and no more than a megabyte', async () => {
    const { acted, url } = await startCounting();
    expect((await fetch(url)).status).toBe(405);
    const huge = `"${'x'.repeat(1_048_576)}"`;
    expect(await send(url, huge)).toBe(413);
    expect(acted).toEqual([]);
  });
});
