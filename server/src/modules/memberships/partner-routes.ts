import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { respondWithIdempotency } from '#modules/credentials';
import { closed } from '#lib/api/shapes';
import { validationFailed } from '#platform/errors';
import { tenantOf } from '#modules/partners';
import { listRedemptions } from './losses/redemptions.ts';
import { reportLoss } from './losses/report-loss.ts';
import { lossNoticeSchema, newLossSchema, redemptionPageSchema, redemptionQuerySchema } from './losses/schemas.ts';
import { listStatements } from './statements/statements.ts';
import { statementPageSchema, statementQuerySchema } from './statements/schemas.ts';

const noQuery = Type.Object({}, closed);

/** What follows from enrollments: losses, consultations, statements. */
export const membershipPartnerRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/plans/loss-notices',
    {
      config: {
        operation: 'plans.report-loss',
        duringReset: 'refused',
        audience: 'partner',
        summary: 'Report that a member vehicle was declared a total loss.',
      },
      schema: {
        description:
          'Send exactly one of enrollment_id and vin. date_of_loss must not be before the start of the enrollment. Opens a consultation and a redemption at once. A second notice is 409 loss_notice_exists with the id of the first.',
        querystring: noQuery,
        body: newLossSchema,
        response: { 201: lossNoticeSchema },
      },
    },
    async (request, reply) => {
      const { enrollment_id, vin } = request.body;
      if ((enrollment_id === undefined) === (vin === undefined))
        throw validationFailed([{ path: 'enrollment_id', message: 'exactly one of enrollment_id and vin is needed' }]);
      return respondWithIdempotency(request, reply, async (tx) => ({
        status: 201,
        body: await reportLoss(tx, tenantOf(tx), request.body),
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
      },
      schema: { querystring: redemptionQuerySchema, response: { 200: redemptionPageSchema } },
    },
    async ({ ctx, query }) => listRedemptions(ctx, tenantOf(ctx), query),
  );

  app.get(
    '/plans/statements',
    {
      config: {
        operation: 'plans.list-statements',
        audience: 'partner',
        summary: 'List monthly membership statements.',
      },
      schema: {
        description:
          'Issued on the first of each month at 06:00 UTC for the previous month, if at least one live vehicle was enrolled in it. With a test credential the list is empty.',
        querystring: statementQuerySchema,
        response: { 200: statementPageSchema },
      },
    },
    async ({ ctx, query }) => listStatements(ctx, tenantOf(ctx), query),
  );
};
