import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { functionTools } from './function-tools.ts';

/** The agent interface as function tools, below `/developers`; the description is complete when somebody asks. */
export const functionToolRoutes =
  (agentDocument: () => object): FastifyPluginAsync =>
  async (app: FastifyInstance) => {
    app.get(
      '/agent/tools.json',
      { config: { operation: 'developers.agent-tools', audience: 'anyone' } },
      async ({ ctx }, reply) =>
        reply
          .header('content-type', 'application/json; charset=utf-8')
          .send(JSON.stringify(functionTools(agentDocument(), ctx.config))),
    );
  };
