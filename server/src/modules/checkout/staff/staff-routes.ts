import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { consultationSchema } from '#modules/consultations';
import { noBodyIsEmpty } from '#platform/http';
import type { RefundReason } from '../refund-rules.ts';
import {
  captureSchema,
  deliveredSchema,
  holdListSchema,
  holdQuerySchema,
  holdSchema,
  refundSchema,
  settlementSchema,
} from '../schemas.ts';
import { captureHold, refundCharge, releaseHold, type IsReleased } from './charges.ts';
import { listHolds } from './hold-views.ts';
import { deliverConsultation, settleConsultation, type DeliverySources, type SettlementSources } from './settlement.ts';

const ofConsultation = Type.Object({ consultation_id: Type.String() });
const ofHold = Type.Object({ hold_id: Type.String() });

const summaries = {
  deliver: 'Mark a consultation as delivered and open the customer’s checkout.',
  settle: 'Record the parts of the final settlement of a consultation, or of the first offer.',
  list: 'List holds, newest first.',
  capture: 'Capture what is due of a hold, or a given amount, and release the rest; or charge a saved card.',
  release: 'Release a hold or remove a saved card; nothing is charged.',
  refund: 'Refund a charge, or a part of it.',
} as const;

/**
 * `sources` decide whether a consultation may be delivered, `settlements` apply a settlement to its source,
 * `isReleased` checks for an appraisal to charge for; they belong to modules that come after this one.
 */
export const checkoutStaffRoutes =
  (sources: DeliverySources, settlements: SettlementSources, isReleased: IsReleased): FastifyPluginAsyncTypebox =>
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
        settleConsultation(ctx, { id, body, sources: settlements }),
    );

    await app.register(holdRoutes(isReleased));
  };

/** Actions that move money require a confirmation. */
const moves = { audience: 'staff', role: 'lead', fresh: true } as const;

/** Holds, saved cards and charges. */
const holdRoutes =
  (isReleased: IsReleased): FastifyPluginAsyncTypebox =>
  async (app) => {
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
        config: { ...moves, operation: 'checkout.capture-hold', summary: summaries.capture },
        schema: { params: ofHold, body: captureSchema, response: { 200: holdSchema } },
        preValidation: noBodyIsEmpty,
      },
      async ({ ctx, params: { hold_id: holdId }, body }) =>
        captureHold(ctx, {
          holdId,
          amountCents: body.amount_cents,
          seenOnPaper: body.seen_on_paper,
          reason: body.reason,
          isReleased,
        }),
    );

    app.post(
      '/holds/:hold_id/release',
      {
        config: { ...moves, operation: 'checkout.release-hold', summary: summaries.release },
        schema: { params: ofHold, response: { 200: holdSchema } },
      },
      async ({ ctx, params: { hold_id: holdId } }) => releaseHold(ctx, holdId),
    );

    app.post(
      '/holds/:hold_id/refund',
      {
        config: { ...moves, operation: 'checkout.refund-charge', summary: summaries.refund },
        schema: { params: ofHold, body: refundSchema, response: { 200: holdSchema } },
      },
      async ({ ctx, params: { hold_id: holdId }, body }) =>
        refundCharge(ctx, {
          holdId,
          amountCents: body.amount_cents,
          reason: body.reason as RefundReason,
          seenCents: body.seen_refunded_cents,
        }),
    );
  };
