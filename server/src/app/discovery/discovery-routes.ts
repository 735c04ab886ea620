import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { cacheAnswers } from '#platform/http';
import { discoveryFiles } from './documents.ts';
import { functionTools } from './function-tools.ts';
import { existsSync, readFileSync } from 'node:fs';
import { notFound } from '#platform/errors';

/** The output folder of `npm run build`. */
const folder = new URL('../../../../dist-packages/', import.meta.url);

const read = (name: string): Buffer | undefined => {
  const file = new URL(name, folder);
  return existsSync(file) ? readFileSync(file) : undefined;
};

/** The command line and the client library, for npm to install. They are small, and stay in memory. */
export const packageRoutes: FastifyPluginAsync = async (app) => {
  for (const name of ['makewhole-cli.tgz', 'makewhole-sdk.tgz']) {
    const bytes = read(name);
    app.get(
      `/packages/${name}`,
      { config: { operation: 'developers.package', audience: 'anyone' } },
      async (_request, reply) => {
        if (bytes === undefined)
          throw notFound('This service was started without its packages; npm run build makes them.');
        return reply
          .headers({ 'content-type': 'application/gzip', 'cache-control': 'public, max-age=300' })
          .send(bytes);
      },
    );
  }
};

/** The agent interface as function tools, below `/developers`; the description is complete by the first request. */
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

/** Public documents that pages of other origins may read too, as the MCP drafts require. */
const open = { 'access-control-allow-origin': '*', 'access-control-allow-methods': 'GET' };

/** Documents by which programs discover our interfaces. */
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
