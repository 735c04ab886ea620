import type { Ctx } from '#context';
import { recheckSuppression } from '#modules/consultations';
import { listKnownContacts } from '#mount/consultations/workers';
import { listProvenIntakes } from '#modules/intakes';
import { agentStaffRoutes } from '#mount/agents/staff-routes';
import { isAppraisalReleased } from '#modules/appraisals';
import { appraisalStaffRoutes } from '#mount/appraisals/staff-routes';
import { listStaffNames } from '#modules/staff';
import { analyticsStaffRoutes } from '#mount/analytics/staff-routes';
import { auditStaffRoutes } from '#mount/audit/staff-routes';
import { consentStaffRoutes } from '#mount/board/consent/staff-routes';
import { evidenceStaffRoutes } from '#mount/board/evidence/staff-routes';
import { figureStaffRoutes } from '#mount/board/figures/staff-routes';
import { boardStaffRoutes } from '#mount/board/staff-routes';
import { checkoutStaffRoutes } from '#mount/checkout/staff/staff-routes';
import { paymentStaffRoutes } from '#mount/checkout/staff/payment-staff-routes';
import { closingStaffRoutes } from '#mount/consultations/closing/staff-routes';
import { assigneeStaffRoutes } from '#mount/consultations/assignees/staff-routes';
import { consultationStaffRoutes } from '#mount/consultations/lifecycle/staff-routes';
import { noteStaffRoutes } from '#mount/consultations/notes/staff-routes';
import { hoursStaffRoutes } from '#mount/consultations/hours-staff-routes';
import { queueStaffRoutes } from '#mount/consultations/queue-staff-routes';
import { heldStaffRoutes } from '#mount/customers/held/staff-routes';
import { customerStaffRoutes } from '#mount/customers/staff-routes';
import { documentStaffRoutes } from '#mount/documents/storage/staff-routes';
import { ledgerStaffRoutes } from '#mount/exposure/ledger/staff-routes';
import { exposureStaffRoutes } from '#mount/exposure/loans/staff-routes';
import { factStaffRoutes } from '#mount/facts/staff-routes';
import { reportCheckStaffRoutes } from '#mount/report-checks/staff-routes';
import { featureFlagStaffRoutes } from '#mount/feature-flags/staff-routes';
import { intakeStaffRoutes } from '#mount/intakes/staff/staff-routes';
import { telephoneStaffRoutes } from '#mount/intakes/staff/telephone-staff-routes';
import { marketStaffRoutes } from '#mount/market/snapshots/staff-routes';
import { credentialStaffRoutes } from '#mount/partners/credential-staff-routes';
import { endpointStaffRoutes } from '#mount/partners/endpoint-staff-routes';
import { institutionStaffRoutes } from '#mount/partners/staff-routes';
import { membershipStaffRoutes } from '#mount/memberships/staff-routes';
import { paperStaffRoutes } from '#mount/memberships/statements/paper-staff-routes';
import { statementStaffRoutes } from '#mount/memberships/statements/staff-routes';
import { referralStaffRoutes } from '#mount/referrals/staff-routes';
import { replyStaffRoutes } from '#mount/replies/staff-routes';
import { templateStaffRoutes } from '#mount/replies/templates/staff-routes';
import { privacyStaffRoutes } from '#mount/privacy/staff-routes';
import { selfServiceStaffRoutes } from '#mount/self-service/staff-routes';
import { authenticatorStaffRoutes } from '#mount/portal-users/authenticators/staff-routes';
import { signUpStaffRoutes } from '#mount/portal-users/sign-up/sign-up-staff-routes';
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
} from '#app/bindings';
import { guardStaff } from '#app/guards/staff-guard';
import type { TestClock } from '#app/workers/test-clock';
import { testClockRoutes } from '#app/workers/test-clock-routes';

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
