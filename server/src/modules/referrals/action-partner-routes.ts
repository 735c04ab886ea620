import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { respondWithIdempotency } from '#modules/credentials';
import { tenantOf } from '#modules/partners';
import { schemaIssues } from '#platform/http';
import { toView } from './events.ts';
import { attestReferral, simulateReferral } from './lifecycle/referral-moves.ts';
import { confirmationIssues } from './lifecycle/rules.ts';
import { attestSchema, simulateSchema } from './lifecycle/schemas.ts';
import { getReviewRecord, lookUpReviews } from './review/review.ts';
import { lookupSchema, reviewRecordSchema, reviewStatusPageSchema } from './review/schemas.ts';
import { referralSchema } from './schemas.ts';
import { noQuery, refuseIssues, requireReferral } from './submission/partner-routes.ts';

const params = Type.Object({ id: Type.String() });

/** An institution's actions on a referral, apart from edits. */
export const referralActionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(stepRoutes);
  await app.register(reviewRoutes);
};

const stepRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/:id/simulate',
    {
      config: {
        operation: 'referrals.simulate',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Move a sandbox referral to its next step.',
        guard: { feature: 'referral_sandbox', testModeOnly: true, bodyMayBeEmpty: true },
      },
      schema: {
        description:
          'Test credentials only. Without step, the next step is taken: an invited referral is accepted, an activated one settled (2,500 dollars above the offer), a settled one closed. An invited referral can also be declined or expire, an activated one can also be closed. deliver gives the free consultation of an activated or settled referral, once; its status stays and no event follows. A borrower who pays by your program gets a message with a checkout whose card page takes test cards alone; the portal’s mailbox shows it. Events and webhooks are the same as in live mode.',
        params,
        querystring: noQuery,
        body: simulateSchema,
        response: { 200: referralSchema },
      },
      preValidation: requireReferral,
    },
    async (request, reply) =>
      respondWithIdempotency(request, reply, async (tx) => {
        const input = { id: request.params.id, step: request.body.step };
        return { status: 200, body: toView(await simulateReferral(tx, tenantOf(tx), input)) };
      }),
  );

  app.post(
    '/referrals/:id/attest',
    {
      config: {
        operation: 'referrals.attest',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Attest a warm handoff: the borrower knows about the call and wants it.',
        guard: { feature: 'referral_sandbox' },
      },
      schema: {
        description:
          'For an invited referral whose borrower knows from you who will call and why. The referral is activated at once, without the borrower’s answer, and the borrower is called first. attestation is in your own words; confirmed_at is when the borrower agreed (default: now).',
        params,
        querystring: noQuery,
        body: attestSchema,
        response: { 200: referralSchema },
      },
      preValidation: requireReferral,
    },
    async (request, reply) => {
      const { ctx, body: attestation } = request;
      refuseIssues(confirmationIssues(attestation, ctx.clock.now()));
      return respondWithIdempotency(request, reply, async (tx) => {
        const input = { id: request.params.id, attestation };
        return { status: 200, body: toView(await attestReferral(tx, tenantOf(tx), input)) };
      });
    },
  );
};

const reviewRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals/:id/review-record',
    {
      config: {
        operation: 'referrals.get-review-record',
        audience: 'partner',
        summary: 'Retrieve the review record of a referral.',
        guard: { feature: 'review_records' },
      },
      schema: {
        description:
          '404 until the team has started its review; the event referral.review_updated is sent when it has.',
        params,
        querystring: noQuery,
        response: { 200: reviewRecordSchema },
      },
      attachValidation: true,
    },
    async (request) => {
      const record = await getReviewRecord(request.ctx, tenantOf(request.ctx), request.params.id);
      refuseIssues(schemaIssues(request));
      return record;
    },
  );

  app.post(
    '/review-status/lookup',
    {
      config: {
        operation: 'referrals.look-up-reviews',
        duringReset: 'allowed',
        audience: 'partner',
        summary: 'Look up review status by VIN, claim number or reference.',
        guard: { feature: 'review_records', readOnlyMay: true, everyTime: true },
      },
      schema: {
        description:
          'Send exactly one of vin, claim_number and reference, which is your external_ref. Read only: nothing changes.',
        querystring: noQuery,
        body: lookupSchema,
        response: { 200: reviewStatusPageSchema },
      },
    },
    async ({ ctx, body }) => lookUpReviews(ctx, tenantOf(ctx), body),
  );
};
