import type { Ctx } from '#context';
import { cardProviderRoutes } from '#mount/checkout/provider/provider-routes';
import { createSurface, htmlErrors } from '#platform/http';
import type { FastifyInstance } from 'fastify';

/** Events of the card provider. Their signature covers the raw bytes, so they are read raw. */
export async function mountCardProvider(app: FastifyInstance, { metrics }: Ctx): Promise<void> {
  await createSurface(app, {
    prefix: '/providers',
    errors: htmlErrors,
    bodyLimit: 262_144,
    bodies: 'raw',
    metrics,
    mount: async (surface) => void (await surface.register(cardProviderRoutes)),
  });
}
