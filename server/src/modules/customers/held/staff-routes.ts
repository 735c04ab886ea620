import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { heldChangeSchema, heldGroupParams, heldGroupsSchema } from './held-schemas.ts';
import { changeHeld, listHeld } from './held.ts';

export const heldStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/messages/held',
    {
      config: {
        operation: 'customers.list-held',
        audience: 'staff',
        summary: 'List messages that wait for the team, by the cap or budget that holds them.',
      },
      schema: { response: { 200: heldGroupsSchema } },
    },
    async ({ ctx }) => listHeld(ctx),
  );

  app.post(
    '/messages/held/:group_id/allow',
    {
      config: {
        operation: 'customers.allow-held',
        audience: 'staff',
        summary: 'Send the messages of a group after all, a thousand at a time.',
      },
      schema: { params: heldGroupParams, response: { 200: heldChangeSchema } },
    },
    async ({ ctx, params }) => changeHeld(ctx, { id: params.group_id, decision: 'allow' }),
  );

  app.post(
    '/messages/held/:group_id/drop',
    {
      config: {
        operation: 'customers.drop-held',
        audience: 'staff',
        summary: 'Withdraw the messages of a group, a thousand at a time.',
      },
      schema: { params: heldGroupParams, response: { 200: heldChangeSchema } },
    },
    async ({ ctx, params }) => changeHeld(ctx, { id: params.group_id, decision: 'drop' }),
  );
};
