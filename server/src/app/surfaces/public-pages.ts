import type { Ctx } from '#context';
import { recordTextReply } from '#modules/replies';
import { textProviderRoutes } from '#mount/customers/messages/provider-routes';
import { passwordRoutes } from '#mount/staff/sign-in/password-routes';
import { demoSignInRoutes, signInRoutes } from '#mount/staff/sign-in/sign-in-routes';
import { brandAssetRoutes } from './brand-assets.ts';
import { cacheAnswers, createSurface, htmlErrors, problemErrors, type ErrorRenderer } from '#platform/http';
import type { FastifyInstance } from 'fastify';
import { queueDeviceMail } from '#app/bindings';
import { actForEveryAccount } from '#app/guards/every-account';
import { discoveryRoutes } from '#app/discovery/discovery-routes';
import { functionToolRoutes } from '#app/discovery/function-tool-routes';
import { devRoutes } from '#app/dev/dev-routes';
import { docsErrors } from '#app/docs/docs-errors';
import { docsRoutes, type Published } from '#app/docs/docs-routes';
import type { DocsLibrary } from '#app/docs/library';
import { packageRoutes } from '#app/docs/packages/package-routes';
import { searchRoutes } from '#app/docs/search-routes';
import { statusRoutes } from '#app/docs/status-routes';
import { siteRoutes } from '#app/site/site-routes';

type Docs = { readonly documents: Published; readonly library: DocsLibrary };

/** Pages and callbacks outside the APIs: the home page and its like, documentation, the text provider's hooks, pages for developers. */
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

/** Programs get their errors as JSON: at an address of an API in a version or spelling that is not served, in that API's format. */
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
