import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { noBodyIsEmpty } from '#platform/http';
import { logQueueCall } from './calls/log-queue-call.ts';
import { queueCallSchema } from './calls/schemas.ts';
import type { ConsultationSources } from './facts.ts';
import { claimConsultation, releaseLease, renewLease, takeOverLease } from './leases/leases.ts';
import { claimNext } from './queue/claim-next.ts';
import {
  doneSchema,
  leasedConsultationSchema,
  nextCallSchema,
  releaseLeaseSchema,
  takeOverLeaseSchema,
  callingRulesSchema,
} from './queue/schemas.ts';
import { consultationSchema } from './schemas.ts';
import { listCallingRules } from './queue/rules.ts';

/** When and how often people may be called and texted, with the law and where it was read. */
export const hoursStaffRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    '/calling-rules',
    {
      config: {
        operation: 'consultations.list-calling-rules',
        audience: 'staff',
        role: 'caller',
        summary: 'List the calling hours of every jurisdiction with their sources.',
      },
      schema: { response: { 200: callingRulesSchema } },
    },
    async ({ ctx }) => listCallingRules(ctx),
  );
};

const params = Type.Object({ consultation_id: Type.String() });
const next = { 200: nextCallSchema };

const summaries = {
  next: 'Claim the next case to call, or learn when there will be one.',
  claim: 'Claim a given case.',
  renew: 'Renew your lease of a case.',
  release: 'Release a claimed case without a call.',
  takeOver: 'Take over a case that another staff member has claimed; a reason is required.',
  call: 'Log a call about a case that did not come from an agent’s intake.',
} as const;

/** The call queue: which consultation each caller gets next, never the same for two callers. */
export const queueStaffRoutes =
  (sources: ConsultationSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/queue/next',
      {
        config: { operation: 'consultations.claim-next', audience: 'staff', role: 'caller', summary: summaries.next },
        schema: { response: next },
      },
      async ({ ctx }) => claimNext(ctx),
    );

    app.post(
      '/queue/:consultation_id/claim',
      {
        config: { operation: 'consultations.claim', audience: 'staff', role: 'caller', summary: summaries.claim },
        schema: { params, response: next },
      },
      async ({ ctx, params }) => claimConsultation(ctx, params.consultation_id),
    );

    app.post(
      '/queue/:consultation_id/heartbeat',
      {
        config: {
          operation: 'consultations.heartbeat',
          audience: 'staff',
          role: 'caller',
          audited: false,
          summary: summaries.renew,
        },
        schema: { params, response: { 200: leasedConsultationSchema } },
      },
      async ({ ctx, params }) => renewLease(ctx, params.consultation_id),
    );

    app.post(
      '/queue/:consultation_id/release',
      {
        config: { operation: 'consultations.release', audience: 'staff', role: 'caller', summary: summaries.release },
        schema: { params, body: releaseLeaseSchema, response: { 200: doneSchema } },
        preValidation: noBodyIsEmpty,
      },
      async ({ ctx, params, body }) => releaseLease(ctx, params.consultation_id, body.reason),
    );

    app.post(
      '/queue/:consultation_id/take-over',
      {
        config: { operation: 'consultations.take-over', audience: 'staff', role: 'lead', summary: summaries.takeOver },
        schema: { params, body: takeOverLeaseSchema, response: next },
      },
      async ({ ctx, params, body }) => takeOverLease(ctx, { id: params.consultation_id, reason: body.reason }),
    );

    app.post(
      '/queue/:consultation_id/calls',
      {
        config: { operation: 'consultations.log-call', audience: 'staff', role: 'caller', summary: summaries.call },
        schema: { params, body: queueCallSchema, response: { 200: consultationSchema } },
      },
      async ({ ctx, params, body }) => logQueueCall(ctx, sources, { id: params.consultation_id, call: body }),
    );
  };
