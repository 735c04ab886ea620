import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { addressBucket } from '#lib/network/address';
import type { Limit } from '#platform/limits';
import { confirmContact } from './contacts.ts';
import { confirmedContactSchema, contactTokenSchema } from './schemas.ts';

/** Links have 37 random characters; this bounds what a stranger can make us look up. */
const perAddress: Limit = { name: 'contact_links', points: 60, windowS: 900, whenStoreIsGone: 'let through' };

/** For whoever reads the mail of a new address, who need not be a user. */
export const contactConfirmPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/contact-confirmations',
    {
      config: {
        operation: 'partners.confirm-contact',
        audience: 'portal',
        summary: 'Confirm an address by the link in a mail to it.',
      },
      onRequest: ({ ctx, clientAddress }) => ctx.limits.consume(perAddress, addressBucket(clientAddress)),
      schema: { body: contactTokenSchema, response: { 200: confirmedContactSchema } },
    },
    async ({ ctx, body: { token } }) =>
      // Whose it is, the link says.
      confirmContact({ ...ctx, db: ctx.db.seeing('all') }, token),
  );
};
