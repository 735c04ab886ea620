import type { PortalUserActor } from '#actor';
import { actFor, type Ctx } from '#context';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { recheckUser } from './store.ts';

/** The context of a request about the user's own account; it commits nothing once their session has ended. */
export function actAsPortalUser(ctx: Ctx, actor: PortalUserActor): Ctx {
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheckUser(actor.userId, actor.credentialId, ctx.clock.now()),
    refuse: () => unauthorized(),
  });
  return { ...own, db };
}
