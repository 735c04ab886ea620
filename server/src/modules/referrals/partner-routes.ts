import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Ctx, Tx } from '#context';
import { answerPartner } from '#modules/access';
import { bulkResultSchema } from '#lib/bulk-result';
import { closed } from '#lib/shapes';
import { AppError, validationFailed, type Issue } from '#platform/errors';
import { maxIssues, schemaIssues } from '#platform/http';
import type { KeptAnswer } from '#platform/idempotency';
import { cancelReferral, editReferral, VinTaken } from './change-referral.ts';
import { createBulk } from './create-bulk.ts';
import { createReferrals, turnsMax } from './create-referrals.ts';
import { referralExists } from './errors.ts';
import { toView } from './events.ts';
import { getReferral, listReferrals, ownerOfCall } from './list-referrals.ts';
import { contactIssues, patchIssues } from './rules.ts';
import {
  bulkSchema,
  newReferralSchema,
  patchSchema,
  referralPageSchema,
  referralQuerySchema,
  referralSchema,
  type NewReferral,
} from './schemas.ts';
import { listOpenByVin } from './store.ts';

const params = Type.Object({ id: Type.String() });
export const noQuery = Type.Object({}, closed);

/** An id of another institution or of the other mode is not there, whatever else is wrong with the request. */
export const existingReferral = async (request: FastifyRequest): Promise<void> => {
  const { id } = request.params as { id: string };
  await getReferral(request.ctx, ownerOfCall(request.ctx), id);
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
        audience: 'partner',
        summary: 'Refer a borrower.',
        refusals: [400, 403, 409],
        door: { locates: true },
      },
      schema: {
        description:
          'The borrower is invited by mail, by text or both, and has 14 days; with a test credential nobody is written to. An email or a phone is needed. A second open referral for the same VIN is 409 referral_exists with its id.',
        querystring: noQuery,
        body: newReferralSchema,
        response: { 201: referralSchema },
      },
      attachValidation: true,
    },
    async (request, reply) => {
      const body = checked(request, referralIssues);
      return answerPartner(request, reply, async (tx) => {
        const owner = ownerOfCall(tx);
        const [created] = await createReferrals(tx, { owner, submittedVia: 'api', requests: [body] });
        if (created === undefined || created instanceof AppError) throw created;
        return { status: 201, body: toView(created) };
      });
    },
  );

  app.get(
    '/referrals',
    {
      config: { operation: 'referrals.list', audience: 'partner', summary: 'List referrals.', refusals: [400] },
      schema: {
        description:
          'Newest first. Go on with next_cursor as cursor while has_more is true, and with the same filters.',
        querystring: referralQuerySchema,
        response: { 200: referralPageSchema },
      },
    },
    async ({ ctx, query }) => listReferrals(ctx, ownerOfCall(ctx), query),
  );
};

const bulkRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/referrals/bulk',
    {
      bodyLimit: 10_485_760,
      config: {
        operation: 'referrals.create-bulk',
        audience: 'partner',
        summary: 'Refer up to 500 borrowers; each row stands for itself.',
        refusals: [400, 403, 409, 413],
      },
      schema: {
        description:
          'Each row is the body of POST /referrals. The answer is 200 whatever became of the rows: look at failed, and in results at each row’s status and error. Rows that failed may be sent again, under a new Idempotency-Key.',
        querystring: noQuery,
        body: bulkSchema,
        response: { 200: bulkResultSchema('referral_id') },
      },
    },
    async (request, reply) =>
      answerPartner(request, reply, async (tx) => ({
        status: 200,
        body: await createBulk(tx, ownerOfCall(tx), request.body.referrals),
      })),
  );
};

const memberRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/referrals/:id',
    {
      config: { operation: 'referrals.get', audience: 'partner', summary: 'Retrieve a referral.', refusals: [404] },
      schema: { params, querystring: noQuery, response: { 200: referralSchema } },
      attachValidation: true,
    },
    async (request) => {
      const referral = await getReferral(request.ctx, ownerOfCall(request.ctx), request.params.id);
      refuseIssues(schemaIssues(request));
      return referral;
    },
  );

  app.patch(
    '/referrals/:id',
    {
      config: {
        operation: 'referrals.change',
        audience: 'partner',
        summary: 'Update or cancel a referral.',
        refusals: [400, 403, 404, 409],
      },
      schema: {
        description:
          'Either status canceled, with or without cancel_reason and nothing else, or edits. Only an invited referral can be canceled. While it is invited everything can be edited; activated: external_ref, claim and liability; settled: external_ref; later nothing. Else 409 invalid_state with current_status.',
        params,
        querystring: noQuery,
        body: patchSchema,
        response: { 200: referralSchema },
      },
      preValidation: existingReferral,
      attachValidation: true,
    },
    async (request, reply) => {
      const { id } = request.params;
      const patch = checked(request, patchIssues);
      const change = async (tx: Tx): Promise<KeptAnswer> => {
        const owner = ownerOfCall(tx);
        const changed =
          patch.status === 'canceled'
            ? await cancelReferral(tx, owner, { id, reason: patch.cancel_reason })
            : await editReferral(tx, owner, { id, patch });
        return { status: 200, body: toView(changed) };
      };
      return namingTaken(request.ctx, () => answerPartner(request, reply, change));
    },
  );
};

/** A VIN that another referral took at the same moment is told with that referral, which may be over before it is named. */
async function namingTaken<T>(ctx: Ctx, run: () => Promise<T>, turn = 1): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof VinTaken)) throw error;
    const [other] = await listOpenByVin(ctx.db, ownerOfCall(ctx), [error.vin]);
    if (other !== undefined) throw referralExists(other.id);
    if (turn === turnsMax) throw error;
    return namingTaken(ctx, run, turn + 1);
  }
}

const referralIssues = ({ borrower }: NewReferral) =>
  borrower !== null && typeof borrower === 'object' ? contactIssues(borrower) : [];

/** The body, or every problem it has: those of the schema and those between members. */
function checked<T>(request: FastifyRequest & { body: T }, between: (body: T) => Issue[]): T {
  refuseIssues([...schemaIssues(request), ...between(request.body)]);
  return request.body;
}

export function refuseIssues(issues: readonly Issue[]): void {
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
}
