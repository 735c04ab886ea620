import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { answerPartner } from '#modules/access';
import { schemaIssues } from '#platform/http';
import {
  attestSchema,
  lookupSchema,
  reviewRecordSchema,
  reviewStatusPageSchema,
  simulateSchema,
} from './action-schemas.ts';
import { attestReferral, confirmationIssues } from './attest-referral.ts';
import { toView } from './events.ts';
import { ownerOfCall } from './list-referrals.ts';
import { existingReferral, noQuery, refuseIssues } from './partner-routes.ts';
import { getReviewRecord, lookUpReviews } from './review-referral.ts';
import { referralSchema } from './schemas.ts';
import { simulateReferral } from './simulate-referral.ts';

const params = Type.Object({ id: Type.String() });

/** What an institution does with a referral beside changing it. */
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
        audience: 'partner',
        summary: 'Move a sandbox referral to its next step.',
        refusals: [400, 403, 404, 409],
        door: { feature: 'referral_sandbox', testModeOnly: true, bodyMayBeEmpty: true },
      },
      schema: {
        description:
          'Test credentials only. Without step the next one is taken: invited accepts, activated settles (2,500 dollars above the offer), settled closes. invited can also decline or expire, activated also close. Events and webhooks follow as they would live.',
        params,
        querystring: noQuery,
        body: simulateSchema,
        response: { 200: referralSchema },
      },
      preValidation: existingReferral,
    },
    async (request, reply) =>
      answerPartner(request, reply, async (tx) => {
        const input = { id: request.params.id, step: request.body.step };
        return { status: 200, body: toView(await simulateReferral(tx, ownerOfCall(tx), input)) };
      }),
  );

  app.post(
    '/referrals/:id/attest',
    {
      config: {
        operation: 'referrals.attest',
        audience: 'partner',
        summary: 'Attest a warm handoff: the borrower was told and wants the call.',
        refusals: [400, 403, 404, 409],
        door: { feature: 'referral_sandbox' },
      },
      schema: {
        description:
          'For an invited referral whose borrower you have told who will call and why: it is activated at once, without the borrower’s answer, and called first. attestation is your own words; confirmed_at is when the borrower agreed, now unless told.',
        params,
        querystring: noQuery,
        body: attestSchema,
        response: { 200: referralSchema },
      },
      preValidation: existingReferral,
    },
    async (request, reply) => {
      const { ctx, body: attestation } = request;
      refuseIssues(confirmationIssues(attestation, ctx.clock.now()));
      return answerPartner(request, reply, async (tx) => {
        const input = { id: request.params.id, attestation };
        return { status: 200, body: toView(await attestReferral(tx, ownerOfCall(tx), input)) };
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
        summary: 'Retrieve what the team found.',
        refusals: [404],
        door: { feature: 'review_records' },
      },
      schema: {
        description: '404 until the team has begun its review; referral.review_updated tells when it has.',
        params,
        querystring: noQuery,
        response: { 200: reviewRecordSchema },
      },
      attachValidation: true,
    },
    async (request) => {
      const record = await getReviewRecord(request.ctx, ownerOfCall(request.ctx), request.params.id);
      refuseIssues(schemaIssues(request));
      return record;
    },
  );

  app.post(
    '/review-status/lookup',
    {
      config: {
        operation: 'referrals.look-up-reviews',
        audience: 'partner',
        summary: 'Look up review status by VIN, claim number or reference.',
        refusals: [400, 404],
        door: { feature: 'review_records', readOnlyMay: true, everyTime: true },
      },
      schema: {
        description:
          'Exactly one of vin, claim_number and reference, which is your external_ref. A read: nothing changes.',
        querystring: noQuery,
        body: lookupSchema,
        response: { 200: reviewStatusPageSchema },
      },
    },
    async ({ ctx, body }) => lookUpReviews(ctx, ownerOfCall(ctx), body),
  );
};
