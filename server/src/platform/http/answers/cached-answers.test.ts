import { gunzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { notFound } from '#platform/errors';
import { cacheAnswers } from './cached-answers.ts';

let app: FastifyInstance;
let made = 0;
let content = 'the first';

beforeAll(async () => {
  app = fastify();
  cacheAnswers(app);
  app.get('/pages/:name', async ({ params }, reply) => {
    made += 1;
    if ((params as { name: string }).name === 'none') throw notFound();
    return reply.header('content-type', 'text/plain; charset=utf-8').send(content);
  });
  await app.ready();
});

afterAll(() => app.close());

const get = (url: string, tag?: string) =>
  app.inject({ url, headers: tag === undefined ? {} : { 'if-none-match': tag } });

describe('a cached response', () => {
  it('a cached response is made once, however the address is spelled', async () => {
    const first = await get('/pages/a');
    expect([first.statusCode, first.body]).toEqual([200, 'the first']);
    expect(first.headers).toMatchObject({ 'cache-control': 'public, max-age=300', 'content-type': /^text\/plain/ });
    for (const url of ['/pages/a', '/pages/a?x=1', '/pages/%61']) {
      const again = await get(url);
      expect([again.statusCode, again.body, again.headers.etag]).toEqual([200, 'the first', first.headers.etag]);
      expect(again.headers['content-length']).toBe('9');
      expect(again.headers['content-type']).toBe(first.headers['content-type']);
    }
    expect(made).toBe(1);
  });

  it('a cached response is not sent to a client that already has it, from the first request on', async () => {
    const tag = String((await get('/pages/b')).headers.etag);
    for (const url of ['/pages/b', '/pages/c']) {
      const known = await get(url, tag);
      expect([known.statusCode, known.body, known.headers.etag]).toEqual([304, '', tag]);
      expect(known.headers['cache-control']).toBe('public, max-age=300');
    }
    expect((await get('/pages/b', '"other"')).statusCode).toBe(200);
  });

  it('a cached response is compressed for clients that accept it, under another tag', async () => {
    const plain = await get('/pages/e');
    for (const encoding of ['gzip', 'deflate, gzip;q=0.5', 'gzip, br']) {
      const packed = await app.inject({ url: '/pages/e', headers: { 'accept-encoding': encoding } });
      expect([packed.headers['content-encoding'], packed.headers.vary]).toEqual(['gzip', 'accept-encoding']);
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
      const tag = String(packed.headers.etag);
      expect(tag).not.toBe(plain.headers.etag);
      const headers = { 'accept-encoding': encoding, 'if-none-match': tag };
      expect((await app.inject({ url: '/pages/e', headers })).statusCode).toBe(304);
    }
    for (const encoding of ['gzip;q=0', 'br', 'identity']) {
      const { headers, body } = await app.inject({ url: '/pages/e', headers: { 'accept-encoding': encoding } });
      expect([headers['content-encoding'], body]).toEqual([undefined, plain.body]);
    }
  });

  it('a cached response is recomputed when its inputs change, and stored per variant', async () => {
    const other = fastify();
    const counted: Record<string, number> = {};
    let hour = '10';
    cacheAnswers(other, { variantOf: ({ headers }) => String(headers['x-variant']), stampOf: () => hour });
    other.get('/', async ({ headers }, reply) => {
      const variant = String(headers['x-variant']);
      counted[variant] = (counted[variant] ?? 0) + 1;
      return reply.header('content-type', 'text/plain').send(`${variant} ${hour}`);
    });
    const ask = async (variant: string) => (await other.inject({ url: '/', headers: { 'x-variant': variant } })).body;
    expect([await ask('a'), await ask('a'), await ask('b')]).toEqual(['a 10', 'a 10', 'b 10']);
    hour = '11';
    expect([await ask('a'), await ask('a'), counted]).toEqual(['a 11', 'a 11', { a: 2, b: 1 }]);
    await other.close();
  });

  it('a cached response has another tag when its content differs', async () => {
    const before = (await get('/pages/a')).headers.etag;
    content = 'the second';
    expect((await get('/pages/d')).headers.etag).not.toBe(before);
  });

  it('refusals are not cached', async () => {
    made = 0;
    await get('/pages/none');
    const { statusCode, headers } = await get('/pages/none');
    expect([made, statusCode, headers.etag]).toEqual([2, 404, undefined]);
  });
});
