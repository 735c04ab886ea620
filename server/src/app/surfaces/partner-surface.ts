import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { eventPartnerRoutes } from '#mount/webhooks/partner-routes';
import { analyticsPartnerRoutes } from '#mount/figures/portal-routes';
import { credentialPartnerRoutes } from '#mount/partners/partner-routes';
import { membershipPartnerRoutes } from '#mount/memberships/partner-routes';
import { enrollmentPartnerRoutes } from '#mount/memberships/enrollments/partner-routes';
import { rosterPartnerRoutes } from '#mount/memberships/rosters/partner-routes';
import { referralActionRoutes } from '#mount/referrals/action-partner-routes';
import { referralPartnerRoutes } from '#mount/referrals/submission/partner-routes';
import { bodyLimits } from '#lib/api/body-limits';
import { createSurface, problemErrors, tagContent } from '#platform/http';
import { guardPartner } from '#app/guards/partner-guard';
import { recordAnswers, recordRequests } from '#app/guards/record-requests';
import { describePartnerSurface } from '#app/descriptions/partner-openapi';

/**
 * The partner interface; returns its description, complete once everything is mounted. Its bodies are read raw, because
 * the digest of a signed one must be checked first.
 */
export async function createPartnerSurface(
  app: FastifyInstance,
  ctx: Ctx,
  { recordsRequests = true }: { readonly recordsRequests?: boolean } = {},
): Promise<() => object> {
  const { publicBaseUrl } = ctx.config;
  let document: () => object = () => ({});
  await createSurface(app, {
    prefix: '/api/gap/v1',
    errors: problemErrors({ surface: 'partner', realm: 'gap', publicBaseUrl }),
    bodyLimit: bodyLimits.partner,
    bodies: 'raw',
    metrics: ctx.metrics,
    mount: async (surface) => {
      document = await describePartnerSurface(surface, ctx.config);
      if (recordsRequests) recordRequests(surface, ctx);
      guardPartner(surface);
      // A client that polls a list or an object gets 304 while it is unchanged.
      surface.addHook('onSend', async (request, reply, content) =>
        request.method === 'GET' ? tagContent(request, reply, content) : content,
      );
      // The response as sent.
      if (recordsRequests) recordAnswers(surface);
      await surface.register(credentialPartnerRoutes);
      await surface.register(referralPartnerRoutes);
      await surface.register(referralActionRoutes);
      await surface.register(eventPartnerRoutes);
      await surface.register(analyticsPartnerRoutes);
      await surface.register(enrollmentPartnerRoutes);
      await surface.register(rosterPartnerRoutes);
      await surface.register(membershipPartnerRoutes);
    },
  });
  return () => document();
}
