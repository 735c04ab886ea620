import { fastify, type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { signalDeprecations, type Deprecation } from './deprecations.ts';

const base = 'http://makewhole.test';
const whole: Deprecation = {
  operation: 'things.list',
  since: '2026-11-18',
  sunset: '2027-11-18',
  page: '/developers/versioning',
};

let app: FastifyInstance | undefined;
afterEach(async () => app?.close());

/** A made-up surface with two operations. */
async function serve(...entries: Deprecation[]): Promise<FastifyInstance> {
  app = fastify();
  signalDeprecations(app, entries, base);
  app.get('/things', { config: { operation: 'things.list' } }, async (_request, reply) => {
    reply.header('link', '<http://makewhole.test/next>; rel="next"');
    return [];
  });
  app.post('/things', { config: { operation: 'things.create' } }, async () => {
    throw new Error('refused');
  });
  await app.ready();
  return app;
}

/** A body makes the request a POST. */
const headersOf = async (served: FastifyInstance, url: string, payload?: object) => {
  const { headers } = await served.inject(payload === undefined ? { url } : { method: 'POST', url, payload });
  return [headers['deprecation'], headers['sunset'], headers['link']];
};

describe('a deprecation', () => {
  it('a deprecation is announced in three headers, next to existing links', async () => {
    expect(await headersOf(await serve(whole), '/things')).toEqual([
      '@1794960000',
      'Thu, 18 Nov 2027 00:00:00 GMT',
      '<http://makewhole.test/next>; rel="next", <http://makewhole.test/developers/versioning>; rel="deprecation"; type="text/html"',
    ]);
  });

  it('a deprecation is announced only for its operation', async () => {
    expect(await headersOf(await serve(whole), '/things', {})).toEqual([undefined, undefined, undefined]);
  });

  it('a deprecated member is announced only to clients that send it, in errors too', async () => {
    const served = await serve({ ...whole, operation: 'things.create', member: 'colour' });
    expect(await headersOf(served, '/things', { name: 'a' })).toEqual([undefined, undefined, undefined]);
    expect((await headersOf(served, '/things', { colour: 'red' }))[0]).toBe('@1794960000');
    expect((await headersOf(served, '/things?colour=red', {}))[0]).toBe('@1794960000');
  });

  it('several deprecations are announced once, with the earliest end', async () => {
    const later = { ...whole, member: 'page', sunset: '2028-01-01', page: '/developers/concepts/paging' };
    const [, sunset, link] = await headersOf(await serve(later, whole), '/things?page=2');
    expect(sunset).toBe('Thu, 18 Nov 2027 00:00:00 GMT');
    expect(String(link).match(/rel="deprecation"/g)).toHaveLength(2);
  });

  it.each([
    ['less than a year of notice', { ...whole, sunset: '2027-11-17' }],
    ['a date that is none', { ...whole, sunset: 'soon' }],
    ['an operation that does not exist', { ...whole, operation: 'things.forget' }],
  ])('a deprecation with %s keeps the service from starting', async (_why, entry) => {
    await expect(serve(entry)).rejects.toThrow(/months later|no operation/);
  });
});
