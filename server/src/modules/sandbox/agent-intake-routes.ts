import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { addressBucket } from '#lib/network/address';
import { authenticatePollToken } from '#modules/intakes';
import { intakeParamsSchema, messageListSchema, stepListSchema, stepRequestSchema } from './agent-sandbox/schemas.ts';
import { listIntakeMessages, listSteps, takeStep, type StepSources } from './agent-steps/steps.ts';

/** A minute of testing by one client, including its programs. */
const perMinute = 120;

/** Counts the request before checking the credential, then admits the holder of the poll token or of the submitting key. */
async function admitHolder(request: FastifyRequest): Promise<void> {
  const { ctx, clientAddress, headers } = request;
  await ctx.limits.consume(
    { name: 'sandbox-steps', points: perMinute, windowS: 60, whenStoreIsGone: 'refuse' },
    addressBucket(clientAddress),
  );
  request.ctx = await authenticatePollToken(ctx, headers.authorization, clientAddress);
}

const audience = 'poll token or agent key';

/** Routes that only the sandbox has: an intake's steps, and the messages that would have been sent about it. */
export const sandboxIntakeRoutes =
  (sources: StepSources): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/intakes/:intake_id/steps',
      {
        config: {
          operation: 'agent-sandbox.list-steps',
          audience,
          summary: 'List the steps of a test intake.',
          refusals: [401, 404, 429],
        },
        schema: {
          description: 'Every step, what it does, the event that follows, and whether it can be taken now.',
          params: intakeParamsSchema,
          response: { 200: stepListSchema },
        },
        onRequest: admitHolder,
      },
      async ({ ctx, params }) => listSteps(ctx, params.intake_id),
    );

    app.post(
      '/intakes/:intake_id/steps',
      {
        config: {
          operation: 'agent-sandbox.take-step',
          audience,
          summary: 'Take a step of a test intake.',
          refusals: [400, 401, 404, 409, 429],
        },
        schema: {
          description:
            'Moves the intake as people or time would, by the code that does it live, with its event and its webhook. The answer lists the steps that are possible afterwards.',
          params: intakeParamsSchema,
          body: stepRequestSchema,
          response: { 200: stepListSchema },
        },
        onRequest: admitHolder,
      },
      async ({ ctx, params, body }) => takeStep(ctx, { intakeId: params.intake_id, step: body.step, sources }),
    );

    app.get(
      '/intakes/:intake_id/messages',
      {
        config: {
          operation: 'agent-sandbox.list-messages',
          audience,
          summary: 'List what would have been sent about a test intake.',
          refusals: [401, 404, 429],
        },
        schema: {
          description: 'Mails and texts to the owner, newest first, at most 50, with the links in them.',
          params: intakeParamsSchema,
          response: { 200: messageListSchema },
        },
        onRequest: admitHolder,
      },
      async ({ ctx, params }) => listIntakeMessages(ctx, params.intake_id),
    );
  };
