import type { Ctx } from '#context';
import { recordTextReply } from '#modules/replies';
import { agreementPageRoutes } from '#mount/agents/agreements/page-routes';
import { mailboxRoutes } from '#mount/customers/messages/dev-routes';
import { textProviderRoutes } from '#mount/customers/messages/provider-routes';
import { passwordRoutes } from '#mount/staff/sign-in/password-routes';
import { demoSignInRoutes, signInRoutes } from '#mount/staff/sign-in/sign-in-routes';
import { brandAssetRoutes } from './brand-assets.ts';
import { cacheAnswers, createSurface, htmlErrors } from '#platform/http';
import type { FastifyInstance } from 'fastify';
import { queueDeviceMail } from '#app/bindings';
import { actForEveryAccount } from '#app/guards/every-account';
import { developerRoutes, type Documents } from '#app/docs/developer-pages';
import { problemPageRoutes } from '#app/docs/problem-pages';
import { siteRoutes } from '#app/site/site-routes';

/** Pages and callbacks outside the APIs: the home page and its like, documentation, the text provider's hooks, the developer mailbox. */
export async function mountPublicPages(app: FastifyInstance, ctx: Ctx, documents: Documents): Promise<void> {
  const common = { errors: htmlErrors, bodyLimit: 65_536, metrics: ctx.metrics, bodies: 'form' } as const;
  await createSurface(app, {
    ...common,
    prefix: '/developers',
    mount: async (surface) => {
      cacheAnswers(surface);
      await surface.register(agreementPageRoutes);
      await surface.register(developerRoutes(documents));
      await surface.register(problemPageRoutes);
    },
  });
  await createSurface(app, {
    ...common,
    prefix: '',
    mount: async (surface) => {
      await surface.register(async (providers) => {
        actForEveryAccount(providers);
        await providers.register(textProviderRoutes(recordTextReply));
      });
      await surface.register(siteRoutes);
      await surface.register(brandAssetRoutes);
      await surface.register(signInRoutes(queueDeviceMail));
      await surface.register(passwordRoutes(queueDeviceMail));
      if (ctx.config.devMailbox) await surface.register(mailboxRoutes);
      if (!ctx.config.production) await surface.register(demoSignInRoutes);
    },
  });
}
