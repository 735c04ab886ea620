import { requirePortal, type PortalActor } from '#actor';
import type { Ctx } from '#context';
import { mayCaller } from '#lib/api/portal-roles';
import { transact } from '#platform/db';
import { tokenNotFound } from '../errors.ts';
import { updateTokenRevoked } from './store.ts';

/** From the next call on it is refused. One's own; whoever manages members ends everybody's, and a token only itself. */
export async function revokePortalToken(ctx: Ctx, id: string): Promise<{ ok: true }> {
  const actor = requirePortal(ctx.actor);
  const { institutionId, userId } = actor;
  const whose = mayCaller(actor, 'members.write') ? {} : { userId };
  if (isToken(actor) && !mayCaller(actor, 'members.write') && id !== actor.credentialId) throw tokenNotFound();
  await transact(ctx, async (tx) => {
    const ended = await updateTokenRevoked(tx.db, institutionId, { id, ...whose, now: tx.clock.now() });
    if (ended === undefined) throw tokenNotFound();
  });
  return { ok: true };
}

/** Sessions are limited to nothing. */
const isToken = ({ limitedTo }: PortalActor): boolean => limitedTo !== undefined;
