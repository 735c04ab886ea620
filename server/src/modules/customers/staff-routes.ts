import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireStaff } from '#actor';
import { normalizeEmail } from '#lib/email';
import { normalizePhone } from '#lib/phone';
import { transact } from '#platform/db';
import { findPerson, type Contacts } from './find-person.ts';
import { grantDiscount } from './grant-discount.ts';
import { discountRequestSchema, doNotContactRequestSchema, doneSchema, silenceSchema } from './schemas.ts';
import { sparePerson, type KnownContacts } from './spare-person.ts';

export const customerStaffRoutes =
  (knownContacts: KnownContacts): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/do-not-contact',
      {
        config: { operation: 'customers.add-do-not-contact', audience: 'staff' },
        schema: { body: doNotContactRequestSchema, response: { 200: silenceSchema } },
      },
      async ({ ctx, body }) => {
        requireStaff(ctx.actor);
        return transact(ctx, (tx) => sparePerson(tx, toContacts(body), knownContacts));
      },
    );

    app.post(
      '/discounts',
      {
        config: { operation: 'customers.grant-discount', audience: 'staff' },
        schema: { body: discountRequestSchema, response: { 200: doneSchema } },
      },
      async ({ ctx, body }) => {
        requireStaff(ctx.actor);
        await transact(ctx, async (tx) => {
          const contacts = toContacts(body);
          await findPerson(tx, contacts);
          grantDiscount(tx, contacts, body.source);
        });
        return { ok: true };
      },
    );
  };

const toContacts = ({ email, phone }: { email?: string; phone?: string }): Contacts => ({
  email: email === undefined ? undefined : normalizeEmail(email),
  phone: phone === undefined ? undefined : normalizePhone(phone),
});
