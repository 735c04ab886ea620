import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import Fastify from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import published from '../../vectors/webhooks.json' with { type: 'json' };
import { webhooks, WebhookRefused, type PartnerEvent } from '../index.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const old = `whsec_gap_${'x'.repeat(40)}`;
const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  }
});

let made = 0;
const eventText = (type = 'referral.activated') =>
  JSON.stringify({
    id: `evt_${(made += 1)}`,
    object: 'event',
    type,
    api_version: '1.1',
    created_at: '2026-11-15T12:00:00.000Z',
    account: { id: 'inst_synthetic' },
    data: { referral: { id: 'ref_1' }, consultation_number: 'CN-T0000001', via: 'Zoë ☂' },
  });

type Sent = { readonly body: string; readonly headers: Record<string, string>; readonly method?: string };
type Send = (sent: Sent) => Promise<number>;
type Receiver = ReturnType<typeof webhooks.receive>;

async function listen(receiver: Receiver['node']): Promise<string> {
  const server = createServer((request, response) => void receiver(request, response));
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}/`;
}

const post = async (url: string, { body, headers, method = 'POST' }: Sent) =>
  (await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) })).status;

/** The same receiver behind each framework. .ci/sdk tests Express and Hono themselves, with the packed library. */
const frameworks: Record<string, (receiver: Receiver) => Send> = {
  'node:http': (receiver) => async (sent) => post(await listen(receiver.node), sent),
  'express.raw, by its shape': (receiver) => async (sent) => {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => void receiver.express(Object.assign(request, { body: Buffer.concat(chunks) }), response));
    });
    servers.push(server.listen(0, '127.0.0.1'));
    await once(server, 'listening');
    return post(`http://127.0.0.1:${(server.address() as { port: number }).port}/`, sent);
  },
  fetch:
    (receiver) =>
    async ({ body, headers, method = 'POST' }) => {
      const request = new Request('http://x.example/', { method, headers, ...(method === 'GET' ? {} : { body }) });
      return (await receiver.fetch(request)).status;
    },
  'Hono, by its shape':
    (receiver) =>
    async ({ body, headers, method = 'POST' }) => {
      const raw = new Request('http://x.example/', { method, headers, ...(method === 'GET' ? {} : { body }) });
      return (await receiver.hono({ req: { raw } })).status;
    },
  Fastify: (receiver) => async (sent) => {
    const app = Fastify();
    await app.register(receiver.fastify, { prefix: '/hooks' });
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    try {
      return await post(`${url}/hooks`, sent);
    } finally {
      await app.close();
    }
  },
};

describe.each(Object.entries(frameworks))('webhooks.receive for %s', (name, through) => {
  it('acts upon a genuine delivery, typed by its event, once', async () => {
    const acted: string[] = [];
    const receiver = webhooks.receive({
      secret: [old, secret],
      store: webhooks.memoryStore(),
      on: { 'referral.activated': ({ id, data }) => void acted.push(`${id} ${data.consultation_number} ${data.via}`) },
    });
    const send = through(receiver);
    const body = eventText();
    const headers = await webhooks.testHeaders({ body, secret });
    expect([await send({ body, headers }), await send({ body, headers })]).toEqual([204, 204]);
    expect(acted).toEqual([`${JSON.parse(body).id} CN-T0000001 Zoë ☂`]);
    expect(await send({ body, headers: await webhooks.testHeaders({ body, secret: old }) })).toBe(204);
  });

  it('rejects changed, old, unsigned and oversized deliveries, and returns 500 when an action throws', async () => {
    const refused: string[] = [];
    const failed: unknown[] = [];
    const receiver = webhooks.receive({
      secret,
      on: { 'referral.closed': () => Promise.reject(new Error('not today')) },
      onRefused: ({ reason }) => void refused.push(reason),
      onError: (error) => void failed.push(error),
    });
    const send = through(receiver);
    const body = eventText('referral.closed');
    const headers = await webhooks.testHeaders({ body, secret });
    const late = await webhooks.testHeaders({ body, secret, now: new Date(Date.now() - 301_000) });
    expect(await send({ body: `${body} `, headers })).toBe(400);
    expect(await send({ body, headers: late })).toBe(400);
    expect(await send({ body, headers: { 'content-type': 'application/json' } })).toBe(400);
    expect(refused).toEqual(['signature', 'timestamp', 'header']);
    expect(await send({ body, headers })).toBe(500);
    expect(failed).toEqual([new Error('not today')]);
    const huge = JSON.stringify({ id: 'evt_huge', type: 'referral.closed', text: 'x'.repeat(1_100_000) });
    expect(await send({ body: huge, headers })).toBe(name.startsWith('express.raw') ? 400 : 413);
    expect(await send({ body: '', headers: {}, method: 'GET' })).toBe(name === 'Fastify' ? 404 : 405);
  });

  it.each(['referral.something_new', 'constructor', '__proto__'])(
    'acknowledges the unknown type %s, and passes it to `other` if set [P-VER-004]',
    async (type) => {
      const others: string[] = [];
      const body = eventText(type);
      const headers = await webhooks.testHeaders({ body, secret });
      expect(await through(webhooks.receive({ secret, on: {} }))({ body, headers })).toBe(204);
      const wanted = webhooks.receive({ secret, on: {}, other: (event) => void others.push(event.type) });
      expect(await through(wanted)({ body, headers })).toBe(204);
      expect(others).toEqual([type]);
    },
  );
});

it('a body that Express has parsed is reported, with what to do', async () => {
  const failed: unknown[] = [];
  const receiver = webhooks.receive({ secret, on: {}, onError: (error) => void failed.push(error) });
  const server = createServer((request, response) => {
    void receiver.express(Object.assign(request, { body: { parsed: true } }), response);
  });
  servers.push(server.listen(0, '127.0.0.1'));
  await once(server, 'listening');
  const body = eventText();
  const headers = await webhooks.testHeaders({ body, secret });
  expect(await post(`http://127.0.0.1:${(server.address() as { port: number }).port}/`, { body, headers })).toBe(500);
  expect(String(failed[0])).toContain('express.raw');
});

describe('webhooks.verify', () => {
  it('accepts both secrets of a rotation: the old one in our header, both in the standard header', async () => {
    const body = eventText();
    const t = String(Math.floor(Date.now() / 1000));
    const id = JSON.parse(body).id as string;
    const headers = {
      'X-Service-Signature': `t=${t},v1=${createHmac('sha256', old).update(`${t}.${body}`).digest('hex')}`,
      'webhook-id': id,
      'webhook-timestamp': t,
      'webhook-signature': `v1,${createHmac('sha256', Buffer.alloc(32, 7)).update(`${id}.${t}.${body}`).digest('base64')}`,
    };
    for (const one of [old, secret, [secret, old]]) {
      expect((await webhooks.verify({ body, headers, secret: one })).id).toBe(id);
    }
    const another = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
    await expect(webhooks.verify({ body, headers, secret: another })).rejects.toThrow(WebhookRefused);
    await expect(webhooks.verify({ body, headers, secret: 'nonsense' })).rejects.toMatchObject({ reason: 'secret' });
    await expect(webhooks.verify({ body, headers, secret: [] })).rejects.toMatchObject({ reason: 'secret' });
  });

  it.each(published.vectors)('says of the published delivery "$name": $expect', async (vector) => {
    const now = new Date(vector.now * 1000);
    const outcome = await webhooks
      .verify({ body: vector.body, headers: vector.headers, secret: vector.secrets, now })
      .then(() => 'accepted')
      .catch((error: unknown) => (error instanceof WebhookRefused ? error.reason : 'another error'));
    expect(outcome).toBe(vector.expect);
  });
});

it('an event tells its data by its type, for the compiler too', () => {
  const read = (event: PartnerEvent): string => {
    switch (event.type) {
      case 'plan.statement.issued':
        return event.data.statement.number;
      case 'plan.loss.reported':
        return event.data.loss_notice.id;
      default:
        return event.id;
    }
  };
  expect(read(JSON.parse(eventText()) as PartnerEvent)).toMatch(/^evt_/);
});
