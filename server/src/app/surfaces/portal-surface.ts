import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { analyticsPortalRoutes } from '#mount/analytics/portal-routes';
import { statementPortalRoutes } from '#mount/memberships/statement-portal-routes';
import { credentialPortalRoutes } from '#mount/partner-credentials/credential-portal-routes';
import { keyPortalRoutes } from '#mount/partner-credentials/key-portal-routes';
import { portalRoutes } from '#mount/portal/portal-routes';
import { eventPortalRoutes } from '#mount/events/portal/portal-routes';
import { eventRecoveryPortalRoutes } from '#mount/webhooks/event-recovery/portal-routes';
import { rehearsalPortalRoutes } from '#mount/webhooks/rehearsal/portal-routes';
import { accountPortalRoutes } from '#mount/portal-users/account-portal-routes';
import { institutionPortalRoutes } from '#mount/portal-users/institution-portal-routes';
import { authenticatorLinkPortalRoutes } from '#mount/portal-users/authenticators/link-portal-routes';
import { memberAuthenticatorPortalRoutes } from '#mount/portal-users/authenticators/member-portal-routes';
import { memberPortalRoutes } from '#mount/portal-users/members/member-portal-routes';
import { ownAccountPortalRoutes } from '#mount/portal-users/members/own-account-portal-routes';
import { setUpPortalRoutes } from '#mount/portal-users/sign-up/set-up-portal-routes';
import { signInPortalRoutes } from '#mount/portal-users/password/sign-in-portal-routes';
import { auditPortalRoutes } from '#mount/audit/trail/portal-routes';
import { listUserNames } from '#modules/portal-users';
import { contactConfirmPortalRoutes } from '#mount/partners/contacts/confirm-portal-routes';
import { contactPortalRoutes } from '#mount/partners/contacts/portal-routes';
import { issuerPortalRoutes } from '#mount/portal-users/issuers/portal-routes';
import { issuerSignInPortalRoutes } from '#mount/portal-users/issuers/sign-in-portal-routes';
import { passkeyPortalRoutes } from '#mount/portal-users/passkeys/portal-routes';
import { passkeySignInPortalRoutes } from '#mount/portal-users/passkeys/sign-in-portal-routes';
import { pairingAskingPortalRoutes } from '#mount/portal-users/pairing/asking-portal-routes';
import { ownPairingPortalRoutes } from '#mount/portal-users/pairing/own-portal-routes';
import { pairingPortalRoutes } from '#mount/portal-users/pairing/portal-routes';
import { tokenPortalRoutes } from '#mount/portal-users/tokens/portal-routes';
import { requestLogPortalRoutes } from '#mount/request-log/portal-routes';
import { signatureCheckPortalRoutes } from '#mount/signature-check/portal-routes';
import { deliveryPortalRoutes } from '#mount/webhooks/delivery-portal-routes';
import { endpointPortalRoutes } from '#mount/webhooks/endpoint-portal-routes';
import { rotationPortalRoutes } from '#mount/webhooks/rotation-portal-routes';
import { sandboxPortalRoutes } from '#mount/sandbox/portal-routes';
import { referralPortalRoutes } from '#mount/referrals/portal/portal-routes';
import { referralFilePortalRoutes } from '#mount/referral-files/portal-routes';
import { oneReferralPortalRoutes } from '#mount/referrals/portal/one-portal-routes';
import { rosterFilePortalRoutes } from '#mount/roster-files/portal-routes';
import { createSurface, problemErrors } from '#platform/http';
import { decoratePortal, guardPortal, guardPortalAccount, guardPortalForms } from '#app/guards/portal-guard';
import { eventSources } from '#app/event-sources';
import { describePortalSurface } from '#app/descriptions/portal-openapi';
import { closingSources, factSources, notifyOwners } from '#app/bindings';

/** The API of the partner portal; returns its description, complete once everything is mounted. */
export async function createPortalSurface(app: FastifyInstance, ctx: Ctx): Promise<() => object> {
  const { publicBaseUrl } = ctx.config;
  let document: () => object = () => ({});
  await createSurface(app, {
    prefix: '/api/portal/v1',
    errors: problemErrors({ surface: 'portal', realm: 'portal', publicBaseUrl }),
    bodyLimit: 1_048_576,
    metrics: ctx.metrics,
    mount: async (surface) => {
      document = await describePortalSurface(surface, ctx.config);
      decoratePortal(surface);
      await surface.register(async (forms) => {
        guardPortalForms(forms);
        await forms.register(signInPortalRoutes);
        await forms.register(setUpPortalRoutes);
        await forms.register(authenticatorLinkPortalRoutes);
        await forms.register(passkeySignInPortalRoutes);
        await forms.register(issuerSignInPortalRoutes);
        await forms.register(contactConfirmPortalRoutes);
      });
      await surface.register(pairingAskingPortalRoutes);
      await surface.register(async (account) => {
        guardPortalAccount(account);
        await account.register(accountPortalRoutes);
        await account.register(ownAccountPortalRoutes);
        await account.register(passkeyPortalRoutes);
        await account.register(ownPairingPortalRoutes);
      });
      await surface.register(
        async (institution) => {
          guardPortal(institution);
          await mountInstitutionRoutes(institution, ctx);
        },
        { prefix: '/:institution_id/:mode' },
      );
    },
  });
  return () => document();
}

/** What an institution's users do, in the order of the menu. */
async function mountInstitutionRoutes(routes: FastifyInstance, base: Ctx): Promise<void> {
  await routes.register(institutionPortalRoutes);
  await routes.register(portalRoutes);
  await routes.register(keyPortalRoutes(notifyOwners));
  await routes.register(credentialPortalRoutes(notifyOwners));
  await routes.register(requestLogPortalRoutes);
  await routes.register(signatureCheckPortalRoutes);
  await routes.register(tokenPortalRoutes);
  await routes.register(pairingPortalRoutes);
  await routes.register(endpointPortalRoutes);
  await routes.register(rotationPortalRoutes);
  await routes.register(rehearsalPortalRoutes);
  await routes.register(deliveryPortalRoutes);
  await routes.register(eventPortalRoutes(eventSources));
  await routes.register(eventRecoveryPortalRoutes);
  await routes.register(sandboxPortalRoutes(closingSources));
  await routes.register(referralPortalRoutes);
  await routes.register(oneReferralPortalRoutes({ listNames: listUserNames, facts: factSources, base }));
  await routes.register(rosterFilePortalRoutes);
  await routes.register(referralFilePortalRoutes);
  await routes.register(analyticsPortalRoutes);
  await routes.register(statementPortalRoutes);
  await routes.register(memberPortalRoutes);
  await routes.register(memberAuthenticatorPortalRoutes);
  await routes.register(contactPortalRoutes);
  await routes.register(issuerPortalRoutes);
  await routes.register(auditPortalRoutes(listUserNames));
}
