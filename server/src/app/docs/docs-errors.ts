import { html } from '#lib/text/html';
import { framedHeaders, htmlErrors, htmlHeaders, renderHtml, type ErrorRenderer } from '#platform/http';
import { docsFrame } from './docs-layout.ts';
import type { DocsLibrary } from './library.ts';
import { markdownType, wantsMarkdown } from './wants-markdown.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'That did not work',
  404: 'This page does not exist',
  405: 'This address accepts only GET requests',
};

const leads = [
  ['/developers', 'Documentation home'],
  ['/developers/search', 'Search'],
  ['/developers/errors', 'All error codes'],
  ['/developers/events', 'All event types'],
] as const;

/** The site's errors: with its menu and search for people, as Markdown for programs that accept it. */
export const docsErrors = (library: DocsLibrary): ErrorRenderer => ({
  surface: 'pages',
  render(error, request) {
    const { status, message } = error;
    const title = titles[status];
    // A failure on our side gets a simple page, because a complex one could fail too.
    if (title === undefined) return htmlErrors.render(error, request);
    // A request for a Markdown version gets Markdown, whatever else it accepts.
    if (wantsMarkdown(request) || /\.md(?:\?|$)/.test(request.url))
      return {
        status,
        headers: { ...htmlHeaders, 'content-type': markdownType, vary: 'accept' },
        body: library.toTwin(
          [`# ${title}`, '', message, '', ...leads.map(([path, words]) => `- [${words}](${path})`), ''].join('\n'),
        ),
      };
    const frame = docsFrame(library, { path: '', section: 'overview' });
    const body = html`<div class="text">
      <h1>${title}</h1>
      <p>${message}</p>
      <ul>
        ${leads.map(([path, words]) => html`<li><a href="${path}">${words}</a></li>`)}
      </ul>
    </div>`;
    return {
      status,
      headers: { ...framedHeaders(frame), vary: 'accept' },
      body: renderHtml({ status, title, body, frame }, request.server.team),
    };
  },
});
