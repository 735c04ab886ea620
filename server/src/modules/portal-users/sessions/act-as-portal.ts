import type { PortalActor } from '#actor';
import { actFor, type Ctx } from '#context';
import { rolesWith, type PortalPermission } from '#lib/api/portal-roles';
import { recheckAtCommit } from '#platform/db';
import { unauthorized } from '#platform/errors';
import { permissionRequired } from '../errors.ts';
import { recheckToken } from '../tokens/store.ts';
import { recheckSession } from './store.ts';

/**
 * The context of a request of this user: it sees the rows of their institution, and commits nothing once their session
 * or token has ended, their role is less than the operation needs, or the institution is suspended.
 */
export function actAsPortal(ctx: Ctx, actor: PortalActor, permission: PortalPermission): Ctx {
  const { userId, credentialId, institutionId } = actor;
  const recheck = actor.limitedTo === undefined ? recheckSession : recheckToken;
  const own = actFor(ctx, actor);
  const db = recheckAtCommit(own.db, {
    query: () => recheck(userId, credentialId, institutionId, ctx.clock.now(), rolesWith(permission)),
    refuse: (reason) => (reason === 'role' ? permissionRequired(permission) : unauthorized()),
  });
  return { ...own, db };
}
