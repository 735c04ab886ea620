import { existsSync, readFileSync } from 'node:fs';
import type { FastifyPluginAsync } from 'fastify';
import { notFound } from '#platform/errors';

/** Where `npm run build` puts them. */
const folder = new URL('../../../../../dist-packages/', import.meta.url);

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
