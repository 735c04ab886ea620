import type { Actor } from '#actor';
import type { Ctx } from '#context';
import { bearerToken } from '#lib/tokens/bearer-token';
import { authenticateAgent } from '#modules/agent-keys';
import { unauthorized } from '#platform/errors';

/**
 * The actor of a poll: the holder of some token, or an agent. Without a credential the answer is 401 whatever the id.
 * With one that grants nothing the client still learns that an id is unknown (D-048), so the verb decides, which reads
 * the intake with its token.
 */
export async function authenticatePollToken(ctx: Ctx, header: string | undefined, address: string): Promise<Actor> {
  const token = bearerToken(header);
  if (token === undefined) throw unauthorized();
  const agent = await authenticateAgent(ctx, header, address);
  return agent ?? { kind: 'poll', address, tokenHashes: ctx.vault.fingerprints(token) };
}
