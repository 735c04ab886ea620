import { isInAgentSandbox } from '#actor';
import { actFor, type Ctx } from '#context';
import { bearerToken } from '#lib/tokens/bearer-token';
import { actAsAgent, authenticateAgent } from '#modules/agent-keys';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { recheckPollToken } from './poll-token-store.ts';

/**
 * The context of a poll: of the holder of some token, or of an agent. Without a credential the answer is 401 whatever the
 * id. With one that grants nothing the client still learns that an id is unknown (D-048), so the verb decides, which
 * reads the intake with its token.
 */
export async function authenticatePollToken(ctx: Ctx, header: string | undefined, address: string): Promise<Ctx> {
  const token = bearerToken(header);
  if (token === undefined) throw unauthorized();
  const agent = await authenticateAgent(ctx, header, address);
  if (agent !== undefined) return actAsAgent(ctx, agent);
  const tokenHashes = ctx.vault.fingerprints(token, 'token');
  const own = actFor(ctx, { kind: 'poll', address, tokenHashes, livemode: !isInAgentSandbox(ctx.actor) });
  const db = recheckAtCommit(own.db, { query: () => recheckPollToken(tokenHashes), refuse: unauthorized });
  return { ...own, db };
}
