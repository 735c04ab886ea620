import { gunzipSync } from 'node:zlib';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBoard } from '#test/browser/built-board';
import { useHarness } from '#test/harness';

beforeAll(() => buildBoard(), 120_000);
const harness = useHarness();

const assets = new URL('../../../../web/dist/assets/', import.meta.url);

describe('the board’s pages', () => {
  it.each(['/board', '/board/next', '/board/cases/con_x', '/board/anything/at/all'])(
    '%s are one page under a strict policy',
    async (path) => {
      const { status, headers, text } = await harness.current.call('GET', path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = headers.get('content-security-policy') ?? '';
      for (const rule of [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ])
        expect(policy).toContain(rule);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(headers.get('cache-control')).toBe('no-cache');
      // It loads only files of its own.
      expect(text).not.toMatch(/<script(?![^>]*\ssrc="\/board\/assets\/)/);
      expect(text).not.toContain('<style');
    },
  );

  it('serve files that are named by their contents, compressed, and cached forever', async () => {
    const [name = ''] = readdirSync(assets).filter((file) => file.endsWith('.js'));
    const response = await fetch(`${harness.current.baseUrl}/board/assets/${name}`, {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'gzip',
    ]);
    expect(await response.text()).toBe(readFileSync(new URL(name, assets), 'utf8'));
  });

  it.each([
    '/board/assets/nothing.js',
    '/board/assets/..%2findex.html',
    '/board/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('have no file %s', async (path) => {
    expect((await harness.current.call('GET', path)).status).toBe(404);
  });

  it.each(['/.well-known/api-catalog', '/api/staff/v1/nothing', '/openapi.json', '/llms.txt'])(
    'never answer %s',
    async (path) => {
      const { status, text } = await harness.current.call('GET', path);
      expect([status === 200, text.includes('/board/assets/')]).toEqual([false, false]);
    },
  );

  it('are not the home page', async () => {
    const { status, text } = await harness.current.call('GET', '/');
    expect([status, text.includes('/board/assets/')]).toEqual([200, false]);
  });

  it('load less than 200 KB before the first view', async () => {
    expect(existsSync(assets)).toBe(true);
    const page = (await harness.current.call('GET', '/board')).text;
    const loaded = [...page.matchAll(/\/board\/assets\/[^"]+/g)].map(([path]) => path);
    let bytes = 0;
    for (const path of loaded) {
      const { body } = await import('undici').then(({ request }) =>
        request(`${harness.current.baseUrl}${path}`, { headers: { 'accept-encoding': 'gzip' } }),
      );
      const packed = Buffer.from(await body.arrayBuffer());
      expect(gunzipSync(packed).length).toBeGreaterThan(packed.length);
      bytes += packed.length;
    }
    expect(loaded.length).toBeGreaterThanOrEqual(2);
    expect(bytes).toBeLessThan(200_000);
  });
});
