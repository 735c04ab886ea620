import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/time/dates';
import { unauthorized } from '#platform/errors';
import type { StaffMe } from '../schemas.ts';
import { findStaff } from '../store.ts';
import { sessionIdleS } from './rules.ts';
import { findSessionById } from './store.ts';

/** Who is signed in, and until when. */
export async function getStaffMe(ctx: Ctx): Promise<StaffMe> {
  const { staffId, credentialId, role, freshUntil } = requireStaff(ctx.actor);
  const isFresh = freshUntil !== undefined && freshUntil > ctx.clock.now();
  const [member, session] = await Promise.all([findStaff(ctx.db, staffId), findSessionById(ctx.db, credentialId)]);
  if (member === undefined) throw unauthorized();
  return {
    id: staffId,
    name: member.name,
    email: member.email,
    role,
    time_zone: ctx.config.teamTimeZone,
    session:
      session === undefined
        ? null
        : {
            id: session.id,
            method: session.method as 'oidc' | 'password',
            created_at: session.created_at.toISOString(),
            idle_expires_at: addSeconds(session.last_seen_at, sessionIdleS).toISOString(),
            expires_at: session.expires_at.toISOString(),
            fresh_until: isFresh ? freshUntil.toISOString() : null,
            previous_sign_in_at: session.previous_sign_in_at?.toISOString() ?? null,
            failed_tries: session.failed_tries ?? 0,
            failed_networks: session.failed_networks ?? 0,
          },
    csrf: { origin: new URL(ctx.config.publicBaseUrl).origin, content_type: 'application/json' },
  };
}
