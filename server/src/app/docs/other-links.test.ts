import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { toTwin } from './to-markdown-url.ts';

// Links that the page crawl does not find: in Markdown, in the feed, on error pages and in search results.

const harness = useHarness();
const base = 'http://makewhole.test';
const get = (path: string, accept = 'text/html') => harness.current.call('GET', path, { headers: { accept } });

const pages = async (): Promise<string[]> => {
  const { text } = await get('/sitemap.xml');
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  return listed.filter((path) => path.startsWith('/developers'));
};

/** Links in Markdown, without those in code. */
const linksIn = (markdown: string): string[] =>
  [...markdown.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(
    ([, link = '']) => link,
  );

const deadAmong = async (links: Iterable<string>): Promise<string[]> => {
  const dead: string[] = [];
  for (const link of new Set(links)) {
    const { pathname, search, hash } = new URL(link, base);
    const { status, text } = await get(`${pathname}${search}`);
    const isThere =
      hash === '' || pathname.endsWith('.md') || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`);
    if (status !== 200 || !isThere) dead.push(link);
  }
  return dead;
};

describe('links in Markdown', () => {
  it('Markdown links to existing Markdown pages, with their host', async () => {
    const paths = await pages();
    const [known, found] = [new Set(paths), new Set<string>()];
    for (const path of paths) {
      const { status, text } = await get(`${path}.md`);
      expect([path, status]).toEqual([path, 200]);
      for (const link of linksIn(text)) found.add(link);
    }
    const all = [...found];
    expect(all.length).toBeGreaterThan(250);
    expect(all.filter((link) => !/^(?:https?:\/\/|mailto:)/.test(link))).toEqual([]);
    expect(all.filter((link) => known.has(new URL(link).pathname))).toEqual([]);
    const isTwin = (link: string): boolean => known.has(new URL(link).pathname.replace(/\.md$/, ''));
    expect(all.filter(isTwin).length).toBeGreaterThan(250);
    const others = all.filter((link) => link.startsWith(`${base}/`) && !isTwin(link));
    expect(others.length).toBeGreaterThan(10);
    expect(await deadAmong(others)).toEqual([]);
  });

  it('all pages in one file have a host in every link', async () => {
    const { text } = await get('/llms-full.txt');
    expect(linksIn(text).filter((link) => link.startsWith('/'))).toEqual([]);
  });

  it('code and anchors are unchanged in Markdown', () => {
    const where = { base, isPage: (path: string) => path === '/developers/cli' };
    const code = '```json\n{ "a": "[b](/developers/cli)" }\n```';
    expect(toTwin(`[mw](/developers/cli#install), [home](/)\n\n${code}\n`, where)).toBe(
      `[mw](${base}/developers/cli.md#install), [home](${base}/)\n\n${code}\n`,
    );
  });
});

describe('the feed of changes', () => {
  it('the feed links to each change, and to pages that exist', async () => {
    const { text } = await get('/developers/changelog.atom');
    const links = [...text.matchAll(/href=(?:"|&quot;)(.*?)(?:"|&quot;)/g)].map(([, link = '']) => link);
    const places = links.filter((link) => link.startsWith(`${base}/developers/changelog#`));
    expect(places.length).toBe(text.match(/<entry>/g)?.length);
    expect(new Set(places).size).toBe(places.length);
    expect(links.filter((link) => !link.startsWith(base))).toEqual([]);
    expect(await deadAmong(links)).toEqual([]);
  });
});

describe.each(['/developers/nothing', '/developers/search?q=webhook', '/developers/search?q=xyzzy'])(
  'links of %s',
  (path) => {
    it('all links lead to existing pages, for people and for programs', async () => {
      const { text } = await get(path);
      const shown = [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, link = '']) => link);
      const ours = shown.filter((link) => /^\/(?!\/)/.test(link));
      expect(ours.length).toBeGreaterThan(20);
      expect(await deadAmong(ours)).toEqual([]);
      const markdown = linksIn((await get(path, 'text/markdown')).text);
      expect(markdown.filter((link) => !link.startsWith(`${base}/developers`))).toEqual([]);
      expect(await deadAmong(markdown)).toEqual([]);
    });
  },
);

describe('responses for programs', () => {
  it('a missing page is reported in Markdown too', async () => {
    const { status, headers, text } = await get('/developers/nothing.md');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/markdown; charset=utf-8']);
    expect(text).toMatch(/^# This page does not exist/);
  });

  it('search results contain no control characters that affect a terminal or text direction', async () => {
    const { text } = await get('/developers/search?q=sign%1b%5b31m%E2%80%AEing', 'text/markdown');
    expect(text).toContain('sign[31ming');
    expect(text).not.toMatch(/[\p{Cc}\p{Cf}](?<!\n)/u);
  });
});
