import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Tx } from '#context';
import { bodyLimits } from '#lib/api/body-limits';
import { bulkResultSchema } from '#lib/api/bulk-result';
import { patchIssues } from '#lib/api/patch-issues';
import { closed } from '#lib/api/shapes';
import { respondWithIdempotency } from '#modules/credentials';
import { tenantOf } from '#modules/partners';
import { AppError, validationFailed, type Issue } from '#platform/errors';
import { schemaIssues } from '#platform/http';
import type { StoredResponse } from '#platform/idempotency';
import { maxIssues } from '#platform/validation';
import { toView } from '../events.ts';
import { submissionIssues } from '../rules.ts';
import {
  bulkSchema,
  newReferralSchema,
  patchSchema,
  referralPageSchema,
  referralQuerySchema,
  referralSchema,
} from '../schemas.ts';
import { createBulk, createReferrals, nameConflict } from './create-referrals.ts';
import { cancelReferral, editReferral, getReferral, listReferrals } from './edit-referral.ts';

const params = Type.Object({ id: Type.String() });
export const noQuery = Type.Object({}, closed);

/** An id of another institution or of the other mode gets 404, whatever else is wrong with the request. */
export const requireReferral = async (request: FastifyRequest): Promise<void> => {
  const { id } = request.params as { id: string };
  await getReferral(request.ctx, tenantOf(request.ctx), id);
};

export const referralPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  await app.register(collectionRoutes);
  await app.register(bulkRoutes);
  await app.register(memberRoutes);
};

const collectionRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals',
    {
      config: {
        operation: 'referrals.create',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Refer a borrower.',
        guard: { locates: true },
      },
      schema: {
        description:
          'The borrower is invited by email, by text or both, and has 14 days to answer; with a test credential nobody is contacted. An email or a phone number is required. A second open referral for the same VIN is 409 referral_exists with the id of the first.',
        querystring: noQuery,
        body: newReferralSchema,
        response: { 201: referralSchema },
      },
      attachValidation: true,
    },
    async (request, reply) => {
      const body = checked(request, (sent) => submissionIssues(request.ctx.config, sent));
      return respondWithIdempotency(request, reply, async (tx) => {
        const tenant = tenantOf(tx);
        const [created] = await createReferrals(tx, { tenant, submittedVia: 'api', requests: [body] });
        if (created === undefined || created instanceof AppError) throw created;
        return { status: 201, body: toView(created) };
      });
    },
  );

  app.get(
    '/referrals',
    {
      config: { operation: 'referrals.list', audience: 'partner', summary: 'List referrals.' },
      schema: {
        description:
          'Newest first. While has_more is true, send next_cursor as cursor, with the same filters, to get the next page.',
        querystring: referralQuerySchema,
        response: { 200: referralPageSchema },
      },
    },
    async ({ ctx, query }) => listReferrals(ctx, tenantOf(ctx), query),
  );
};

const bulkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/bulk',
    {
      bodyLimit: bodyLimits.partnerBulk,
      config: {
        operation: 'referrals.create-bulk',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Refer up to 500 borrowers; each row succeeds or fails on its own.',
      },
      schema: {
        description:
          'Each row is a body of POST /referrals. The response is 200 even if rows failed: check failed, and in results the status and error of each row. Send failed rows again with a new Idempotency-Key.',
        querystring: noQuery,
        body: bulkSchema,
        response: { 200: bulkResultSchema('referral_id') },
      },
    },
    async (request, reply) =>
      respondWithIdempotency(request, reply, async (tx) => ({
        status: 200,
        body: await createBulk(tx, tenantOf(tx), request.body.referrals),
      })),
  );
};

const memberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals/:id',
    {
      config: { operation: 'referrals.get', audience: 'partner', summary: 'Retrieve a referral.' },
      schema: { params, querystring: noQuery, response: { 200: referralSchema } },
      attachValidation: true,
    },
    async (request) => {
      const referral = await getReferral(request.ctx, tenantOf(request.ctx), request.params.id);
      refuseIssues(schemaIssues(request));
      return referral;
    },
  );

  app.patch(
    '/referrals/:id',
    {
      config: {
        operation: 'referrals.change',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Update or cancel a referral.',
      },
      schema: {
        description:
          'Send either status canceled, alone or with cancel_reason, or edits. Only an invited referral can be canceled. An invited referral can be edited in full; an activated one in external_ref, claim and liability; a settled one in external_ref; later ones not at all. Anything else is 409 invalid_state with current_status.',
        params,
        querystring: noQuery,
        body: patchSchema,
        response: { 200: referralSchema },
      },
      preValidation: requireReferral,
      attachValidation: true,
    },
    async (request, reply) => {
      const { id } = request.params;
      const patch = checked(request, patchIssues);
      const change = async (tx: Tx): Promise<StoredResponse> => {
        const tenant = tenantOf(tx);
        const changed =
          patch.status === 'canceled'
            ? await cancelReferral(tx, tenant, { id, reason: patch.cancel_reason })
            : await editReferral(tx, tenant, { id, patch });
        return { status: 200, body: toView(changed) };
      };
      const { ctx } = request;
      return nameConflict(ctx, tenantOf(ctx), () => respondWithIdempotency(request, reply, change));
    },
  );
};

/** The body, or all its issues: those of the schema and those of rules across members. */
function checked<T>(request: FastifyRequest & { body: T }, between: (body: T) => Issue[]): T {
  refuseIssues([...schemaIssues(request), ...between(request.body)]);
  return request.body;
}

export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
}
