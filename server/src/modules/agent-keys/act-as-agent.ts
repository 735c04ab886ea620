import type { AgentActor } from '#actor';
import { actFor, type Ctx } from '#context';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { recheckKey } from './store.ts';

/** The context of a request by this key: it commits nothing once the key is revoked or its agent suspended. */
export function actAsAgent(ctx: Ctx, actor: AgentActor): Ctx {
  const own = actFor(ctx, actor);
  const query = () => recheckKey(actor.principalId, actor.keyId);
  return { ...own, db: recheckAtCommit(own.db, { query, refuse: unauthorized }) };
}
