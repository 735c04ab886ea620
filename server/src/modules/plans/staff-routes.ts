import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import { validationFailed } from '#platform/errors';
import { cancelRedemption, completeRedemption } from './end-redemption.ts';
import { issueStatements } from './issue-statements.ts';
import { redemptionSchema, runResultSchema, runSchema } from './loss-schemas.ts';
import { boundsOf } from './rules.ts';

const params = Type.Object({ redemption_id: Type.String() });

/** Membership as the team handles it. */
export const planStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/redemptions/:redemption_id/complete',
    {
      config: {
        operation: 'plans.complete-redemption',
        audience: 'staff',
        summary: 'Complete a redemption: the member was looked after.',
      },
      schema: { params, response: { 200: redemptionSchema } },
    },
    async ({ ctx, params: { redemption_id: id } }) => {
      requireStaff(ctx.actor);
      return completeRedemption(ctx, id);
    },
  );

  app.post(
    '/redemptions/:redemption_id/cancel',
    {
      config: {
        operation: 'plans.cancel-redemption',
        audience: 'staff',
        summary: 'Cancel a redemption: it was no total loss; the enrollment is active again.',
      },
      schema: { params, response: { 200: redemptionSchema } },
    },
    async ({ ctx, params: { redemption_id: id } }) => {
      requireStaff(ctx.actor);
      return cancelRedemption(ctx, id);
    },
  );

  app.post(
    '/statements/run',
    {
      config: {
        operation: 'plans.run-statements',
        audience: 'staff',
        summary: 'Issue the statements of a month that is over; what was issued is not issued again.',
      },
      schema: { body: runSchema, response: { 200: runResultSchema } },
    },
    async ({ ctx, body: { period } }) => {
      requireStaff(ctx.actor);
      if (boundsOf(period).to > ctx.clock.now())
        throw validationFailed([{ path: 'period', message: 'must be a month that is over' }]);
      const { issued, existing, unpriced } = await issueStatements(ctx, period);
      return { period, issued, existing, unpriced: [...unpriced] };
    },
  );
};
