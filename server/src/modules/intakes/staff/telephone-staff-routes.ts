import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { createTelephoneIntake } from './create-telephone-intake.ts';
import { telephoneWording } from './telephone-rules.ts';
import { madeIntakeSchema, telephoneIntakeSchema, telephoneWordingSchema } from './schemas.ts';

/** For somebody who telephones in. */
export const telephoneStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/telephone-wording',
    {
      config: {
        operation: 'intakes.get-telephone-wording',
        audience: 'staff',
        role: 'caller',
        audited: false,
        summary: 'Retrieve the words to read to somebody who telephones in.',
      },
      schema: { response: { 200: telephoneWordingSchema } },
    },
    async () => ({ object: 'telephone_wording' as const, ...telephoneWording }),
  );

  app.post(
    '/telephone-cases',
    {
      config: {
        operation: 'intakes.create-by-telephone',
        audience: 'staff',
        role: 'caller',
        summary: 'Make a case for somebody who telephones in, or find the one they have.',
        description:
          'The words of `GET /telephone-wording` are read to them first, and they say yes. The number is proven only if it was read back; an email address is not proven by a call.',
      },
      schema: { body: telephoneIntakeSchema, response: { 200: madeIntakeSchema } },
    },
    async ({ ctx, body }) => createTelephoneIntake(ctx, body),
  );
};
