import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readIdempotencyHeader } from '#lib/network/idempotency-key';
import { actAsAgent, authenticateAgent } from '#modules/credentials';
import { unauthorized, validationFailed } from '#platform/errors';
import { limitHeaders, schemaIssues, tagContent } from '#platform/http';
import { maxIssues } from '#platform/validation';
import { idempotencyKeyTooLong } from './errors.ts';
import { authenticatePollToken, getIntake } from './receipt/receipt.ts';
import { computeCrossIssues, oneForEachMember } from './rules.ts';
import { intakeRequestSchema, receiptSchema, type IntakeRequest } from './schemas.ts';
import { createUnderKey } from './submission/create-under-key.ts';
import { countSubmission } from './submission/submit-intake.ts';

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
          'An email or a phone number, the agent’s name and platform, and the consent attestation are required; the other fields improve the market read. 201: a new intake, and the only response with poll_token. 200: a replay of the same request under its Idempotency-Key, or a neutral response without link and token: duplicate if this person already has an open case that you submitted or whose contact they proved to us, or three open ones that nobody proved; or not_eligible. After a timeout or a 5xx, send the same body with the same key. Send a valid agent key in the Authorization header, or no such header: an invalid key is 401.',
        body: intakeRequestSchema,
        response: { 200: receiptSchema, 201: receiptSchema },
      },
      attachValidation: true,
      onRequest: admitSubmitter,
    },
    async (request, reply) => {
      const body = checkedBody(request);
      const key = readIdempotencyHeader(request.headers, { blankIsAbsent: true, invalid: idempotencyKeyTooLong });
      const { status, receipt } = await createUnderKey(request.ctx, { request: body, key });
      return reply.code(status).send(receipt);
    },
  );

  app.get(
    '/intakes/:intake_id',
    {
      config: {
        operation: 'intakes.get',
        audience: 'poll token or agent key',
        summary: 'Retrieve an intake.',
        refusals: [401, 404],
      },
      schema: {
        description:
          'The current receipt, without poll_token. Requires the poll token of this intake, or the key of the agent that submitted it. Statuses change when people act: polling every few minutes is enough, and with a webhook you need not poll. Send the ETag of the last response as If-None-Match: 304 without a body means that nothing has changed.',
        params: Type.Object({ intake_id: Type.String() }),
        response: { 200: receiptSchema },
      },
      onRequest: async (request) => {
        request.ctx = await authenticatePollToken(request.ctx, request.headers.authorization, request.clientAddress);
      },
      onSend: tagContent,
    },
    async (request) => getIntake(request.ctx, request.params.intake_id),
  );
};

/** Every call counts against its client, refused calls too; only then is a bad credential refused (D-010). */
async function admitSubmitter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const { ctx, clientAddress } = request;
  const header = request.headers.authorization;
  const agent = header === undefined ? undefined : await authenticateAgent(ctx, header, clientAddress);
  reply.headers(limitHeaders(await countSubmission(ctx, { agent, address: clientAddress })));
  if (header !== undefined && agent === undefined) throw unauthorized();
  if (agent !== undefined) request.ctx = actAsAgent(ctx, agent);
}

/** The body, or all its issues: those of the schema and those of rules across members. */
function checkedBody(request: FastifyRequest & { body: IntakeRequest }): IntakeRequest {
  const registered = request.ctx.actor.kind === 'agent';
  const found = [...schemaIssues(request), ...computeCrossIssues(request.body, registered)];
  const issues = oneForEachMember(found);
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return request.body;
}
