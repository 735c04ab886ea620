import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { paymentSchema, paymentsSchema } from '../schemas.ts';
import { notePayment, voidPayment } from './payments.ts';
import { sendCheckoutLink } from './hold-views.ts';

const ofConsultation = Type.Object({ consultation_id: Type.String() });
const ofPayment = Type.Object({ payment_id: Type.String() });
const response = { 200: paymentsSchema };

const summaries = {
  send: 'Send the owner the link of their checkout again.',
  note: 'Note a payment that was made otherwise.',
  void: 'Take back a payment that was noted by mistake.',
} as const;

export const paymentStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/consultations/:consultation_id/checkout-link',
    {
      config: { operation: 'checkout.send-link', audience: 'staff', role: 'caller', summary: summaries.send },
      schema: { params: ofConsultation, response },
    },
    async ({ ctx, params: { consultation_id: id } }) => sendCheckoutLink(ctx, id),
  );

  app.post(
    '/consultations/:consultation_id/payments',
    {
      config: { operation: 'checkout.note-payment', audience: 'staff', role: 'caller', summary: summaries.note },
      schema: { params: ofConsultation, body: paymentSchema, response },
    },
    async ({ ctx, params: { consultation_id: consultationId }, body }) =>
      notePayment(ctx, {
        consultationId,
        product: body.product,
        amountCents: body.amount_cents,
        method: body.method,
        paidOn: body.paid_on,
        note: body.note,
      }),
  );

  app.post(
    '/payments/:payment_id/void',
    {
      config: { operation: 'checkout.void-payment', audience: 'staff', role: 'lead', summary: summaries.void },
      schema: { params: ofPayment, response },
    },
    async ({ ctx, params: { payment_id: id } }) => voidPayment(ctx, id),
  );
};
