import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { html, Html, escapeHtml } from '#lib/text/html';
import { stripControls } from '#lib/text/typed-name';
import { sendHtml } from '#platform/http';
import { docsFrame } from './docs-layout.ts';
import type { DocsLibrary } from './library.ts';
import { markdownType, wantsMarkdown } from './wants-markdown.ts';
import { toCode, toText } from '#app/reference/markdown-text';
import { wordsOf, type SearchResult } from '#app/reference/search-index';

/** More results than this would no longer be useful. */
const shownMax = 20;

/** Search over all pages, without a script or an outside service. */
export const searchRoutes =
  (library: DocsLibrary): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/search',
      {
        config: { operation: 'developers.search', audience: 'anyone' },
        schema: { querystring: Type.Object({ q: Type.Optional(Type.String({ maxLength: 200 })) }) },
      },
      async (request, reply) => {
        const { q = '' } = request.query;
        const found = library.search(q, shownMax);
        // Results are not for search engines.
        const headers = { 'x-robots-tag': 'noindex', vary: 'accept, accept-encoding' };
        if (wantsMarkdown(request))
          return reply
            .headers({ ...headers, 'content-type': markdownType, 'cache-control': 'public, max-age=300' })
            .send(resultsText(q, found, library));
        const page = sendHtml(reply, {
          status: 200,
          title: q === '' ? 'Search' : `Search: ${q}`,
          describedAs: 'Search the documentation of the Makewhole APIs.',
          publicUrl: `${request.ctx.config.publicBaseUrl}/developers/search`,
          body: resultsPage(q, found),
          frame: docsFrame(library, { path: '/developers/search', section: 'overview' }, q),
        });
        return page.headers(headers);
      },
    );
  };

function countWords({ hits, total }: SearchResult): string {
  if (total === 0) return 'No results';
  if (total > hits.length) return `The first ${hits.length} of ${total} pages`;
  return total === 1 ? '1 page' : `${total} pages`;
}

/** Advice for finding pages that are not shown: more words narrow the results. */
const advice = ({ hits, total }: SearchResult): string =>
  total > hits.length ? ' Add a word to narrow the search.' : '';

const emptyWords = 'Search for an error code, an event type, a field or a task.';

/** The results for programs; the query is escaped as text. */
function resultsText(query: string, found: SearchResult, { toTwin }: DocsLibrary): string {
  if (query.trim() === '') return `# Search\n\n${emptyWords} Send it as \`q\`.\n`;
  // As code, which only a backtick could end.
  const typed = toCode(stripControls(query.replaceAll(/\s+/g, ' ')).replaceAll('`', '’'));
  const lines = found.hits.map(({ title, path, excerpt }) =>
    toTwin(`- [${toText(title)}](${path}): ${toText(excerpt)}`),
  );
  return ['# Search', '', `${countWords(found)} for ${typed}.${advice(found)}`, '', ...lines, ''].join('\n');
}

function resultsPage(query: string, found: SearchResult): Html {
  if (query.trim() === '')
    return html`<div class="text">
      <h1>Search</h1>
      <p>${emptyWords}</p>
    </div>`;
  const words = new Set(wordsOf(query));
  return html`<div class="text">
    <h1>Search</h1>
    <p role="status">${countWords(found)} for “${query}”.${advice(found)}</p>
    ${
      found.total === 0
        ? html`<p>
            Try fewer words, or look at <a href="/developers/errors">all error codes</a> and
            <a href="/developers/events">all event types</a>.
          </p>`
        : html`<ol class="foundlist">
            ${found.hits.map(
              ({ title, path, excerpt }) =>
                html`<li>
                  <a href="${path}">${title}</a> <small class="soft">${path}</small>
                  <p>${marked(excerpt, words)}</p>
                </li>`,
            )}
          </ol>`
    }
  </div>`;
}

/** The excerpt with the query's words marked, everything else as text. */
function marked(excerpt: string, words: ReadonlySet<string>): Html {
  const parts = excerpt.split(/([\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*)/u);
  const isMeant = (part: string): boolean => wordsOf(part).some((word) => words.has(word));
  return new Html(
    parts
      .map((part, index) => (index % 2 === 1 && isMeant(part) ? `<mark>${escapeHtml(part)}</mark>` : escapeHtml(part)))
      .join(''),
  );
}
