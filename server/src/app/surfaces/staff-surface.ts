import type { Ctx } from '#context';
import { listKnownContacts, recheckSuppression } from '#modules/consultations';
import { listProvenIntakes } from '#modules/intakes';
import { agentStaffRoutes } from '#mount/agents/staff-routes';
import { auditStaffRoutes } from '#mount/audit/staff-routes';
import { consentStaffRoutes } from '#mount/board/consent/staff-routes';
import { boardStaffRoutes } from '#mount/board/staff-routes';
import { checkoutStaffRoutes } from '#mount/checkout/staff/staff-routes';
import { consultationStaffRoutes } from '#mount/consultations/lifecycle/staff-routes';
import { hoursStaffRoutes } from '#mount/consultations/hours-staff-routes';
import { queueStaffRoutes } from '#mount/consultations/queue-staff-routes';
import { heldStaffRoutes } from '#mount/customers/held/staff-routes';
import { customerStaffRoutes } from '#mount/customers/staff-routes';
import { documentStaffRoutes } from '#mount/documents/storage/staff-routes';
import { featureFlagStaffRoutes } from '#mount/feature-flags/staff-routes';
import { intakeStaffRoutes } from '#mount/intakes/staff/staff-routes';
import { marketStaffRoutes } from '#mount/market/snapshots/staff-routes';
import { credentialStaffRoutes } from '#mount/partners/credential-staff-routes';
import { endpointStaffRoutes } from '#mount/partners/endpoint-staff-routes';
import { institutionStaffRoutes } from '#mount/partners/staff-routes';
import { membershipStaffRoutes } from '#mount/memberships/staff-routes';
import { statementStaffRoutes } from '#mount/memberships/statements/staff-routes';
import { referralStaffRoutes } from '#mount/referrals/staff-routes';
import { replyStaffRoutes } from '#mount/replies/staff-routes';
import { staffRoutes } from '#mount/staff/staff-routes';
import { webhookStaffRoutes } from '#mount/webhooks/staff-routes';
import type { FastifyInstance } from 'fastify';
import { consultationSources, deliverySources } from '#app/bindings';
import { guardStaff } from '#app/guards/staff-guard';
import { type TestClock, testClockRoutes } from '#app/workers/test-clock';

export async function mountStaffRoutes(
  surface: FastifyInstance,
  base: Ctx,
  testClock: TestClock | undefined,
): Promise<void> {
  guardStaff(surface);
  await surface.register(staffRoutes);
  await surface.register(auditStaffRoutes);
  await surface.register(intakeStaffRoutes);
  await surface.register(consultationStaffRoutes);
  await surface.register(queueStaffRoutes(consultationSources));
  await surface.register(hoursStaffRoutes);
  await surface.register(checkoutStaffRoutes(deliverySources));
  await surface.register(
    customerStaffRoutes({
      listKnown: (tx, customers) => listKnownContacts(tx, customers, listProvenIntakes),
      recheck: recheckSuppression,
    }),
  );
  await surface.register(heldStaffRoutes);
  await surface.register(replyStaffRoutes);
  await surface.register(documentStaffRoutes);
  await surface.register(agentStaffRoutes);
  await surface.register(marketStaffRoutes);
  await surface.register(featureFlagStaffRoutes);
  await surface.register(institutionStaffRoutes);
  await surface.register(credentialStaffRoutes);
  await surface.register(endpointStaffRoutes);
  await surface.register(referralStaffRoutes);
  await surface.register(membershipStaffRoutes);
  await surface.register(statementStaffRoutes);
  await surface.register(webhookStaffRoutes);
  await surface.register(boardStaffRoutes(base));
  await surface.register(consentStaffRoutes);
  if (testClock !== undefined) await surface.register(testClockRoutes(testClock));
}
