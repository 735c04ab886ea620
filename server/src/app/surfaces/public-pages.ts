import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import { queueDeviceMail } from '#app/callbacks';
import { devRoutes } from '#app/dev/dev-routes';
import { discoveryRoutes, functionToolRoutes, packageRoutes } from '#app/discovery/discovery-routes';
import { docsErrors } from '#app/docs/docs-errors';
import { docsRoutes, type Published } from '#app/docs/docs-routes';
import type { DocsLibrary } from '#app/docs/library';
import { searchRoutes } from '#app/docs/search-routes';
import { statusRoutes } from '#app/docs/status-routes';
import { actForEveryAccount } from '#app/guards/every-account';
import { siteRoutes } from '#app/site/site-routes';
import type { Ctx } from '#context';
import { colors } from '#lib/brand/colors';
import { iconSvg } from '#lib/brand/mark';
import { recordTextReply } from '#modules/replies';
import { textProviderRoutes } from '#mount/customers/messages/provider-routes';
import { passwordRoutes } from '#mount/staff/sign-in/password-routes';
import { demoSignInRoutes, signInRoutes } from '#mount/staff/sign-in/sign-in-routes';
import {
  cacheAnswers,
  createSurface,
  font,
  fontPath,
  htmlErrors,
  problemErrors,
  sendStored,
  socialImagePath,
  type ErrorRenderer,
} from '#platform/http';

type Docs = { readonly documents: Published; readonly library: DocsLibrary };

/** Pages and callbacks outside the APIs: the home page and similar ones, documentation, the text provider's webhooks, developer pages. */
export async function mountPublicPages(app: FastifyInstance, ctx: Ctx, { documents, library }: Docs): Promise<void> {
  const common = { errors: htmlErrors, bodyLimit: 65_536, metrics: ctx.metrics, bodies: 'form' } as const;
  await createSurface(app, {
    ...common,
    errors: docsErrors(library),
    prefix: '/developers',
    mount: async (surface) => {
      await surface.register(async (cached) => {
        cacheAnswers(cached);
        await cached.register(functionToolRoutes(documents.agent));
      });
      await surface.register(docsRoutes({ documents, library }));
      await surface.register(packageRoutes);
      await surface.register(searchRoutes(library));
      await surface.register(statusRoutes(library));
    },
  });
  await createSurface(app, {
    ...common,
    errors: errorsByAddress(app, ctx),
    prefix: '',
    mount: async (surface) => {
      await surface.register(async (providers) => {
        actForEveryAccount(providers);
        await providers.register(textProviderRoutes(recordTextReply));
      });
      await surface.register(siteRoutes(library));
      await surface.register(discoveryRoutes);
      await surface.register(brandAssetRoutes);
      await surface.register(signInRoutes(queueDeviceMail));
      await surface.register(passwordRoutes(queueDeviceMail));
      if (ctx.config.production) return;
      await surface.register(demoSignInRoutes);
      if (ctx.config.devPages !== 'off') await surface.register(devRoutes);
    },
  });
}

/** Programs get their errors as JSON: an address of an API in an unsupported version or spelling uses that API's format. */
function errorsByAddress(app: FastifyInstance, { config: { publicBaseUrl } }: Ctx): ErrorRenderer {
  const problems = problemErrors({ surface: 'pages', realm: 'api', publicBaseUrl });
  return {
    surface: htmlErrors.surface,
    render(error, request) {
      const [, area = '', name = ''] = request.originalUrl.toLowerCase().split(/[/?]/, 3);
      if (area !== 'api' && area !== 'hooks') return htmlErrors.render(error, request);
      const format = [...app.interfaceErrors].find(([prefix]) => prefix.startsWith(`/api/${name}/`))?.[1];
      return (format ?? problems).render(error, request);
    },
  };
}

/** Named by their content, or small and seldom changed. */
const forever = 'public, max-age=31536000, immutable';
const aDay = 'public, max-age=86400';

/** Made by tools/brand/images.ts. */
const readAsset = (name: string): Buffer => readFileSync(new URL(`assets/${name}`, import.meta.url));

const { brand, onBrand } = colors.light;

type Asset = { readonly path: string; readonly operation: string; readonly type: string; readonly content: Buffer };

const assets: readonly Asset[] = [
  {
    path: '/favicon.svg',
    operation: 'assets.icon',
    type: 'image/svg+xml; charset=utf-8',
    content: Buffer.from(iconSvg({ ground: brand, color: onBrand, corner: 7 })),
  },
  { path: '/favicon.ico', operation: 'assets.old-icon', type: 'image/x-icon', content: readAsset('favicon.ico') },
  { path: '/touch-icon.png', operation: 'assets.touch-icon', type: 'image/png', content: readAsset('touch-icon.png') },
  { path: socialImagePath, operation: 'assets.social', type: 'image/png', content: readAsset('social.png') },
];

/** Additional files that pages load. */
async function brandAssetRoutes(app: FastifyInstance): Promise<void> {
  const serve = ({ path, operation, type, content }: Asset, caching: string): void => {
    // Link previews load them from other sites.
    const headers = { 'content-type': type, 'cache-control': caching, 'cross-origin-resource-policy': 'cross-origin' };
    app.get(path, { config: { operation, audience: 'anyone' } }, async (_request, reply) =>
      reply.headers(headers).send(content),
    );
  };
  serve({ path: fontPath, operation: 'assets.font', type: 'font/woff2', content: font }, forever);
  app.get('/assets/:name', { config: { operation: 'assets.kept', audience: 'anyone' } }, async (request, reply) =>
    sendStored(request.ctx.db, request, reply),
  );
  for (const asset of assets) serve(asset, aDay);
}
