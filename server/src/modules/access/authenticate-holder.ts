import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { unauthorized } from '#platform/errors';
import { authenticateAgent } from './authenticate-agent.ts';
import { bearerToken } from './rules.ts';
import { findPollToken } from './store.ts';

/**
 * Who asks for an intake: the holder of its poll token, or an agent. Without a credential the answer is 401 whatever
 * the id; with one that opens nothing the caller still learns that an id is unknown (decision 48), so the verb decides.
 */
export async function authenticateHolder(ctx: Ctx, header: string | undefined, address: string): Promise<Actor> {
  const token = bearerToken(header);
  if (token === undefined) throw unauthorized();
  const agent = await authenticateAgent(ctx, header, address);
  if (agent !== undefined) return agent;
  const found = await findPollToken(ctx.db, ctx.vault.fingerprints(token));
  return { kind: 'poll', address, intakeId: found?.intake_id };
}
