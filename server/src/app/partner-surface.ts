import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { eventPartnerRoutes } from '#mount/events/partner-routes';
import { analyticsPartnerRoutes } from '#mount/analytics/partner-routes';
import { credentialPartnerRoutes } from '#mount/partners/partner-routes';
import { membershipPartnerRoutes } from '#mount/plans/membership-partner-routes';
import { enrollmentPartnerRoutes } from '#mount/plans/partner-routes';
import { rosterPartnerRoutes } from '#mount/plans/roster-partner-routes';
import { referralActionRoutes } from '#mount/referrals/action-partner-routes';
import { referralPartnerRoutes } from '#mount/referrals/partner-routes';
import { openSurface, problemErrors } from '#platform/http';
import { openPartnerDoor } from './partner-door.ts';
import { describePartnerSurface } from './partner-openapi.ts';

/** The partners' interface, and what describes it once everything is mounted. Its bodies are read raw, since a signed one must first be proven whole. */
export async function openPartnerSurface(app: FastifyInstance, ctx: Ctx): Promise<() => object> {
  const { publicBaseUrl } = ctx.config;
  let document: () => object = () => ({});
  await openSurface(app, {
    prefix: '/api/gap/v1',
    errors: problemErrors({ surface: 'partner', realm: 'gap', publicBaseUrl }),
    bodyLimit: 1_048_576,
    bodies: 'raw',
    metrics: ctx.metrics,
    mount: async (surface) => {
      document = await describePartnerSurface(surface, ctx.config);
      openPartnerDoor(surface);
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
