import { beforeAll, describe, expect, it } from 'vitest';
import { agentProblems } from '#lib/api/agent-problems';
import { portalProblems, sharedPortalProblems } from '#lib/api/portal-problems';
import { partnerProblems, staffProblems } from '#lib/api/problems';
import { agentEventTypes, partnerEventTypes } from '#modules/webhooks';
import { useHarness } from '#test/harness';
import { callTool, connect } from '#test/mcp/connect';
import { submit, minimalIntake } from '#testing/intakes';
import { unescapeHtml } from '#test/fixtures/unescape-html';

const harness = useHarness();
const base = 'http://makewhole.test';

type Page = { readonly path: string; readonly status: number; readonly text: string; readonly headers: Headers };
const pages = new Map<string, Page>();

/** Crawls all pages that can be reached from the first one and from the sitemap. */
async function crawl(): Promise<void> {
  const { text } = await harness.current.call('GET', '/sitemap.xml');
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const queue = ['/developers', ...listed.filter((path) => path.startsWith('/developers'))];
  for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
    if (pages.has(path)) continue;
    const page = await harness.current.call('GET', path);
    pages.set(path, { path, ...page });
    if (!page.headers.get('content-type')?.startsWith('text/html')) continue;
    queue.push(...linksOf(page.text, path).map(({ pathname }) => pathname));
  }
}

const linksOf = (text: string, path: string): URL[] =>
  [...text.matchAll(/(?:href|src|action)="([^"]+)"/g)]
    .map(([, link = '']) => unescapeHtml(link))
    .filter((link) => !/^(?:tel|mailto):/.test(link))
    .map((link) => new URL(link, `${base}${path}`))
    .filter(({ origin }) => origin === base);

const documentation = (): Page[] =>
  [...pages.values()].filter(
    ({ path, headers, text }) =>
      headers.get('content-type')?.startsWith('text/html') === true &&
      path.startsWith('/developers') &&
      text.includes('class="docs"'),
  );

beforeAll(crawl, 120_000);

describe('every page for developers', () => {
  it('every page is linked from another, and no link or anchor is dead', () => {
    expect(documentation().length).toBeGreaterThan(250);
    const dead = documentation().flatMap(({ path, text }) =>
      linksOf(text, path).flatMap((link) => {
        const target = pages.get(link.pathname);
        const id = decodeURIComponent(link.hash.slice(1));
        if (target?.status !== 200) return [`${path} leads to ${link.pathname}, which is ${target?.status}`];
        return id === '' || target.text.includes(`id="${id}"`) ? [] : [`${path} leads to ${link.pathname}${link.hash}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  it('every page is at most 60 KB, can be indexed and cached, and shows its place', () => {
    for (const { path, text, headers, status } of documentation()) {
      expect([path, status, Buffer.byteLength(text) <= 60_000]).toEqual([path, 200, true]);
      if (path === '/developers/search') continue;
      expect([path, headers.get('x-robots-tag')]).toEqual([path, null]);
      expect(headers.get('cache-control')).toMatch(/^public, max-age=(?:300|30)$/);
      expect(text).toContain(`<link rel="canonical" href="${base}${path}">`);
      expect(text).toMatch(/<meta name="description" content="[^"]{10,}">/);
      expect(text).toContain(`<meta property="og:image" content="${base}/social.png">`);
      expect(text).not.toContain('hreflang');
      expect([path, text.match(/<h1/g)?.length]).toEqual([path, 1]);
      // Its place in the menu, and the breadcrumbs above its title.
      expect([path, text.match(/aria-current="page"/g)?.length]).toEqual([path, 1]);
      expect([path, text.includes('class="crumbs"')]).toEqual([path, path !== '/developers']);
      const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect([path, ids.filter((id, index) => ids.indexOf(id) !== index)]).toEqual([path, []]);
    }
  });

  it('every page shows no regular expression and no unfilled placeholder', () => {
    for (const { path, text } of documentation()) {
      // Commands in samples may have their own.
      const prose = text.replaceAll(/<(style|pre)\b[\s\S]*?<\/\1>/g, '');
      const shown = unescapeHtml(prose.replaceAll(/<[^>]+>/g, ''));
      expect([path, /\(\?[:!<=]|\[A-Z|\[a-z|\[\^|\\d\{|\\S|\{\{|\bundefined\b|\[object /.exec(shown)?.[0]]).toEqual([
        path,
        undefined,
      ]);
    }
  });

  it('no table cell repeats itself or uses a plural for a single item', async () => {
    const wordsOf = (sentence: string) =>
      new Set(
        sentence
          .replace(/, such as .*/, '')
          .toLowerCase()
          .match(/[a-z0-9]+/g) ?? [],
      );
    const isRepeated = (cell: string): boolean => {
      const sentences = cell.split(/\. /).filter((sentence) => !sentence.includes('`'));
      return sentences.some((one, at) =>
        sentences.slice(at + 1).some((other) => {
          const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [
            Set<string>,
            Set<string>,
          ];
          return few.size > 1 && [...few].every((word) => many.has(word));
        }),
      );
    };
    for (const { path } of documentation()) {
      if (['/developers', '/developers/search'].includes(path)) continue;
      const { text } = await harness.current.call('GET', `${path}.md`);
      const cells = (text.match(/^\|.*\|$/gm) ?? []).flatMap((row) => row.split(' | '));
      expect([path, cells.filter(isRepeated)]).toEqual([path, []]);
      expect([path, /\b(?:at least|exactly) 1 (?:characters|entries)/i.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });

  it('every page has a Markdown version with the same headings, code and cells', async () => {
    for (const { path, text } of documentation()) {
      if (path === '/developers/search') continue;
      const twin = await harness.current.call('GET', `${path}.md`);
      expect([path, twin.status, twin.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ]);
      const asked = await harness.current.call('GET', path, { headers: { accept: 'text/markdown, text/html;q=0.5' } });
      expect([asked.text === twin.text, asked.headers.get('vary')?.split(', ')[0]]).toEqual([true, 'accept']);
      const blocks = [...text.matchAll(/<pre tabindex="0"><code>([\s\S]*?)<\/code><\/pre>/g)].map(([, code = '']) =>
        unescapeHtml(code.replaceAll(/<[^>]+>/g, '')),
      );
      const fences = [...twin.text.matchAll(/^(`{3,})[^\n]*\n([\s\S]*?)\n\1$/gm)].map(([, , code = '']) => code);
      expect([path, blocks]).toEqual([path, fences]);
      const prose = twin.text.replaceAll(/^(`{3,})[^\n]*\n[\s\S]*?\n\1$/gm, '');
      expect([path, text.match(/<h[1-6] id=/g)?.length]).toEqual([path, prose.match(/^#{1,6} /gm)?.length]);
      expect([path, text.match(/<tr>/g)?.length ?? 0]).toEqual([
        path,
        (prose.match(/^\|.*\|$/gm) ?? []).filter((line) => !/^\|(?: -+ \|)+$/.test(line)).length,
      ]);
    }
  });
});

describe('generated pages', () => {
  it.each([
    ['agent', 12],
    ['agent-sandbox', 4],
    ['gap', 23],
  ])('there is a page for every operation and object of %s', async (name, count) => {
    const { body } = await harness.current.call('GET', `/developers/${name}/openapi.json`);
    const operations = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((methods) =>
      Object.values(methods).map(({ operationId }) => `/developers/${name}/operations/${operationId}`),
    );
    const objects = Object.keys(body.components.schemas).map((schema) => `/developers/${name}/objects/${schema}`);
    expect(operations.length).toBe(count);
    expect([...operations, ...objects].filter((path) => pages.get(path)?.status !== 200)).toEqual([]);
  });

  it('there is a page for every event type, with its samples and headers', () => {
    for (const type of [...agentEventTypes, ...partnerEventTypes]) {
      const text = unescapeHtml(pages.get(`/developers/events/${type}`)?.text.replaceAll(/<[^>]+>/g, '') ?? '');
      expect(text).toContain(`"type": "${type}"`);
      for (const header of ['X-Service-Signature', 'X-Service-Event', 'X-Service-Delivery'])
        expect(text).toContain(header);
      expect([type, text.includes('Sample, full')]).toEqual([type, !type.startsWith('intake.')]);
    }
  });

  it('there is a page for every error code that others than our team can get, and none for the rest', async () => {
    const found = (path: string) => pages.get(path)?.status === 200;
    const codes = Object.keys({ ...partnerProblems, ...portalProblems, ...sharedPortalProblems });
    expect(codes.filter((code) => !found(`/developers/errors/${code}`))).toEqual([]);
    expect(Object.keys(agentProblems).filter((code) => !found(`/developers/agent/errors/${code}`))).toEqual([]);
    const ofTeam = Object.keys(staffProblems).filter((code) => !codes.includes(code));
    expect(ofTeam.length).toBeGreaterThan(20);
    for (const code of ofTeam)
      for (const form of ['', '.md', '.json'])
        expect((await harness.current.call('GET', `/developers/errors/${code}${form}`)).status).toBe(404);
  });
});

describe('errors of the agent interface', () => {
  it('agent errors link to the page of their code and keep their closed body', async () => {
    const { call } = harness.current;
    const answers = [
      await call('POST', '/api/agent/v1/intakes', { body: {} }),
      await call('GET', '/api/agent/v1/intakes/int_0Ai1jZkB0000000000000000'),
      await call('GET', '/api/agent/v1/nothing'),
      await call('PATCH', '/api/agent/v1/intakes'),
    ];
    for (const { headers, body } of answers) {
      const path = /^<(\/developers\/agent\/errors\/[a-z_]+)>; rel="help"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
      expect(path.endsWith(`/${body.code}`)).toBe(true);
      expect((await call('GET', path)).status).toBe(200);
      expect(Object.keys(body).filter((member) => !['error', 'code', 'issues'].includes(member))).toEqual([]);
    }
    const { headers } = await submit(harness.current, minimalIntake());
    expect(headers.get('link')).toBeNull();
  });
});

describe('addresses of the site', () => {
  it.each([
    '/developers/',
    '/developers/index',
    '/developers/agent/',
    '/developers/agent/operations',
    '/developers/agent/operations/constructor',
    '/developers/agent.json',
    '/developers/agent.md.md',
    '/developers/__proto__',
    '/developers/assets/docs.css',
    '/developers/%00',
  ])('an unknown address is 404: %s', async (path) => {
    const { status, headers } = await harness.current.call('GET', path);
    expect([status, headers.get('x-robots-tag')]).toEqual([404, 'noindex']);
  });

  it('former addresses still work', async () => {
    for (const path of [
      '/developers/gap/vectors.json',
      '/developers/agent/openapi.json',
      '/developers/agent-sandbox/openapi.json',
      '/developers/gap/openapi.json',
      '/developers/agent-agreement/2026-09-17',
      '/developers/errors/not_found.json',
      '/developers/index.md',
    ])
      expect([path, (await harness.current.call('GET', path)).status]).toEqual([path, 200]);
  });
});

const filesForAgents = [
  '/.well-known/agent-skills/makewhole/SKILL.md',
  '/developers/agent/tools.json',
  '/mcp/server-card',
  '/.well-known/api-catalog',
];

describe('the files for programs', () => {
  it('the files for programs list every page but objects, with Markdown that exists', async () => {
    const { text } = await harness.current.call('GET', '/llms.txt');
    const addresses = [...text.matchAll(/\]\((\S+)\)/g)].map(([, address = '']) => new URL(address).pathname);
    const twins = addresses.filter((path) => !filesForAgents.includes(path));
    expect(addresses.filter((path) => filesForAgents.includes(path))).toEqual(filesForAgents);
    const wanted = documentation().filter(
      ({ path }) => !path.includes('/objects/') && !['/developers', '/developers/search'].includes(path),
    );
    expect(new Set(twins)).toEqual(new Set(wanted.map(({ path }) => `${path}.md`)));
    // Agents' event pages, then partners'.
    const events = twins.filter((path) => path.startsWith('/developers/events/'));
    const named = [...agentEventTypes, ...partnerEventTypes].map((type) => `/developers/events/${type}.md`);
    expect(events).toEqual(named);
    const { text: full } = await harness.current.call('GET', '/llms-full.txt');
    for (const { path } of wanted) expect(full).toContain(`Source: ${base}${path}\n`);
    const { text: page } = await harness.current.call('GET', '/developers/start/mcp.md');
    for (const path of filesForAgents) {
      expect([path, (await harness.current.call('GET', path)).status]).toEqual([path, 200]);
      for (const listing of [full, page]) expect(listing).toContain(`(${base}${path})`);
    }
  });

  it.each(['SKILL.md', 'tools.json', 'server card', 'api-catalog'])('search finds pages: %s', async (name) => {
    const client = await connect(harness.current);
    const { body } = await callTool(client, 'search_docs', { query: name, limit: 3 });
    await client.close();
    expect(body.results.map(({ url }: { url: string }) => url)).toContain(`${base}/developers/start/mcp.md`);
  });

  it('there is a feed of changes', async () => {
    const { text, headers } = await harness.current.call('GET', '/developers/changelog.atom');
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
    );
    const entries = [...text.matchAll(/<entry>([\s\S]*?)<\/entry>/g)].map(([, entry = '']) => entry);
    expect(entries.length).toBeGreaterThan(3);
    const ids = entries.map((entry) => /<id>([^<]+)<\/id>/.exec(entry)?.[1]);
    expect(new Set(ids).size).toBe(entries.length);
    for (const entry of entries)
      for (const part of [
        /<title>[^<]+<\/title>/,
        /<updated>\d{4}-\d\d-\d\dT12:00:00Z<\/updated>/,
        /<content type="html">&lt;p/,
      ])
        expect(entry).toMatch(part);
  });
});
