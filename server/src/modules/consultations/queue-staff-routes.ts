import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { CaseSources } from './case-sources.ts';
import { claimCase, keepCase, releaseCase, takeOver } from './hold-case.ts';
import { logQueueCall } from './log-queue-call.ts';
import {
  doneSchema,
  heldSchema,
  nextCallSchema,
  queueCallSchema,
  releaseSchema,
  takeOverSchema,
} from './queue-schemas.ts';
import { consultationSchema } from './schemas.ts';
import { takeNext } from './take-next.ts';

const params = Type.Object({ consultation_id: Type.String() });
const next = { 200: nextCallSchema };

/** A reason is welcome and not needed, and so is the body that would hold it. */
const noBodyIsEmpty = async (request: FastifyRequest): Promise<void> => {
  request.body ??= {};
};

/** The queue: who is called next, by whom, and nobody twice. */
export const queueStaffRoutes =
  (sources: CaseSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/queue/next',
      {
        config: { operation: 'consultations.claim-next', audience: 'staff', role: 'agent' },
        schema: { response: next },
      },
      async ({ ctx }) => takeNext(ctx),
    );

    app.post(
      '/queue/:consultation_id/claim',
      {
        config: { operation: 'consultations.claim', audience: 'staff', role: 'agent' },
        schema: { params, response: next },
      },
      async ({ ctx, params }) => claimCase(ctx, sources, params.consultation_id),
    );

    app.post(
      '/queue/:consultation_id/heartbeat',
      {
        config: { operation: 'consultations.heartbeat', audience: 'staff', role: 'agent', audited: false },
        schema: { params, response: { 200: heldSchema } },
      },
      async ({ ctx, params }) => keepCase(ctx, params.consultation_id),
    );

    app.post(
      '/queue/:consultation_id/release',
      {
        config: { operation: 'consultations.release', audience: 'staff', role: 'agent' },
        schema: { params, body: releaseSchema, response: { 200: doneSchema } },
        preValidation: noBodyIsEmpty,
      },
      async ({ ctx, params, body }) => releaseCase(ctx, params.consultation_id, body.reason),
    );

    app.post(
      '/queue/:consultation_id/take-over',
      {
        config: { operation: 'consultations.take-over', audience: 'staff', role: 'lead' },
        schema: { params, body: takeOverSchema, response: next },
      },
      async ({ ctx, params, body }) => takeOver(ctx, sources, { id: params.consultation_id, reason: body.reason }),
    );

    app.post(
      '/queue/:consultation_id/calls',
      {
        config: { operation: 'consultations.log-call', audience: 'staff', role: 'agent' },
        schema: { params, body: queueCallSchema, response: { 200: consultationSchema } },
      },
      async ({ ctx, params, body }) => logQueueCall(ctx, sources, { id: params.consultation_id, call: body }),
    );
  };
