import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requireStaff } from '#actor';
import { validationFailed } from '#platform/errors';
import { cancelRedemption, completeRedemption, getRedemptionTenant } from './losses/redemptions.ts';
import { redemptionSchema } from './losses/schemas.ts';
import { issueStatements } from './statements/issue-statements.ts';
import { boundsOf } from './statements/rules.ts';
import { runResultSchema, runSchema } from './statements/schemas.ts';

const params = Type.Object({ redemption_id: Type.String() });

export const membershipStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/redemptions/:redemption_id/complete',
    {
      config: {
        operation: 'plans.complete-redemption',
        audience: 'staff',
        role: 'caller',
        summary: 'Complete a redemption: the member was helped.',
      },
      schema: { params, response: { 200: redemptionSchema } },
    },
    async ({ ctx, params: { redemption_id: id } }) => {
      requireStaff(ctx.actor);
      return completeRedemption(ctx, await getRedemptionTenant(ctx, id), id);
    },
  );

  app.post(
    '/redemptions/:redemption_id/cancel',
    {
      config: {
        operation: 'plans.cancel-redemption',
        audience: 'staff',
        role: 'caller',
        summary: 'Cancel a redemption that was not a total loss; the enrollment becomes active again.',
      },
      schema: { params, response: { 200: redemptionSchema } },
    },
    async ({ ctx, params: { redemption_id: id } }) => {
      requireStaff(ctx.actor);
      return cancelRedemption(ctx, await getRedemptionTenant(ctx, id), id);
    },
  );

  app.post(
    '/statements/run',
    {
      config: {
        operation: 'plans.run-statements',
        audience: 'staff',
        role: 'lead',
        summary: 'Issue the statements of a past month; statements already issued are not issued again.',
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
