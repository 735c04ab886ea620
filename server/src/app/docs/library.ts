import type { Document } from '#app/openapi/document-types';
import { changelogPage } from '#app/reference/changelog';
import { errorPages } from '#app/reference/error-pages';
import { eventPages } from '#app/reference/event-pages';
import { createInterface } from '#app/reference/interface';
import { objectPages } from '#app/reference/object-pages';
import { operationPages } from '#app/reference/operation-pages';
import { overviewPage } from '#app/reference/overview-pages';
import type { DocsSection, PageSource } from '#app/reference/page-source';
import { renderMarkdown, type Heading } from '#app/reference/render-markdown';
import { createSearchIndex, type SearchIndex, type SearchResult, type Searched } from '#app/reference/search-index';
import { vectorPage } from '#app/reference/vector-page';
import { agreements } from '#modules/agents';
import type { Config } from '#platform/config';
import { readProsePages } from './read-prose-pages.ts';
import { toTwin } from './to-markdown-url.ts';

/** The interface descriptions, by the name of their page. */
export type Documents = Readonly<Record<'agent' | 'agent-sandbox' | 'gap', () => object>>;

export type DocsPage = {
  readonly path: string;
  readonly title: string;
  /** One sentence. */
  readonly description: string;
  readonly section: DocsSection;
  /** The complete page for programs; the HTML is made from it. */
  readonly markdown: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  /** The title in the navigation. */
  readonly label: string;
  readonly group: string | undefined;
  /** A JSON version for tools, where there is more than text. */
  readonly json: (() => object) | undefined;
};

export type DocsLibrary = {
  /** All pages in the order of the navigation. */
  readonly pages: readonly DocsPage[];
  find(path: string): DocsPage | undefined;
  search(query: string, limit: number): SearchResult;
  /** Markdown for programs: its links have a host and lead to Markdown versions. */
  toTwin(markdown: string): string;
};

/** Explanations rank above lists; object pages are found mainly by their name. */
const searchWeights: Readonly<Record<DocsSection, number>> = {
  overview: 0.6,
  start: 1.1,
  concepts: 1.3,
  guides: 1.3,
  agent: 0.9,
  'agent-sandbox': 0.9,
  gap: 0.9,
  events: 0.9,
  errors: 1.1,
  more: 1,
};

const order: readonly DocsSection[] = [
  'overview',
  'start',
  'concepts',
  'guides',
  'agent',
  'agent-sandbox',
  'gap',
  'events',
  'errors',
  'more',
];

/**
 * All pages for developers: hand-written ones and those generated from the interface descriptions. Everything is computed at the first
 * request, because the descriptions are complete only once everything is mounted, and to keep startup fast.
 */
export function createDocsLibrary(config: Config, documents: Documents): DocsLibrary {
  const load = once(() => {
    const sources = collectSources(config, documents);
    const paths = new Set([...sources.map(({ path }) => path), statusPage.path]);
    const toOwnTwin = (markdown: string): string =>
      toTwin(markdown, { base: config.publicBaseUrl, isPage: (path) => paths.has(path) });
    const pages = sources.map((source) => toPage(source, toOwnTwin));
    const byPath = new Map(pages.map((page) => [page.path, page]));
    if (byPath.size !== pages.length) throw new Error('two pages have the same address');
    const index: () => SearchIndex = once(() =>
      createSearchIndex([...sources.map((source, at) => toSearched(source, pages[at])), statusSearched]),
    );
    return { pages, byPath, index, toOwnTwin };
  });
  return {
    get pages() {
      return load().pages;
    },
    find: (path) => load().byPath.get(path),
    search: (query, limit) => load().index()(query, limit),
    toTwin: (markdown) => load().toOwnTwin(markdown),
  };
}

function collectSources(config: Config, documents: Documents): PageSource[] {
  const base = config.publicBaseUrl;
  const about = (section: keyof Documents) =>
    createInterface({ section, document: documents[section]() as Document, base });
  const [agent, sandbox, gap] = [about('agent'), about('agent-sandbox'), about('gap')];
  const prose = readProsePages(config);
  const written = new Set([
    ...prose.map(({ path }) => path),
    '/developers/errors',
    '/developers/events',
    vectorPage.path,
  ]);
  const made = [agent, sandbox, gap].flatMap((one) => [
    overviewPage(one, (path) => written.has(path)),
    ...operationPages(one),
    ...objectPages(one),
  ]);
  const all = [
    ...prose,
    ...made,
    ...eventPages(agent, gap),
    ...errorPages(base),
    ...agreementPages(config.agreementVersion),
    vectorPage,
    changelogPage,
  ];
  return all.toSorted((a, b) => order.indexOf(a.section) - order.indexOf(b.section) || a.order - b.order);
}

function toPage(
  { path, title, description, section, label, group, json, markdown }: PageSource,
  toOwnTwin: (markdown: string) => string,
): DocsPage {
  const text = once(markdown);
  const twin = once(() => toOwnTwin(text()));
  const rendered = once(() => renderMarkdown(text()));
  return {
    path,
    title,
    description,
    section,
    label: label ?? title,
    group,
    json,
    get markdown() {
      return twin();
    },
    get html() {
      return rendered().html;
    },
    get headings() {
      return rendered().headings;
    },
  };
}

const toSearched = ({ keywords = '', section, path }: PageSource, page: DocsPage | undefined) => {
  if (page === undefined) throw new Error(`${path} was not made`);
  const { title, description, markdown } = page;
  // The changelog names everything and explains nothing.
  const less = path.includes('/objects/') || path === changelogPage.path;
  const weight = searchWeights[section] * (less ? 0.6 : 1);
  return { title, path, description, keywords, weight, markdown };
};

/** Generated from samples at each request, so it is not a page of the library. */
export const statusPage = {
  title: 'Status',
  path: '/developers/status',
  description: 'The service’s status now, over the last 24 hours and over the last 90 days, from our own checks.',
} as const;

const statusSearched: Searched = {
  ...statusPage,
  keywords: 'status page, uptime, availability, outage, incident, downtime',
  weight: 1,
  markdown: '',
};

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Every version of the agreement, word for word as accepted; the menu has the current one. */
const agreementPages = (inForce: string): PageSource[] =>
  [...agreements.values()].map(({ version, markdown }) => ({
    path: `/developers/agent-agreement/${version}`,
    title: version === inForce ? 'Agent API Agreement' : `Agent API Agreement of ${version}`,
    description: `The agreement an agent’s operator accepts at registration, version ${version}.`,
    section: 'more',
    order: 60,
    keywords: 'agreement, terms of use, terms of service',
    markdown: () => markdown,
  }));
