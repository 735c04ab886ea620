import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listCallingRules } from './queue/rules.ts';
import { callingRulesSchema } from './queue/schemas.ts';

/** When and how often people may be called and texted, with the law and where it was read. */
export const hoursStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/calling-rules',
    {
      config: {
        operation: 'consultations.list-calling-rules',
        audience: 'staff',
        role: 'caller',
        summary: 'List the calling hours of every jurisdiction with their sources.',
      },
      schema: { response: { 200: callingRulesSchema } },
    },
    async ({ ctx }) => listCallingRules(ctx),
  );
};
