import type { FastifyInstance } from 'fastify';
import type { Ctx } from '#context';
import { analyticsPortalRoutes } from '#mount/figures/portal-routes';
import { statementPortalRoutes } from '#mount/memberships/statement-portal-routes';
import { credentialPortalRoutes } from '#mount/credentials/credential-portal-routes';
import { keyPortalRoutes } from '#mount/credentials/key-portal-routes';
import { portalRoutes } from '#mount/portal/go-live-portal-routes';
import { eventPortalRoutes, type EventSources } from '#mount/webhooks/event-portal/portal-routes';
import { eventRecoveryPortalRoutes } from '#mount/webhooks/event-recovery/portal-routes';
import { rehearsalPortalRoutes, deliveryPortalRoutes } from '#mount/webhooks/delivery-portal-routes';
import { accountPortalRoutes, institutionPortalRoutes } from '#mount/portal/account-portal-routes';
import {
  authenticatorLinkPortalRoutes,
  memberAuthenticatorPortalRoutes,
} from '#mount/portal/authenticators/link-portal-routes';
import { memberPortalRoutes } from '#mount/portal/members/member-portal-routes';
import { ownAccountPortalRoutes } from '#mount/portal/members/own-account-portal-routes';
import { setUpPortalRoutes } from '#mount/portal/sign-up/set-up-portal-routes';
import { signInPortalRoutes } from '#mount/portal/password/sign-in-portal-routes';
import { auditPortalRoutes } from '#mount/ledger/trail/portal-routes';
import { listUserNames } from '#modules/portal';
import { contactConfirmPortalRoutes, contactPortalRoutes } from '#mount/partners/contacts/portal-routes';
import { issuerPortalRoutes } from '#mount/portal/issuers/portal-routes';
import { issuerSignInPortalRoutes } from '#mount/portal/issuers/sign-in-portal-routes';
import { passkeyPortalRoutes } from '#mount/portal/passkeys/portal-routes';
import { passkeySignInPortalRoutes } from '#mount/portal/passkeys/sign-in-portal-routes';
import {
  pairingAskingPortalRoutes,
  pairingPortalRoutes,
  ownPairingPortalRoutes,
} from '#mount/portal/pairing/portal-routes';
import { tokenPortalRoutes } from '#mount/portal/tokens/portal-routes';
import { requestLogPortalRoutes } from '#mount/portal/request-log-portal-routes';
import { signatureCheckPortalRoutes } from '#mount/portal/signature-check-portal-routes';
import { endpointPortalRoutes } from '#mount/webhooks/endpoint-portal-routes';
import { rotationPortalRoutes } from '#mount/webhooks/rotation-portal-routes';
import { sandboxPortalRoutes } from '#mount/sandbox/portal-routes';
import { referralPortalRoutes } from '#mount/referrals/portal/portal-routes';
import { referralFilePortalRoutes } from '#mount/partner-files/referral-portal-routes';
import { oneReferralPortalRoutes } from '#mount/referrals/portal/one-portal-routes';
import { rosterFilePortalRoutes } from '#mount/partner-files/roster-portal-routes';
import { createSurface, problemErrors } from '#platform/http';
import { decoratePortal, guardPortal, guardPortalAccount, guardPortalForms } from '#app/guards/portal-guard';
import { describePortalSurface } from '#app/descriptions/portal-openapi';
import { closingSources, factSources, notifyOwners } from '#app/callbacks';
import { getEnrollment, getStatement } from '#modules/memberships';
import { getReferral } from '#modules/referrals';
import { listEventDeliveries } from '#modules/webhooks';
import { AppError } from '#platform/errors';

/** Undefined for an object that no longer exists. */
const orNone = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) return undefined;
    throw error;
  });

/** The current state of a log event's object, and its deliveries. */
const eventSources: EventSources = {
  objects: {
    ref: {
      name: 'referral',
      find: (ctx, { accountId, livemode, id }) => orNone(getReferral(ctx, { institutionId: accountId, livemode }, id)),
    },
    enr: {
      name: 'enrollment',
      find: (ctx, { accountId, livemode, id }) =>
        orNone(getEnrollment(ctx, { institutionId: accountId, livemode }, id)),
    },
    stm: {
      name: 'statement',
      // Statements are for live rosters; the sandbox has none.
      find: async (ctx, { accountId, livemode, id }) =>
        livemode ? (await orNone(getStatement(ctx, accountId, id)))?.statement : undefined,
    },
  },
  listDeliveries: listEventDeliveries,
};

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

/** The operations of an institution's users, in the order of the menu. */
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
