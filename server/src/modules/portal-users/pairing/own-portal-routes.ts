import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { doneSchema } from '../schemas.ts';
import { denyPairing, viewPairing } from './pairing.ts';
import { pairingCodeSchema, pairingViewSchema } from './schemas.ts';

/** Of a code that a signed-in user was shown. */
export const ownPairingPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/pairings/view',
    {
      config: {
        operation: 'portal-users.view-pairing',
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
        operation: 'portal-users.deny-pairing',
        audience: 'portal',
        summary: 'Say no to a code; it is worth nothing from then on.',
        boundSessions: true,
      },
      schema: { body: pairingCodeSchema, response: { 200: doneSchema } },
    },
    async ({ ctx, body: { code } }) => denyPairing(ctx, code),
  );
};
