import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listBoard } from './lifecycle.ts';
import { boardQuerySchema, boardSchema } from '../schemas.ts';

export const consultationStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/board',
    {
      config: {
        operation: 'consultations.list-board',
        audience: 'staff',
        role: 'caller',
        summary: 'List the cases to call, in order.',
      },
      schema: { querystring: boardQuerySchema, response: { 200: boardSchema } },
    },
    async (request) => listBoard(request.ctx, request.query),
  );
};
