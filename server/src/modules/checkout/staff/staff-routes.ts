import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { consultationSchema } from '#modules/consultations';
import { deliverConsultation, type DeliverySources } from './deliver-consultation.ts';
import { listHolds } from './list-holds.ts';
import { captureHold } from './capture-hold.ts';
import {
  captureSchema,
  deliveredSchema,
  holdListSchema,
  holdQuerySchema,
  holdSchema,
  settlementSchema,
} from '../schemas.ts';
import { settleConsultation } from './settle-consultation.ts';
import { releaseHold } from './release-hold.ts';

const ofConsultation = Type.Object({ consultation_id: Type.String() });
const ofHold = Type.Object({ hold_id: Type.String() });

const summaries = {
  deliver: 'Mark a consultation as delivered and open the customer’s checkout.',
  settle: 'Record the final settlement of a consultation.',
  list: 'List holds, newest first.',
  capture: 'Capture what is due of a hold, or a given amount, and release the rest.',
  release: 'Release a hold; nothing is charged.',
} as const;

/** A capture of the full amount needs no body. */
const noBodyIsEmpty = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

/** `sources` decide whether a consultation may be delivered; they belong to modules that come after this one. */
export const checkoutStaffRoutes =
  (sources: DeliverySources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/consultations/:consultation_id/deliver',
      {
        config: { operation: 'checkout.deliver', audience: 'staff', role: 'caller', summary: summaries.deliver },
        schema: { params: ofConsultation, response: { 200: deliveredSchema } },
      },
      async ({ ctx, params: { consultation_id: consultationId } }) =>
        deliverConsultation(ctx, { consultationId, sources }),
    );

    app.post(
      '/consultations/:consultation_id/settlement',
      {
        config: {
          operation: 'checkout.record-settlement',
          audience: 'staff',
          role: 'caller',
          summary: summaries.settle,
        },
        schema: { params: ofConsultation, body: settlementSchema, response: { 200: consultationSchema } },
      },
      async ({ ctx, params: { consultation_id: id }, body }) =>
        settleConsultation(ctx, {
          id,
          settlementCents: body.settlement_cents,
          initialOfferCents: body.initial_offer_cents,
        }),
    );

    app.get(
      '/holds',
      {
        config: { operation: 'checkout.list-holds', audience: 'staff', role: 'lead', summary: summaries.list },
        schema: { querystring: holdQuerySchema, response: { 200: holdListSchema } },
      },
      async (request) => listHolds(request.ctx, request.query),
    );

    app.post(
      '/holds/:hold_id/capture',
      {
        config: { operation: 'checkout.capture-hold', audience: 'staff', role: 'lead', summary: summaries.capture },
        schema: { params: ofHold, body: captureSchema, response: { 200: holdSchema } },
        preValidation: noBodyIsEmpty,
      },
      async ({ ctx, params: { hold_id: holdId }, body }) =>
        captureHold(ctx, { holdId, amountCents: body.amount_cents }),
    );

    app.post(
      '/holds/:hold_id/release',
      {
        config: { operation: 'checkout.release-hold', audience: 'staff', role: 'lead', summary: summaries.release },
        schema: { params: ofHold, response: { 200: holdSchema } },
      },
      async ({ ctx, params: { hold_id: holdId } }) => releaseHold(ctx, holdId),
    );
  };
