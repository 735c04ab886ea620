import type { Ctx } from '#context';
import { cardProviderRoutes } from '#mount/checkout/provider/provider-routes';
import { mailProviderRoutes } from '#mount/replies/mail/provider-routes';
import { createSurface, problemErrors } from '#platform/http';
import type { FastifyInstance } from 'fastify';
import { actForEveryAccount } from '#app/guards/every-account';

/** What the card provider and a mail provider post. A signature covers the raw bytes, and a mail is bytes: read raw. */
export async function mountCardProvider(app: FastifyInstance, { config, metrics }: Ctx): Promise<void> {
  await createSurface(app, {
    prefix: '/providers',
    errors: problemErrors({ surface: 'pages', realm: 'providers', publicBaseUrl: config.publicBaseUrl }),
    bodyLimit: 262_144,
    bodies: 'raw',
    metrics,
    mount: async (surface) => {
      actForEveryAccount(surface);
      await surface.register(cardProviderRoutes);
      await surface.register(mailProviderRoutes);
    },
  });
}
