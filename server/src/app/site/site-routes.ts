import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config';
import { cacheAnswers, requestLanguage, sendHtml } from '#platform/http';
import type { DocsLibrary } from '#app/docs/library';
import { fullText, shortText } from '#app/docs/llms-text';
import { contactPage, homePage, privacyPage, termsPage } from './site-pages.ts';
import { addDays } from '#lib/time/dates';

/** The public pages, in the order in which a visitor may want them. */
export const publicPaths = ['/', '/contact', '/privacy', '/terms'] as const;

/** How long the file is valid; RFC 9116 recommends less than a year. */
const validDays = 180;

/** For reporting vulnerabilities (RFC 9116). Generated at each request, so its expiry is always in the future. */
function securityText({ publicBaseUrl, team }: Config, now: Date): string {
  const expires = `${addDays(now, validDays).toISOString().slice(0, 10)}T00:00:00.000Z`;
  return [
    `Contact: mailto:${team.email}`,
    `Contact: ${publicBaseUrl}/contact`,
    `Expires: ${expires}`,
    'Preferred-Languages: en, es',
    `Canonical: ${publicBaseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/**
 * Keeps search engines away from interfaces. Private pages are not listed: they have `noindex`, which a robot that may
 * not open them could not read.
 */
const robotsText = ({ publicBaseUrl }: Config): string =>
  `User-agent: *\nDisallow: /api/\nDisallow: /hooks/\nDisallow: /providers/\nSitemap: ${publicBaseUrl}/sitemap.xml\n`;

const sitemap = ({ publicBaseUrl }: Config, paths: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...[...publicPaths, ...paths].map((path) => `<url><loc>${publicBaseUrl}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n');

const pages = {
  '/': { operation: 'site.home', page: homePage },
  '/contact': { operation: 'site.contact', page: contactPage },
  '/privacy': { operation: 'site.privacy', page: privacyPage },
  '/terms': { operation: 'site.terms', page: termsPage },
} as const;

const text = 'text/plain; charset=utf-8';
const files = {
  '/robots.txt': { operation: 'site.robots', type: text, content: robotsText },
  '/.well-known/security.txt': { operation: 'site.security-text', type: text, content: securityText },
} as const satisfies Record<string, File>;

/** Lists of documentation pages, which are the same until the process ends. */
const lists = {
  '/sitemap.xml': {
    operation: 'site.sitemap',
    type: 'application/xml; charset=utf-8',
    content: ({ pages: docs }, config) => sitemap(config, [...docs.map(({ path }) => path), '/developers/status']),
  },
  '/llms.txt': {
    operation: 'site.llms',
    type: text,
    content: (library, { publicBaseUrl }) => shortText(library, publicBaseUrl),
  },
  '/llms-full.txt': {
    operation: 'site.llms-full',
    type: text,
    content: (library, { publicBaseUrl }) => fullText(library, publicBaseUrl),
  },
} as const satisfies Record<string, List>;

type File = {
  readonly operation: string;
  readonly type: string;
  readonly content: (config: Config, now: Date) => string;
};

type List = Omit<File, 'content'> & { readonly content: (library: DocsLibrary, config: Config) => string };

/** Public pages: the same for everyone, indexed by search engines, and cached. */
export const siteRoutes =
  (library: DocsLibrary) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(pageRoutes);
    await app.register(fileRoutes);
    await app.register(listRoutes(library));
  };

async function pageRoutes(app: FastifyInstance): Promise<void> {
  cacheAnswers(app, {
    variantOf: requestLanguage,
    // Our services end with licenses, at midnight in some time zone.
    stampOf: ({ ctx }) => ctx.clock.now().toISOString().slice(0, 13),
  });
  for (const [path, { operation, page }] of Object.entries(pages)) {
    app.get(path, { config: { operation, audience: 'anyone' } }, async (request, reply) => {
      const { config, clock } = request.ctx;
      const language = requestLanguage(request);
      const publicUrl = `${config.publicBaseUrl}${path}`;
      return sendHtml(reply, { status: 200, language, publicUrl, ...page({ config, language, now: clock.now() }) });
    });
  }
}

async function fileRoutes(app: FastifyInstance): Promise<void> {
  for (const [path, { operation, type, content }] of Object.entries(files)) {
    app.get(path, { config: { operation, audience: 'anyone' } }, async ({ ctx }, reply) =>
      reply
        .headers({ 'content-type': type, 'cache-control': 'public, max-age=3600', 'x-content-type-options': 'nosniff' })
        .send(content(ctx.config, ctx.clock.now())),
    );
  }
}

const listRoutes =
  (library: DocsLibrary) =>
  async (app: FastifyInstance): Promise<void> => {
    cacheAnswers(app);
    for (const [path, { operation, type, content }] of Object.entries(lists))
      app.get(path, { config: { operation, audience: 'anyone' } }, async ({ ctx }, reply) =>
        reply.header('content-type', type).send(content(library, ctx.config)),
      );
  };
