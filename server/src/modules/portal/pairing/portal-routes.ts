import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { doneSchema } from '../schemas.ts';
import { approvePairing, pollPairing, startPairing, denyPairing, viewPairing } from './pairing.ts';
import { pairingPermission } from './rules.ts';
import {
  pairingCodeSchema,
  newPairingSchema,
  pollSchema,
  polledSchema,
  startedPairingSchema,
  pairingViewSchema,
} from './schemas.ts';

/** What a signed-in user does with a code that they were shown. */
export const ownPairingPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/pairings/view',
    {
      config: {
        operation: 'portal.view-pairing',
        audience: 'portal',
        summary: 'Show what asks with a code, from where, and for what.',
        boundSessions: true,
      },
      schema: { body: pairingCodeSchema, response: { 200: pairingViewSchema } },
    },
    async ({ ctx, body: { code }, clientAddress: address }) => viewPairing(ctx, { code, address }),
  );

  app.post(
    '/pairings/deny',
    {
      config: {
        operation: 'portal.deny-pairing',
        audience: 'portal',
        summary: 'Say no to a code; it is worth nothing from then on.',
        boundSessions: true,
      },
      schema: { body: pairingCodeSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body: { code } }) => denyPairing(ctx, code),
  );
};

/** For a command line without credentials. Cookies are ignored here, so it does not matter which page calls. */
export const pairingAskingPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/pairings',
    {
      config: {
        operation: 'portal.start-pairing',
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
        operation: 'portal.poll-pairing',
        audience: 'portal',
        summary: 'Ask what became of a pairing; after a yes its token is in the answer, once.',
      },
      schema: { body: pollSchema, response: { 200: polledSchema } },
    },
    async ({ ctx, body: { verifier }, clientAddress: address }, reply) =>
      reply.header('cache-control', 'no-store').send(await pollPairing(ctx, { verifier, address })),
  );
};

/** Approves a code for an institution. Tokens cannot do this, because it needs a fresh code. */
export const pairingPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/pairings/approve',
    {
      config: {
        operation: 'portal.approve-pairing',
        duringReset: 'allowed',
        audience: 'portal',
        summary: 'Let the command line that shows this code have a token for the sandbox.',
        needs: pairingPermission,
        sandboxOnly: true,
        fresh: true,
      },
      schema: { body: pairingCodeSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body: { code } }) => approvePairing(ctx, code),
  );
};
