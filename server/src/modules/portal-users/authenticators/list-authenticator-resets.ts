import { requireRole } from '#actor';
import type { Ctx } from '#context';
import { listAuthenticatorResetRows } from '../authenticator-store.ts';
import type { ResetState } from './schemas.ts';

/** Few people lose everything; the rest is in the trail. */
const resetsShown = 100;

/** Resets that our team made, with what became of each. */
export async function listAuthenticatorResets(ctx: Ctx) {
  requireRole(ctx.actor, 'administrator');
  const now = ctx.clock.now();
  const rows = await listAuthenticatorResetRows(ctx.db, resetsShown);
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    name: row.name,
    made_by: row.made_by,
    identity_check: row.identity_check,
    created_at: row.created_at.toISOString(),
    opens_at: row.opens_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    state: stateOf(row, now),
  }));
}

type Times = {
  used_at: Date | null;
  stopped_at: Date | null;
  stopped_by: string | null;
  opens_at: Date;
  expires_at: Date;
};

function stateOf(row: Times, now: Date): ResetState {
  if (row.used_at !== null) return 'used';
  if (row.stopped_by === 'mail' || row.stopped_by === 'sign_in') return 'stopped_by_user';
  if (row.stopped_at !== null) return 'stopped_by_us';
  if (row.expires_at <= now) return 'expired';
  return row.opens_at > now ? 'waiting' : 'open';
}
