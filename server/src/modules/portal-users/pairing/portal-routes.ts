import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { doneSchema } from '../schemas.ts';
import { approvePairing } from './pairing.ts';
import { pairingPermission } from './rules.ts';
import { pairingCodeSchema } from './schemas.ts';

/** The yes to a code, for an institution. Tokens cannot give it: it asks for a fresh code. */
export const pairingPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/pairings/approve',
    {
      config: {
        operation: 'portal-users.approve-pairing',
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
