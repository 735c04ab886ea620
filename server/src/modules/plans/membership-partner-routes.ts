import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { answerPartner } from '#modules/access';
import { closed } from '#lib/shapes';
import { validationFailed } from '#platform/errors';
import { ownerOfCall } from './list-enrollments.ts';
import { listRedemptions } from './list-redemptions.ts';
import { listStatements } from './list-statements.ts';
import {
  lossNoticeSchema,
  newLossSchema,
  redemptionPageSchema,
  redemptionQuerySchema,
  statementPageSchema,
  statementQuerySchema,
} from './loss-schemas.ts';
import { reportLoss } from './report-loss.ts';

const noQuery = Type.Object({}, closed);

/** What becomes of enrolled vehicles: losses, consultations, statements. */
export const membershipPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/plans/loss-notices',
    {
      config: {
        operation: 'plans.report-loss',
        audience: 'partner',
        summary: 'Report that a member vehicle was declared a total loss.',
        refusals: [400, 403, 404, 409],
      },
      schema: {
        description:
          'Exactly one of enrollment_id and vin. date_of_loss is not before the enrollment began. Opens a consultation and a redemption at once. A second notice is 409 loss_notice_exists with the id of the first.',
        querystring: noQuery,
        body: newLossSchema,
        response: { 201: lossNoticeSchema },
      },
    },
    async (request, reply) => {
      const { enrollment_id, vin } = request.body;
      if ((enrollment_id === undefined) === (vin === undefined))
        throw validationFailed([{ path: 'enrollment_id', message: 'exactly one of enrollment_id and vin is needed' }]);
      return answerPartner(request, reply, async (tx) => ({
        status: 201,
        body: await reportLoss(tx, ownerOfCall(tx), request.body),
      }));
    },
  );

  app.get(
    '/plans/redemptions',
    {
      config: {
        operation: 'plans.list-redemptions',
        audience: 'partner',
        summary: 'List member consultations drawn against the roster.',
        refusals: [400],
      },
      schema: { querystring: redemptionQuerySchema, response: { 200: redemptionPageSchema } },
    },
    async ({ ctx, query }) => listRedemptions(ctx, ownerOfCall(ctx), query),
  );

  app.get(
    '/plans/statements',
    {
      config: {
        operation: 'plans.list-statements',
        audience: 'partner',
        summary: 'List monthly membership statements.',
        refusals: [400],
      },
      schema: {
        description:
          'Issued on the first of a month, 06:00 UTC, for the month before, when at least one live vehicle was enrolled in it. With a test credential the list is empty.',
        querystring: statementQuerySchema,
        response: { 200: statementPageSchema },
      },
    },
    async ({ ctx, query }) => listStatements(ctx, ownerOfCall(ctx), query),
  );
};
