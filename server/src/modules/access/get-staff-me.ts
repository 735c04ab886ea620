import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { addSeconds } from '#lib/dates';
import { unauthorized } from '#platform/errors';
import { sessionIdleS } from './rules.ts';
import type { StaffMe } from './staff-schemas.ts';
import { findSessionById } from './session-store.ts';
import { findStaff } from './staff-store.ts';

/** Who is signed in, and for how long. */
export async function getStaffMe(ctx: Ctx): Promise<StaffMe> {
  const { staffId, credentialId, role } = requireStaff(ctx.actor);
  const [person, session] = await Promise.all([findStaff(ctx.db, staffId), findSessionById(ctx.db, credentialId)]);
  if (person === undefined) throw unauthorized();
  return {
    id: staffId,
    name: person.name,
    email: person.email,
    role,
    session:
      session === undefined
        ? null
        : {
            id: session.id,
            method: session.method as 'oidc' | 'password',
            idle_expires_at: addSeconds(session.last_seen_at, sessionIdleS).toISOString(),
            expires_at: session.expires_at.toISOString(),
          },
    csrf: { origin: new URL(ctx.config.publicBaseUrl).origin, content_type: 'application/json' },
  };
}
