import { requirePortalUser } from '#actor';
import type { Ctx } from '#context';
import { idleWindow } from './rules.ts';
import { listSessionRows } from './store.ts';

/** Sessions last half a day; nobody has as many. */
const sessionsShown = 100;

/** Where the user is signed in, this browser among them. */
export async function listPortalSessions(ctx: Ctx) {
  const { userId, credentialId } = requirePortalUser(ctx.actor);
  const rows = await listSessionRows(ctx.db, userId, { ...idleWindow(ctx), limit: sessionsShown });
  return rows.map(({ id, method, created_at, last_seen_at, expires_at }) => ({
    id,
    method,
    current: id === credentialId,
    created_at: created_at.toISOString(),
    last_seen_at: last_seen_at.toISOString(),
    expires_at: expires_at.toISOString(),
  }));
}
