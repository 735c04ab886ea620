import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { pollPairing, startPairing } from './pairing.ts';
import { newPairingSchema, pollSchema, polledSchema, startedPairingSchema } from './schemas.ts';

/** For a command line that has nothing yet. No cookie counts here, so it matters not which page calls. */
export const pairingAskingPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/pairings',
    {
      config: {
        operation: 'portal-users.start-pairing',
        audience: 'portal',
        summary: 'Begin to pair a command line: a code that a signed-in user types in the portal.',
      },
      schema: { body: newPairingSchema, response: { 201: startedPairingSchema } },
    },
    async ({ ctx, body, clientAddress }, reply) =>
      reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await startPairing(ctx, body, clientAddress)),
  );

  app.post(
    '/pairings/poll',
    {
      config: {
        operation: 'portal-users.poll-pairing',
        audience: 'portal',
        summary: 'Ask what became of a pairing; after a yes its token is in the answer, once.',
      },
      schema: { body: pollSchema, response: { 200: polledSchema } },
    },
    async ({ ctx, body: { verifier }, clientAddress: address }, reply) =>
      reply.header('cache-control', 'no-store').send(await pollPairing(ctx, { verifier, address })),
  );
};
