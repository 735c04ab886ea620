import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config';
import { useHarness } from '#test/harness';
import { publicPaths } from './site-routes.ts';
import { homePage, termsPage } from './site-pages.ts';

const harness = useHarness();
const get = (path: string, headers: Record<string, string> = {}) => harness.current.call('GET', path, { headers });
const now = new Date('2026-11-16T12:00:00Z');

describe('the public pages', () => {
  it.each(publicPaths)(
    'the page %s may be cached and indexed, shows who we are, and exists in both languages',
    async (path) => {
      const page = await get(path);
      expect([page.status, page.headers.get('cache-control'), page.headers.get('vary')]).toEqual([
        200,
        'public, max-age=300',
        'accept-language, accept-encoding',
      ]);
      expect(page.headers.get('x-robots-tag')).toBeNull();
      expect(page.headers.get('set-cookie')).toBeNull();
      expect(page.text).toContain(`<link rel="canonical" href="http://makewhole.test${path}">`);
      expect(page.text).toContain('<meta property="og:image" content="http://makewhole.test/social.png">');
      for (const words of ['(202) 555-0100', 'help@makewhole.example', '1 Example Street, Springfield, IL 62701'])
        expect(page.text).toContain(words);
      expect((await get(path, { 'accept-language': 'es-MX' })).text).toContain('<html lang="es">');
      expect((await get(`${path}?lang=es`)).text).toContain('<html lang="es">');
      expect((await get(`${path}?lang=en`, { 'accept-language': 'es' })).text).toContain('<html lang="en">');
    },
  );

  it('public pages have no dead links, except the customer’s own page', async () => {
    const texts = await Promise.all(publicPaths.map(async (path) => (await get(path)).text));
    const links = new Set(texts.flatMap((text) => [...text.matchAll(/(?:href|src)="(\/[^"]*)"/g)].map(([, to]) => to)));
    expect(links.size).toBeGreaterThan(8);
    for (const link of links) expect([link, (await get(link ?? '')).status]).toEqual([link, 200]);
  });

  it('public pages show prices and services only as they are offered', () => {
    const env = {
      DATABASE_URL: 'postgres://127.0.0.1/none',
      DATA_KEY: 'a key for tests only with 32 characters or more',
    };
    const view = (more: Record<string, string>) => ({ config: readConfig({ ...env, ...more }, 'api'), now }) as const;
    const some = view({ SERVICES_BY_STATE: '{"NY":{"representation":true}}', SERVED_STATES: 'NY,TX' });
    const ended = view({ SERVICES_BY_STATE: '{"NY":{"representation":{"licence":"L-1","ends":"2026-11-15"}}}' });
    const home = (of: typeof some) => homePage({ ...of, language: 'en' }).body.markup;
    expect(home(some)).toContain('$497');
    expect(home(some)).toContain('We don’t take cases from every state.');
    expect(home(view({}))).toContain('all fifty states');
    expect(home(view({}))).toContain('$497');
    for (const none of [view({ SERVICES_BY_STATE: '{"*":{"representation":false}}' }), ended]) {
      expect(home(none)).toContain('$199');
      expect(home(none)).not.toMatch(/\$497|negotiat/);
      expect(termsPage({ ...none, language: 'en' }).body.markup).not.toContain('$497');
    }
  });
});

describe('a page that does not exist', () => {
  it('leads somewhere, in the reader’s language, and is neither cached nor found', async () => {
    for (const path of ['/nothing', '/c/none/at/all', '/checkout']) {
      const page = await get(path, { 'accept-language': 'es' });
      expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
        404,
        'no-store',
        'noindex',
      ]);
      for (const href of ['/case', '/', '/contact']) expect(page.text).toContain(`<a href="${href}?lang=es">`);
      expect(page.text).toContain('Esta página no existe');
    }
  });
});

describe('the files for programs', () => {
  it('security.txt says where to report a vulnerability, and always expires in the future, within a year', async () => {
    const read = async () => (await get('/.well-known/security.txt')).text;
    const fields = new Map((await read()).split('\n').map((line) => line.split(': ') as [string, string]));
    expect([fields.get('Canonical'), fields.get('Preferred-Languages')]).toEqual([
      'http://makewhole.test/.well-known/security.txt',
      'en, es',
    ]);
    expect(await read()).toMatch(/^Contact: mailto:help@makewhole\.example$/m);
    harness.current.clock.advance(300 * 86_400);
    const expires = Date.parse(/^Expires: (.*)$/m.exec(await read())?.[1] ?? '');
    const aheadDays = (expires - harness.current.clock.now().getTime()) / 86_400_000;
    expect(aheadDays).toBeGreaterThan(170);
    expect(aheadDays).toBeLessThan(365);
  });

  it('the sitemap lists the public pages and no private ones', async () => {
    expect((await get('/robots.txt')).text).toContain('Sitemap: http://makewhole.test/sitemap.xml');
    const { text, headers } = await get('/sitemap.xml');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    for (const [, address = ''] of text.matchAll(/<loc>([^<]+)<\/loc>/g)) {
      const listed = await get(new URL(address).pathname);
      expect([address, listed.status, listed.headers.get('x-robots-tag')]).toEqual([address, 200, null]);
    }
  });

  it.each([
    ['/favicon.svg', 'image/svg+xml; charset=utf-8'],
    ['/favicon.ico', 'image/x-icon'],
    ['/touch-icon.png', 'image/png'],
    ['/social.png', 'image/png'],
  ])('the picture %s is served', async (path, type) => {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
      200,
      type,
      'public, max-age=86400',
    ]);
  });
});
