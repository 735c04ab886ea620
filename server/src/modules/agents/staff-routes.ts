import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { agentStatusAnswerSchema, agentStatusSchema } from './schemas.ts';
import { setAgentStatus } from './agents.ts';

export const agentStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/agents/:agent_id/status',
    {
      config: {
        operation: 'agents.set-status',
        audience: 'staff',
        summary: 'Suspend an agent, so that its keys stop working, or reinstate it.',
      },
      schema: {
        params: Type.Object({ agent_id: Type.String() }),
        body: agentStatusSchema,
        response: { 200: agentStatusAnswerSchema },
      },
    },
    async (request) => setAgentStatus(request.ctx, request.params.agent_id, request.body.status),
  );
};
