import type { FastifyInstance } from 'fastify';
import { cacheAnswers } from '#platform/http';
import { discoveryFiles } from './documents.ts';

/** Public by their nature, so pages of other origins may read them too, as the drafts of MCP ask. */
const open = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' };

/** What programs look for to find out what is here. */
export async function discoveryRoutes(app: FastifyInstance): Promise<void> {
  cacheAnswers(app);
  for (const [path, { operation, type, content }] of Object.entries(discoveryFiles))
    app.get(path, { config: { operation, audience: 'anyone' } }, async ({ ctx }, reply) => {
      const made = content(ctx.config);
      return reply
        .headers({ ...open, 'content-type': `${type}; charset=utf-8` })
        .send(typeof made === 'string' ? made : JSON.stringify(made));
    });
}
