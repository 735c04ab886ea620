import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { mayCaller } from '#lib/api/portal-roles';
import type { Token } from './schemas.ts';
import { listTokenRows, type ListedToken } from './store.ts';

/** More than a team has; those that ended are deleted after a while. */
const tokensShown = 500;

/** The caller's tokens; whoever manages members sees everybody's. Never the tokens themselves, which are not stored. */
export async function listPortalTokens(ctx: Ctx): Promise<Token[]> {
  const actor = requirePortal(ctx.actor);
  const { institutionId, userId } = actor;
  const whose = mayCaller(actor, 'members.write') ? {} : { userId };
  // A token of the sandbox is not to know of those that open live mode.
  const isNarrow = actor.limitedTo !== undefined && !mayCaller(actor, 'members.write');
  const rows = await listTokenRows(ctx.db, institutionId, { ...whose, limit: tokensShown });
  const shown = isNarrow ? rows.filter(({ id }) => id === actor.credentialId) : rows;
  return shown.map((row) => toToken(row, ctx.clock.now()));
}

const toToken = (row: ListedToken, now: Date): Token => ({
  id: row.id,
  object: 'portal.token',
  label: row.label,
  user: { id: row.user_id, name: row.name },
  permissions: row.permissions,
  modes: row.modes as Token['modes'],
  status: row.revoked_at !== null ? 'revoked' : row.expires_at <= now ? 'expired' : 'active',
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
});
