import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { requireStaff } from '#actor';
import type { Contacts } from '#lib/text/contacts';
import { normalizeEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { transact } from '#platform/db';
import { lockCustomer } from './contacts/contacts.ts';
import { grantDiscount } from './discounts/discounts.ts';
import { findListing, suppressCustomer, type SuppressedConsultations } from './do-not-contact/do-not-contact.ts';
import {
  discountRequestSchema,
  doNotContactRequestSchema,
  doneSchema,
  listedSchema,
  suppressedSchema,
} from './schemas.ts';

export const customerStaffRoutes =
  (consultations: SuppressedConsultations): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/do-not-contact',
      {
        config: {
          operation: 'customers.add-do-not-contact',
          audience: 'staff',
          role: 'caller',
          summary: 'Add a customer to the do-not-contact list, with every known contact.',
        },
        schema: { body: doNotContactRequestSchema, response: { 200: suppressedSchema } },
      },
      async ({ ctx, body }) => {
        requireStaff(ctx.actor);
        return transact(ctx, (tx) => suppressCustomer(tx, toContacts(body), consultations));
      },
    );

    app.post(
      '/do-not-contact/lookup',
      {
        config: {
          operation: 'customers.find-do-not-contact',
          audience: 'staff',
          role: 'caller',
          summary: 'Look up whether a contact is on the do-not-contact list, since when and why.',
        },
        schema: { body: doNotContactRequestSchema, response: { 200: listedSchema } },
      },
      async ({ ctx, body }) => findListing(ctx, toContacts(body)),
    );

    app.post(
      '/discounts',
      {
        config: {
          operation: 'customers.grant-discount',
          audience: 'staff',
          fresh: true,
          role: 'caller',
          summary: 'Grant a customer the discount; each customer has at most one.',
        },
        schema: { body: discountRequestSchema, response: { 200: doneSchema } },
      },
      async ({ ctx, body }) => {
        requireStaff(ctx.actor);
        await transact(ctx, async (tx) => {
          const contacts = toContacts(body);
          lockCustomer(tx, contacts);
          grantDiscount(tx, contacts, { source: body.source });
        });
        return { ok: true };
      },
    );
  };

const toContacts = ({ email, phone }: { email?: string; phone?: string }): Contacts => ({
  email: email === undefined ? undefined : normalizeEmail(email),
  phone: phone === undefined ? undefined : normalizePhone(phone),
});
