import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requireAgent } from '#actor';
import type { Ctx } from '#context';
import { actInConsole } from '#modules/sandbox';
import { actAsAgent, authenticateAnyAgent } from '#modules/credentials';
import { unauthorized } from '#platform/errors';
import type { Limit } from '#platform/limits';
import { countSandboxAddress } from './in-agent-sandbox.ts';
import { isSafe, refuseOtherSites } from './own-pages.ts';

/** More than a person's clicks, or a script that follows its deliveries, need. */
const perMinute: Limit = { name: 'agent_console', points: 300, windowS: 60, whenStoreIsGone: 'let through' };

/**
 * For the console's API and pages: a key of either mode, or the session that a key opened. Changes with a browser
 * session must come from our own pages.
 */
export function guardAgentConsole(routes: FastifyInstance): void {
  routes.addHook('onRequest', async (request) => {
    request.ctx = await actForAgent(request);
    const agent = requireAgent(request.ctx.actor);
    await request.ctx.limits.consume(perMinute, agent.principalId);
    await countSandboxAddress(request.ctx, agent);
  });
}

async function actForAgent(request: FastifyRequest): Promise<Ctx> {
  const { headers, clientAddress: address } = request;
  // The account is not known until the credential is checked.
  const ctx = { ...request.ctx, db: request.ctx.db.seeing('all') };
  if (headers.authorization !== undefined) {
    const agent = await authenticateAnyAgent(ctx, headers.authorization, address);
    if (agent === undefined) throw unauthorized();
    return actAsAgent(ctx, agent);
  }
  const own = await actInConsole(ctx, { cookies: headers.cookie, address });
  if (own === undefined) throw unauthorized();
  if (!isSafe(request)) refuseOtherSites(request, 'agent console');
  return own;
}

/** For the forms of people who are not signed in. */
export function guardConsoleForms(routes: FastifyInstance): void {
  routes.addHook('onRequest', async (request) => {
    if (!isSafe(request)) refuseOtherSites(request, 'agent console');
  });
}
