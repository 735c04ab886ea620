import { readdirSync, readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { request } from 'undici';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildBoard } from '#test/browser/built-board';
import { useHarness } from '#test/harness';
import { storeAssets } from '#platform/http';
import { listPageAssets } from './page-assets.ts';

beforeAll(() => buildBoard(), 120_000);
const harness = useHarness();

const web = new URL('../../../../web/', import.meta.url);

/** The built files, each as its text. */
function readAssets(folder: string): [name: string, text: string][] {
  const assets = new URL(`${folder}/assets/`, web);
  return readdirSync(assets).map((name) => [name, readFileSync(new URL(name, assets), 'utf8')]);
}

it('files of another version are served from any process, until a day after a newer version replaced them', async () => {
  const { ctx, clock, call } = harness.current;
  const own = listPageAssets();
  const asset = (path: string, type: string) => ({ path, type, content: Buffer.from(`/* ${path} */`) });
  const others = [
    asset('/board/assets/index-other.js', 'text/javascript; charset=utf-8'),
    asset('/portal/assets/index-other.css', 'text/css; charset=utf-8'),
    asset('/developers/assets/docs-other.css', 'text/css; charset=utf-8'),
    asset('/assets/text-other.woff2', 'font/woff2'),
  ];
  const served = () => Promise.all(others.map(async ({ path }) => (await call('GET', path)).status));
  expect(await served()).toEqual([404, 404, 404, 404]);
  // The other version starts on a second machine: its pages may request files from this process, which does not have them.
  await storeAssets(ctx.db, others, clock.now());
  for (const { path, type } of others) {
    const { status, headers, text } = await call('GET', path);
    const caching = headers.get('cache-control');
    expect([path, status, headers.get('content-type'), caching, text]).toEqual([
      path,
      200,
      type,
      'public, max-age=31536000, immutable',
      `/* ${path} */`,
    ]);
  }
  // This version replaces it. Its pages are still open in browsers.
  await storeAssets(ctx.db, own, clock.now());
  clock.advance(23 * 3600);
  await storeAssets(ctx.db, own, clock.now());
  expect(await served()).toEqual([200, 200, 200, 200]);
  clock.advance(2 * 3600);
  await storeAssets(ctx.db, own, clock.now());
  expect(await served()).toEqual([404, 404, 404, 404]);
  const { rows } = await ctx.db.pool.query('select path from platform.assets where replaced_at is null order by path');
  expect(rows.map(({ path }) => path)).toEqual(own.map(({ path }) => path).toSorted());
  expect(own.length).toBeGreaterThan(10);
});

const overTls = { 'accept-encoding': 'gzip, deflate, br' };

describe.each([
  { at: '/board', page: 'index.html', folder: 'dist', deep: '/cases/con_x', mostBytes: 120_000 },
  { at: '/portal', page: 'portal.html', folder: 'dist-portal', deep: '/inst_x/test/keys', mostBytes: 112_000 },
])('the pages at $at', ({ at, page, folder, deep, mostBytes }) => {
  it('are one page under a strict policy', async () => {
    for (const path of ['', '/next', '/sign-in', deep, '/anything/at/all']) {
      const { status, headers, text } = await harness.current.call('GET', `${at}${path}`);
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
      expect([headers.get('cache-control'), headers.get('referrer-policy')]).toEqual(['no-cache', 'no-referrer']);
      // It loads only its own files.
      expect(text.replaceAll(`<script type="module" crossorigin src="${at}/assets/`, '')).not.toContain('<script');
      expect(text).not.toContain('<style');
    }
  });

  it("the pages' files are named by their contents, compressed, and cached forever", async () => {
    const [name = '', contents] = readAssets(folder).find(([file]) => file.endsWith('.js')) ?? [];
    const response = await fetch(`${harness.current.baseUrl}${at}/assets/${name}`, { headers: overTls });
    expect([response.status, response.headers.get('cache-control'), response.headers.get('content-encoding')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
      'br',
    ]);
    expect(await response.text()).toBe(contents);
  });

  it("the pages' files are sent again only when they have changed, in each encoding", async () => {
    const tags = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'gzip, br']) {
      const ask = (more: Record<string, string>) =>
        fetch(`${harness.current.baseUrl}${at}`, { headers: { 'accept-encoding': encoding, ...more } });
      const first = await ask({});
      const tag = first.headers.get('etag') ?? '';
      tags.add(tag);
      expect(await first.text()).toContain(`${at}/assets/`);
      const again = await ask({ 'if-none-match': tag });
      expect([again.status, await again.text(), again.headers.get('cache-control')]).toEqual([304, '', 'no-cache']);
    }
    expect(tags.size).toBe(3);
  });

  it.each(['nothing.js', `..%2f${page}`, '%2e%2e%2fpackage.json', '%2e%2e%2f%2e%2e%2fpackage.json'])(
    'the pages have no file %s',
    async (path) => {
      expect((await harness.current.call('GET', `${at}/assets/${path}`)).status).toBe(404);
    },
  );

  it.each(['/.well-known/nothing', '/api/staff/v1/nothing', '/openapi.json', '/llms-nothing.txt'])(
    'the pages never serve %s',
    async (path) => {
      const { status, text } = await harness.current.call('GET', path);
      expect([status === 200, text.includes(`${at}/assets/`)]).toEqual([false, false]);
    },
  );

  it('the pages are not the home page', async () => {
    const { status, text } = await harness.current.call('GET', '/');
    expect([status, text.includes(`${at}/assets/`)]).toEqual([200, false]);
  });

  it(`load at most ${mostBytes / 1000} KB before the first view`, async () => {
    const { text } = await harness.current.call('GET', at);
    const loaded = text.match(new RegExp(`${at}/assets/[^"]+`, 'g')) ?? [];
    let bytes = 0;
    for (const path of loaded) {
      const { body } = await request(`${harness.current.baseUrl}${path}`, { headers: overTls });
      const file = Buffer.from(await body.arrayBuffer());
      expect(brotliDecompressSync(file).length).toBeGreaterThan(file.length);
      bytes += file.length;
    }
    expect(loaded.length).toBeGreaterThanOrEqual(2);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });
});

it('the portal’s files neither call nor mention the board', () => {
  const namesBoard = ([, text]: [string, string]): boolean => /\/api\/staff\/|\/board\b/.test(text);
  const files = readAssets('dist-portal');
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(namesBoard).map(([name]) => name)).toEqual([]);
  // The same check finds the board in the board's own files.
  expect(readAssets('dist').some(namesBoard)).toBe(true);
});
