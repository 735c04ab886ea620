import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { wholePage } from '#lib/api/pagination';
import { idleWindow } from './rules.ts';
import { listLivingSessions } from './store.ts';

/** The actor's own sessions that are still valid. */
export async function listSessions(ctx: Ctx) {
  const { staffId, credentialId } = requireStaff(ctx.actor);
  const rows = await listLivingSessions(ctx.db, staffId, idleWindow(ctx));
  return wholePage(
    rows.map((row) => ({
      id: row.id,
      method: row.method as 'oidc' | 'password',
      current: row.id === credentialId,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
    })),
  );
}
