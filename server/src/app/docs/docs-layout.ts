import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, Html } from '#lib/text/html';
import type { Frame } from '#platform/http';
import type { DocsSection } from '#app/reference/page-source';
import type { DocsLibrary, DocsPage } from './library.ts';
import { twinOf } from './to-markdown-url.ts';

export type Asset = { readonly name: string; readonly type: string; readonly content: string };

/** Named by its content, so that it can be cached forever. */
function readAsset(file: string, type: string): Asset {
  const content = readFileSync(new URL(`assets/${file}`, import.meta.url), 'utf8');
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  return { name: file.replace('.', `-${hash}.`), type, content };
}

const sheet = readAsset('docs.css', 'text/css; charset=utf-8');
const script = readAsset('docs.js', 'text/javascript; charset=utf-8');
export const docsAssets: readonly Asset[] = [sheet, script];

const addressOf = ({ name }: Asset): string => `/developers/assets/${name}`;

/** The site's search form, filled in with the query. */
const searchForm = (query = ''): Html =>
  html`<form class="find" role="search" action="/developers/search">
    <label class="hidden" for="find">Search the documentation</label>
    <input id="find" type="search" name="q" maxlength="200" value="${query}" placeholder="Search" autocomplete="off" />
    <button>Search</button>
  </form>`;

const headings: readonly (readonly [section: DocsSection, heading: string])[] = [
  ['start', 'Start'],
  ['concepts', 'Concepts'],
  ['guides', 'Guides'],
];

/** Sections with too many pages for the menu: it shows the first page, and the others while one of them is open. */
const reference = ['agent', 'agent-sandbox', 'gap', 'events', 'errors'] as const;

type Place = { readonly path: string; readonly section: DocsSection };

const link = (page: DocsPage, here: Place): Html =>
  html`<li>
    <a href="${page.path}" ${page.path === here.path ? new Html(' aria-current="page"') : ''}>${page.label}</a>
  </li>`;

const list = (pages: readonly DocsPage[], here: Place): Html =>
  html`<ul>
    ${pages.map((page) => link(page, here))}
  </ul>`;

/** Objects are reached from operations and from their interface's overview; only the open one is in the menu. */
const inMenu = ({ path }: DocsPage, here: Place): boolean => !path.includes('/objects/') || path === here.path;

function openSection(pages: readonly DocsPage[], here: Place): Html {
  const [first, ...others] = pages;
  if (first === undefined) return html``;
  if (here.section !== first.section) return list([first], here);
  const groups = [
    ...Map.groupBy(
      others.filter((page) => inMenu(page, here)),
      ({ group }) => group ?? '',
    ),
  ];
  return html`${list([first], here)}
  ${groups.map(
    ([name, of]) =>
      html`<p class="group">${name}</p>
        ${list(of, here)}`,
  )}`;
}

function menu(library: DocsLibrary, here: Place): Html {
  const bySection = Map.groupBy(library.pages, ({ section }) => section);
  const of = (section: DocsSection): readonly DocsPage[] => bySection.get(section) ?? [];
  return html`<details class="menu">
    <summary>Menu</summary>
    <nav aria-label="Documentation">
      ${list(of('overview'), here)}
      ${headings
        .filter(([section]) => of(section).length > 0)
        .map(
          ([section, name]) =>
            html`<p>${name}</p>
              ${list(of(section), here)}`,
        )}
      <p>Reference</p>
      ${reference.map((section) => openSection(of(section), here))}
      <p>More</p>
      ${list(of('more'), here)}
      <ul>
        <li>
          <a href="/developers/status" ${here.path === '/developers/status' ? new Html(' aria-current="page"') : ''}
            >Status</a
          >
        </li>
      </ul>
    </nav>
  </details>`;
}

export const docsFrame = (library: DocsLibrary, here: Place, query?: string): Frame => ({
  sheet: addressOf(sheet),
  script: addressOf(script),
  top: searchForm(query),
  beside: menu(library, here),
  links: [{ type: 'application/atom+xml', href: '/developers/changelog.atom' }],
});

/** A page with fewer headings has no table of contents. */
const fewest = 3;

type Way = { readonly words: string; readonly path?: string };

/** Breadcrumbs from the first page to the parent of this one; entries without a page are plain text. */
function wayTo({ path, section, group }: Pick<DocsPage, 'path' | 'section' | 'group'>, library: DocsLibrary): Way[] {
  const [first, above] = [library.find('/developers'), library.pages.find((page) => page.section === section)];
  if (first === undefined || first.path === path) return [];
  const heading = headings.find(([name]) => name === section)?.[1];
  const isReference = reference.some((name) => name === section);
  return [
    { words: first.label, path: first.path },
    ...(heading === undefined ? [] : [{ words: heading }]),
    ...(isReference && above !== undefined && above.path !== path ? [{ words: above.label, path: above.path }] : []),
    ...(isReference && group !== undefined ? [{ words: group }] : []),
  ];
}

const crumbs = (way: readonly Way[]): Html =>
  way.length === 0
    ? html``
    : html`<nav class="crumbs" aria-label="Breadcrumb">
        <ol>
          ${way.map(({ words, path }) => html`<li>${path === undefined ? words : html`<a href="${path}">${words}</a>`}</li>`)}
        </ol>
      </nav>`;

type Shown = Pick<DocsPage, 'html' | 'headings' | 'path' | 'section' | 'group'>;

/** The content of a page, its breadcrumbs, its table of contents and its links for programs. */
export function docsBody(page: Shown, library: DocsLibrary): Html {
  const { html: content, headings: found, path } = page;
  const shown = found.filter(({ depth }) => depth === 2 || depth === 3);
  const here =
    shown.length < fewest
      ? html``
      : html`<details class="here">
          <summary>On this page</summary>
          <ul>
            ${shown.map(({ id, text, depth }) => html`<li${depth === 3 ? new Html(' class="sub"') : ''}><a href="#${id}">${text}</a></li>`)}
          </ul>
        </details>`;
  return html`${here}
    <div class="text">
      ${crumbs(wayTo(page, library))} ${new Html(content)}
      <p class="twin soft"><a href="${twinOf(path)}">This page as Markdown</a></p>
    </div>`;
}
