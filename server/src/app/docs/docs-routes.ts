import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#platform/errors';
import { cacheAnswers, sendHtml, sendStored } from '#platform/http';
import { changelogFeed } from '#app/reference/changelog';
import { vectorsText } from '#app/reference/vector-page';
import { docsAssets, docsBody, docsFrame } from './docs-layout.ts';
import type { DocsLibrary, DocsPage, Documents } from './library.ts';
import { twinOf } from './to-markdown-url.ts';
import { markdownType, wantsMarkdown } from './wants-markdown.ts';

const jsonType = 'application/json; charset=utf-8';

/** For files named by their content. */
const forever = 'public, max-age=31536000, immutable';

/** The public interface descriptions. */
export type Published = Documents & { readonly 'agent-console': () => object };
type Parts = { readonly library: DocsLibrary; readonly documents: Published };

/** Everything below /developers that is the same for all clients until the process ends. */
export const docsRoutes =
  ({ library, documents }: Parts): FastifyPluginAsync =>
  async (app) => {
    cacheAnswers(app, { variantOf: (request) => (wantsMarkdown(request) ? 'markdown' : 'html') });
    const send = sendPage(library);
    app.get('', { config: { operation: 'developers.index', audience: 'anyone' } }, async (request, reply) =>
      send(request, reply, '/developers'),
    );
    // The prefix plus `.md` is the Markdown version of the index.
    app.get('.md', { config: { operation: 'developers.index-markdown', audience: 'anyone' } }, async (request, reply) =>
      send(request, reply, '/developers.md'),
    );
    app.get<{ Params: { '*': string } }>(
      '/*',
      { config: { operation: 'developers.page', audience: 'anyone' } },
      async (request, reply) => send(request, reply, `/developers/${request.params['*']}`),
    );
    app.get(
      '/gap/vectors.json',
      { config: { operation: 'developers.gap-vectors', audience: 'anyone' } },
      async (_request, reply) => reply.header('content-type', jsonType).send(vectorsText),
    );
    app.get(
      '/changelog.atom',
      { config: { operation: 'developers.changelog-feed', audience: 'anyone' } },
      async ({ ctx }, reply) =>
        reply
          .header('content-type', 'application/atom+xml; charset=utf-8')
          .send(changelogFeed(ctx.config.publicBaseUrl)),
    );
    for (const name of ['agent', 'agent-sandbox', 'agent-console', 'gap'] as const)
      app.get(
        `/${name}/openapi.json`,
        { config: { operation: `developers.${name}-openapi`, audience: 'anyone' } },
        async (_request, reply) => reply.header('content-type', jsonType).send(JSON.stringify(documents[name]())),
      );
    app.get<{ Params: { name: string } }>(
      '/assets/:name',
      { config: { operation: 'developers.asset', audience: 'anyone' } },
      async (request, reply) => {
        const asset = docsAssets.find(({ name }) => name === request.params.name);
        if (asset === undefined) return sendStored(request.ctx.db, request, reply);
        return reply.headers({ 'content-type': asset.type, 'cache-control': forever }).send(asset.content);
      },
    );
  };

/** A page as HTML, as Markdown or, where available, as JSON. */
const sendPage =
  (library: DocsLibrary) =>
  (request: FastifyRequest, reply: FastifyReply, address: string): FastifyReply => {
    const { publicBaseUrl } = request.ctx.config;
    const [, path = '', form] = /^(.*?)(\.md|\.json)?$/s.exec(address) ?? [];
    const page = library.find(path === '/developers/index' ? '/developers' : path);
    // The former address of the index's Markdown version; links to it still work.
    if (page === undefined || (path === '/developers/index' && form !== '.md'))
      throw notFound('No page exists at this address.');
    if (form === '.json') return sendJson(page, reply);
    const canonical = `${publicBaseUrl}${page.path}`;
    if (form === '.md' || wantsMarkdown(request))
      return reply
        .headers({
          'content-type': markdownType,
          link: `<${canonical}>; rel="canonical"`,
          ...(form === undefined ? { vary: 'accept' } : {}),
        })
        .send(page.markdown);
    const frame = docsFrame(library, page);
    return sendHtml(reply, {
      status: 200,
      title: page.title,
      describedAs: page.description,
      publicUrl: canonical,
      body: docsBody(page, library),
      frame: { ...frame, links: [{ type: 'text/markdown', href: twinOf(page.path) }, ...frame.links] },
    }).header('vary', 'accept');
  };

function sendJson({ json }: DocsPage, reply: FastifyReply): FastifyReply {
  if (json === undefined) throw notFound('No page exists at this address.');
  return reply.header('content-type', jsonType).send(JSON.stringify(json()));
}
