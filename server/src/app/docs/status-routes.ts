import type { FastifyPluginAsync } from 'fastify';
import { getStatus } from '#modules/figures';
import { sendHtml } from '#platform/http';
import { docsBody, docsFrame } from './docs-layout.ts';
import type { DocsLibrary } from './library.ts';
import { renderMarkdown } from '#app/reference/render-markdown';
import { statusText } from './status-text.ts';
import { markdownType, wantsMarkdown } from './wants-markdown.ts';

/** The status changes once a minute. */
const caching = { 'cache-control': 'public, max-age=30' } as const;

const path = '/developers/status';

/** The service's status, by its own samples: for people, as Markdown and as JSON. */
export const statusRoutes =
  (library: DocsLibrary): FastifyPluginAsync =>
  async (app) => {
    app.get('/status', { config: { operation: 'developers.status', audience: 'anyone' } }, async (request, reply) => {
      const markdown = statusText(await getStatus(request.ctx));
      if (wantsMarkdown(request))
        return reply
          .headers({ 'content-type': markdownType, ...caching, vary: 'accept' })
          .send(library.toTwin(markdown));
      const page = { path, section: 'more', group: undefined, ...renderMarkdown(markdown) } as const;
      return sendHtml(reply, {
        status: 200,
        title: 'Status',
        describedAs: 'How the Makewhole APIs are now, in the last 24 hours and in the last 90 days, by our own checks.',
        publicUrl: `${request.ctx.config.publicBaseUrl}${path}`,
        body: docsBody(page, library),
        frame: docsFrame(library, page),
      }).headers({ ...caching, vary: 'accept' });
    });
    app.get(
      '/status.md',
      { config: { operation: 'developers.status-markdown', audience: 'anyone' } },
      async ({ ctx }, reply) =>
        reply
          .headers({ 'content-type': markdownType, ...caching })
          .send(library.toTwin(statusText(await getStatus(ctx)))),
    );
    app.get(
      '/status.json',
      { config: { operation: 'developers.status-json', audience: 'anyone' } },
      async ({ ctx }, reply) =>
        reply
          .headers({ 'content-type': 'application/json; charset=utf-8', ...caching })
          .send(JSON.stringify(await getStatus(ctx))),
    );
  };
