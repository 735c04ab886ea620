import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { switchesPatchSchema, switchesSchema } from './schemas.ts';
import { getSwitches, setSwitches } from './set-switches.ts';

export const switchStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/settings',
    { config: { operation: 'switches.get', audience: 'staff' }, schema: { response: { 200: switchesSchema } } },
    async (request) => getSwitches(request.ctx),
  );

  app.patch(
    '/settings',
    {
      config: { operation: 'switches.set', audience: 'staff' },
      schema: { body: switchesPatchSchema, response: { 200: switchesSchema } },
    },
    async (request) => setSwitches(request.ctx, request.body),
  );
};
