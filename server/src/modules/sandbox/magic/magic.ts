import type { FastifyReply, FastifyRequest } from 'fastify';
import { findMagic } from '#lib/api/agent-sandbox';
import { rateLimited, unavailable, type AppError } from '#platform/errors';
import { agentErrors } from '#platform/http';
import { rehearsedClosing, rehearsedFailure } from '../agent-sandbox/errors.ts';

/** Where the address is in the operations' bodies. */
const operations: Readonly<Record<string, 'POST /intakes' | 'POST /register'>> = {
  'intakes.open': 'POST /intakes',
  'agents.register': 'POST /register',
};

/**
 * Sends the error that the address in a body asks for. It replies instead of throwing, because a requested failure is not ours and must not
 * be logged or counted as one.
 */
export async function answerByMagic(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const operation = operations[request.routeOptions.config.operation ?? ''];
  if (operation === undefined || request.validationError !== undefined) return undefined;
  const body = request.body as { customer?: { email?: string }; operator?: { email?: string } };
  const refusal = findRehearsal(body.customer?.email ?? body.operator?.email, operation);
  if (refusal === undefined) return undefined;
  request.rehearsed = true;
  const { status, headers, body: text } = agentErrors.render(refusal, request);
  if (refusal.retryAfterS !== undefined) reply.header('retry-after', String(refusal.retryAfterS));
  return reply.code(status).headers(headers).send(text);
}

const moment = 'The service cannot do this right now; please try again in a moment.';

/** By the status in the table. */
const refusals: Readonly<Record<number, (retryAfterS: number) => AppError>> = {
  404: rehearsedClosing,
  429: rateLimited,
  500: rehearsedFailure,
  503: (retryAfterS) => unavailable(moment, { retryAfterS }),
};

/** The error that an address asks for; undefined for all others. The caller must neither log it nor count it as our failure. */
export function findRehearsal(
  email: string | undefined,
  operation: 'POST /intakes' | 'POST /register',
): AppError | undefined {
  const magic = findMagic(email, operation);
  return magic && refusals[magic.status]?.(magic.retryAfterS ?? 0);
}
