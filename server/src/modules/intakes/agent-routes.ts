import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { authenticateHolder } from '#modules/access';
import { addressBucket } from '#lib/address';
import { unauthorized, validationFailed, type Issue } from '#platform/errors';
import { nameRequest } from '#platform/idempotency';
import type { Limit } from '#platform/limits';
import { contactMissing, idempotencyKeyTooLong } from './errors.ts';
import { getIntake } from './get-intake.ts';
import { openIntake } from './open-intake.ts';
import { intakeRequestSchema, receiptSchema, type IntakeRequest } from './schemas.ts';

export const intakeAgentRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.post(
    '/intakes',
    {
      config: { operation: 'intakes.open', audience: 'agent or anonymous' },
      schema: { body: intakeRequestSchema, response: { 200: receiptSchema, 201: receiptSchema } },
      attachValidation: true,
      onRequest: admitSubmitter,
    },
    async (request, reply) => {
      const body = checkedBody(request);
      const key = idempotencyKey(request);
      const named = key === undefined ? undefined : nameRequest(`intakes.open/${caller(request)}`, key, body);
      const { status, receipt } = await openIntake(request.ctx, { request: body, named });
      return reply.code(status).send(receipt);
    },
  );

  app.get(
    '/intakes/:intake_id',
    {
      config: { operation: 'intakes.get', audience: 'poll token or agent key' },
      schema: { params: Type.Object({ intake_id: Type.String() }), response: { 200: receiptSchema } },
      onRequest: async (request) => {
        const actor = await authenticateHolder(request.ctx, request.headers.authorization, request.callerAddress);
        request.ctx = { ...request.ctx, actor };
      },
    },
    async (request) => getIntake(request.ctx, request.params.intake_id),
  );
};

/** Every call counts against its caller, refused ones too; only then is a credential looked at (decision 10). */
async function admitSubmitter(request: FastifyRequest): Promise<void> {
  const { limits, config } = request.ctx;
  const limit: Limit = {
    name: 'intakes',
    points: config.intakeAnonPerMin,
    windowS: 60,
    whenStoreIsGone: 'let through',
  };
  await limits.take(limit, addressBucket(request.callerAddress));
  if (request.headers.authorization !== undefined) throw unauthorized();
}

const caller = (request: FastifyRequest): string => `anonymous/${request.callerAddress}`;

/** The body, or every problem it has: those of the schema and those between members. */
function checkedBody(request: FastifyRequest & { body: IntakeRequest }): IntakeRequest {
  const issues: Issue[] = schemaIssues(request.validationError);
  const customer: unknown = (request.body as Partial<IntakeRequest> | undefined)?.customer;
  if (customer !== null && typeof customer === 'object' && !('email' in customer) && !('phone' in customer)) {
    issues.push(contactMissing);
  }
  if (issues.length > 0) throw validationFailed(issues);
  return request.body;
}

function schemaIssues(error: unknown): Issue[] {
  if (error === undefined || error === null) return [];
  if (typeof error === 'object' && 'details' in error) {
    const { issues } = error.details as { issues?: Issue[] };
    if (issues !== undefined) return [...issues];
  }
  throw error;
}

/** Empty counts as not sent; any characters are allowed, 255 of them (decision 46). */
function idempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  const key = Array.isArray(header) ? header.join(', ') : header;
  if (key === undefined || key.trim() === '') return undefined;
  if (key.length > 255) throw idempotencyKeyTooLong();
  return key;
}
