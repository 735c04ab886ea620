import type { Ctx } from '#context';
import { recheckSuppression } from '#modules/consultations';
import { listKnownContacts } from '#mount/consultations/workers';
import { listProvenIntakes } from '#modules/intakes';
import { agentStaffRoutes } from '#mount/agents/staff-routes';
import { isAppraisalReleased } from '#modules/appraisals';
import { appraisalStaffRoutes } from '#mount/appraisals/staff-routes';
import { listStaffNames } from '#modules/staff';
import { analyticsStaffRoutes, ledgerStaffRoutes } from '#mount/figures/staff-routes';
import { auditStaffRoutes } from '#mount/ledger/staff-routes';
import { consentStaffRoutes } from '#mount/board/consent/staff-routes';
import { evidenceStaffRoutes } from '#mount/board/evidence/staff-routes';
import { figureStaffRoutes } from '#mount/board/figures/staff-routes';
import { boardStaffRoutes } from '#mount/board/staff-routes';
import { checkoutStaffRoutes } from '#mount/checkout/staff/staff-routes';
import { paymentStaffRoutes } from '#mount/checkout/staff/payment-staff-routes';
import { closingStaffRoutes } from '#mount/consultations/closing/staff-routes';
import {
  assigneeStaffRoutes,
  factStaffRoutes,
  consultationStaffRoutes,
  noteStaffRoutes,
} from '#mount/consultations/staff-routes';
import { hoursStaffRoutes, queueStaffRoutes } from '#mount/consultations/queue-staff-routes';
import { heldStaffRoutes } from '#mount/customers/held/staff-routes';
import { customerStaffRoutes } from '#mount/customers/staff-routes';
import { documentStaffRoutes } from '#mount/documents/storage/staff-routes';
import { exposureStaffRoutes } from '#mount/figures/loans/staff-routes';
import { reportCheckStaffRoutes } from '#mount/appraisals/report-checks-staff-routes';
import { featureFlagStaffRoutes } from '#mount/feature-flags/feature-flags';
import { intakeStaffRoutes, telephoneStaffRoutes } from '#mount/intakes/staff/staff-routes';
import { marketStaffRoutes } from '#mount/vehicles/snapshots/staff-routes';
import { credentialStaffRoutes } from '#mount/partners/credential-staff-routes';
import { endpointStaffRoutes } from '#mount/partners/endpoint-staff-routes';
import { institutionStaffRoutes } from '#mount/partners/staff-routes';
import { membershipStaffRoutes } from '#mount/memberships/staff-routes';
import { paperStaffRoutes } from '#mount/memberships/statements/paper-staff-routes';
import { statementStaffRoutes } from '#mount/memberships/statements/staff-routes';
import { referralStaffRoutes } from '#mount/referrals/staff-routes';
import { replyStaffRoutes, templateStaffRoutes } from '#mount/replies/staff-routes';
import { privacyStaffRoutes } from '#mount/privacy/staff-routes';
import { selfServiceStaffRoutes } from '#mount/owner-page/staff-routes';
import { authenticatorStaffRoutes } from '#mount/portal/authenticators/staff-routes';
import { signUpStaffRoutes } from '#mount/portal/sign-up/sign-up-staff-routes';
import { staffRoutes } from '#mount/staff/staff-routes';
import { webhookStaffRoutes } from '#mount/webhooks/staff-routes';
import type { FastifyInstance } from 'fastify';
import {
  appraisalSources,
  closingSources,
  consultationSources,
  deliverySources,
  factSources,
  queueSetupMail,
  settlementSources,
} from '#app/callbacks';
import { guardStaff } from '#app/guards/staff-guard';
import type { TestClock } from '#app/workers/test-clock';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { closed } from '#lib/api/shapes';
import { prepared } from '#platform/db';
import { sweepOnce } from '#platform/jobs';
import { sweeps } from '#app/workers/sweeps';

const advance = prepared<[ms: number], never>(
  'test-clock.advance',
  `insert into platform.test_clock (offset_ms) values ($1)
   on conflict (one) do update set offset_ms = platform.test_clock.offset_ms + excluded.offset_ms`,
);

/** Moves time forward; responds when everything due has happened once. */
const testClockRoutes =
  (testClock: TestClock): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/clock',
      {
        config: { operation: 'test-clock.advance', audience: 'staff' },
        schema: {
          body: Type.Object({ advance_seconds: Type.Integer({ minimum: 0, maximum: 315_360_000 }) }, closed),
          response: { 200: Type.Object({ now: Type.String() }, closed) },
        },
      },
      async ({ ctx, body }) => {
        await ctx.db.many(advance(body.advance_seconds * 1000));
        await testClock.follow();
        for (const sweep of sweeps(ctx)) await sweepOnce(sweep, ctx);
        return { now: ctx.clock.now().toISOString() };
      },
    );
  };

export async function mountStaffRoutes(
  surface: FastifyInstance,
  base: Ctx,
  testClock: TestClock | undefined,
): Promise<void> {
  guardStaff(surface);
  await surface.register(staffRoutes(queueSetupMail));
  await surface.register(signUpStaffRoutes);
  await surface.register(authenticatorStaffRoutes);
  await surface.register(auditStaffRoutes(listStaffNames));
  await surface.register(intakeStaffRoutes);
  await surface.register(telephoneStaffRoutes);
  await surface.register(consultationStaffRoutes);
  await surface.register(assigneeStaffRoutes);
  await surface.register(queueStaffRoutes(consultationSources));
  await surface.register(hoursStaffRoutes);
  await surface.register(noteStaffRoutes);
  await surface.register(checkoutStaffRoutes(deliverySources, settlementSources, isAppraisalReleased));
  await surface.register(paymentStaffRoutes);
  await surface.register(closingStaffRoutes(closingSources));
  await surface.register(appraisalStaffRoutes(appraisalSources));
  await surface.register(
    customerStaffRoutes({
      listKnown: (tx, customers) => listKnownContacts(tx, customers, listProvenIntakes),
      recheck: recheckSuppression,
    }),
  );
  await surface.register(heldStaffRoutes);
  await surface.register(replyStaffRoutes);
  await surface.register(templateStaffRoutes);
  await surface.register(documentStaffRoutes);
  await surface.register(factStaffRoutes(factSources, base));
  await surface.register(reportCheckStaffRoutes(factSources));
  await surface.register(agentStaffRoutes);
  await surface.register(marketStaffRoutes);
  await surface.register(featureFlagStaffRoutes);
  await surface.register(institutionStaffRoutes);
  await surface.register(credentialStaffRoutes);
  await surface.register(endpointStaffRoutes);
  await surface.register(referralStaffRoutes);
  await surface.register(membershipStaffRoutes);
  await surface.register(statementStaffRoutes);
  await surface.register(paperStaffRoutes);
  await surface.register(selfServiceStaffRoutes);
  await surface.register(webhookStaffRoutes);
  await surface.register(boardStaffRoutes(base));
  await surface.register(figureStaffRoutes);
  await surface.register(consentStaffRoutes);
  await surface.register(exposureStaffRoutes);
  await surface.register(ledgerStaffRoutes);
  await surface.register(analyticsStaffRoutes);
  await surface.register(evidenceStaffRoutes);
  await surface.register(privacyStaffRoutes);
  if (testClock !== undefined) await surface.register(testClockRoutes(testClock));
}
