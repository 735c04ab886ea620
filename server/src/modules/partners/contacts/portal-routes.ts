import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { requirePortal } from '#actor';
import { changeContact, getContacts, setNotices, confirmContact } from './contacts.ts';
import {
  contactKindSchema,
  contactPatchSchema,
  contactsSchema,
  noticesSchema,
  confirmedContactSchema,
  contactTokenSchema,
} from './schemas.ts';
import { addressBucket } from '#lib/network/address';
import type { Limit } from '#platform/limits';

/** Links have 37 random characters; this bounds the lookups that an unauthenticated client can cause. */
const perAddress: Limit = { name: 'contact_links', points: 60, windowS: 900, whenStoreIsGone: 'let through' };

/** For the reader of an email to a new address, who need not be a user. */
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
      // The institution follows from the link.
      confirmContact({ ...ctx, db: ctx.db.seeing('all') }, token),
  );
};

/** The contacts of the institution; the same in both modes. */
export const contactPortalRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/settings/contacts',
    {
      config: {
        operation: 'partners.portal-get-contacts',
        audience: 'portal',
        summary: 'Retrieve the addresses of the institution and who gets which mail.',
        needs: 'institution.read',
      },
      schema: { response: { 200: contactsSchema } },
    },
    async ({ ctx }) => getContacts(ctx, requirePortal(ctx.actor).institutionId),
  );

  app.put(
    '/settings/contacts/:kind',
    {
      config: {
        operation: 'partners.portal-change-contact',
        duringReset: 'allowed',
        audience: 'portal',
        summary: 'Ask for another address, which a link in a mail to it confirms; null removes the address.',
        needs: 'settings.write',
        fresh: true,
      },
      schema: {
        params: Type.Object({ kind: contactKindSchema }),
        body: contactPatchSchema,
        response: { 200: contactsSchema },
      },
    },
    async ({ ctx, params: { kind }, body: { email } }) =>
      changeContact(ctx, requirePortal(ctx.actor).institutionId, { kind, email }),
  );

  app.put(
    '/settings/notices',
    {
      config: {
        operation: 'partners.portal-set-notices',
        duringReset: 'allowed',
        audience: 'portal',
        summary: 'Choose which addresses get which mail.',
        needs: 'settings.write',
        // A borrowed session must not be able to turn off the notices that would reveal it.
        fresh: true,
      },
      schema: { body: noticesSchema, response: { 200: contactsSchema } },
    },
    async ({ ctx, body }) => setNotices(ctx, requirePortal(ctx.actor).institutionId, body),
  );
};
