import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { authenticateAgent, authenticateHolder } from '#modules/access';
import { registeredMultiplier } from '#modules/agents';
import { addressBucket } from '#lib/address';
import { unauthorized, validationFailed } from '#platform/errors';
import { maxIssues, schemaIssues } from '#platform/http';
import { nameRequest } from '#platform/idempotency';
import { idempotencyKeyTooLong } from './errors.ts';
import { getIntake } from './get-intake.ts';
import { openIntake } from './open-intake.ts';
import { crossIssues } from './rules.ts';
import { intakeRequestSchema, receiptSchema, type IntakeRequest } from './schemas.ts';

export const intakeAgentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/intakes',
    {
      config: {
        operation: 'intakes.open',
        audience: 'agent or anonymous',
        summary: 'Submit a vehicle owner’s total-loss case.',
        refusals: [400, 401, 404, 409, 429, 500],
      },
      schema: {
        description:
          'Needs an email or a phone, who the agent is, and its own sentence of consent; the rest sharpens the market read. 201 is a new intake, and the only answer with poll_token. 200 is the same request again under its Idempotency-Key, or a neutral answer: duplicate, because this person’s case is open, or not_eligible; both are without link and token. After a timeout or a 5xx send the same body under the same key. Send the Authorization header with a valid agent key or not at all: a bad one is 401.',
        body: intakeRequestSchema,
        response: { 200: receiptSchema, 201: receiptSchema },
      },
      attachValidation: true,
      onRequest: admitSubmitter,
    },
    async (request, reply) => {
      const body = checkedBody(request);
      const key = idempotencyKey(request);
      const named = key === undefined ? undefined : nameRequest(`intakes.open/${submitter(request)}`, key, body);
      const { status, receipt } = await openIntake(request.ctx, { request: body, named });
      return reply.code(status).send(receipt);
    },
  );

  app.get(
    '/intakes/:intake_id',
    {
      config: {
        operation: 'intakes.get',
        audience: 'poll token or agent key',
        summary: 'Follow an intake.',
        refusals: [401, 404],
      },
      schema: {
        description:
          'The receipt as it stands, without poll_token. Takes the poll token of this intake, or the key of the agent that submitted it. Statuses change when people act: every few minutes is often enough, and a webhook needs no asking.',
        params: Type.Object({ intake_id: Type.String() }),
        response: { 200: receiptSchema },
      },
      onRequest: async (request) => {
        const actor = await authenticateHolder(request.ctx, request.headers.authorization, request.callerAddress);
        request.ctx = { ...request.ctx, actor };
      },
    },
    async (request) => getIntake(request.ctx, request.params.intake_id),
  );
};

/** Every call counts against its caller, refused ones too; only then does a bad credential refuse it (decision 10). */
async function admitSubmitter(request: FastifyRequest): Promise<void> {
  const { ctx, callerAddress } = request;
  const header = request.headers.authorization;
  const agent = header === undefined ? undefined : await authenticateAgent(ctx, header, callerAddress);
  const points = ctx.config.intakeAnonPerMin * (agent === undefined ? 1 : registeredMultiplier);
  await ctx.limits.take(
    { name: 'intakes', points, windowS: 60, whenStoreIsGone: 'let through' },
    agent?.principalId ?? addressBucket(callerAddress),
  );
  if (header !== undefined && agent === undefined) throw unauthorized();
  if (agent !== undefined) request.ctx = { ...ctx, actor: agent };
}

/** Whose Idempotency-Keys are compared: those of one agent, or of one address (decision 43). */
const submitter = ({ ctx, callerAddress }: FastifyRequest): string =>
  ctx.actor.kind === 'agent' ? ctx.actor.principalId : callerAddress;

/** The body, or every problem it has: those of the schema and those between members. */
function checkedBody(request: FastifyRequest & { body: IntakeRequest }): IntakeRequest {
  const registered = request.ctx.actor.kind === 'agent';
  const issues = [...schemaIssues(request), ...crossIssues(request.body, registered)];
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return request.body;
}

/** Empty counts as not sent; any characters are allowed, 255 of them (decision 46). */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key === undefined || key.trim() === '') return undefined;
  if (key.length > 255) throw idempotencyKeyTooLong();
  return key;
}
