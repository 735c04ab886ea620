import { requirePortal, type PortalActor } from '#actor';
import type { Ctx, Tx } from '#context';
import { mayCaller } from '#lib/api/portal-roles';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { nameSubject } from '#modules/ledger';
import { transact } from '#platform/db';
import { unauthorized, validationFailed } from '#platform/errors';
import { tokenNotFound, tooManyTokens } from '../errors.ts';
import { findUser, lockUser } from '../store.ts';
import { beyondRole, tokenPrefix, tokensMax } from './rules.ts';
import type { CreatedToken, NewToken, Token } from './schemas.ts';
import {
  countTokens,
  findOrigin,
  insertToken,
  listTokenRows,
  shareIssuer,
  updateTokenRevoked,
  type ListedToken,
} from './store.ts';

/** Creates a token that lets the caller's scripts act as the caller. It is shown once. */
export async function createPortalToken(ctx: Ctx, input: NewToken): Promise<CreatedToken> {
  const { institutionId, userId, role, credentialId: sessionId } = requirePortal(ctx.actor);
  const beyond = beyondRole(role, input.permissions);
  if (beyond.length > 0)
    throw validationFailed([{ path: 'permissions', message: `your role does not have: ${beyond.join(', ')}` }]);
  return transact(ctx, async (tx) => {
    const created = await issueToken(tx, { institutionId, userId, sessionId, input });
    nameSubject(ctx.actor, created.id);
    return created;
  });
}

type Issued = {
  readonly institutionId: string;
  readonly userId: string;
  /** The session that creates the token or approved its pairing. */
  readonly sessionId: string;
  readonly input: NewToken;
};

/** Stores a user's token at an institution. Only the return value contains the token itself. */
export async function issueToken(tx: Tx, { institutionId, userId, sessionId, input }: Issued): Promise<CreatedToken> {
  const now = tx.clock.now();
  // Sent in this order: a reset that ends all tokens, or a removal of the provider, either commits first or revokes the new token too.
  const [, locked, count, user, origin] = await Promise.all([
    shareIssuer(tx.db, institutionId),
    lockUser(tx.db, userId),
    countTokens(tx.db, institutionId, { userId, now }),
    findUser(tx.db, userId),
    findOrigin(tx.db, sessionId, userId),
  ]);
  if (locked === undefined || origin === undefined) throw unauthorized();
  if (count >= tokensMax) throw tooManyTokens();
  const { label, permissions, modes } = input;
  const id = newId('ptk', now);
  const token = `${tokenPrefix}${taggedToken(tx.config.cell, 43)}`;
  const expiresAt = addDays(now, input.expires_in_days);
  insertToken(tx.db, {
    id,
    institution_id: institutionId,
    user_id: userId,
    label,
    token_hash: tx.vault.fingerprint(token, 'token'),
    permissions,
    modes,
    created_at: now,
    expires_at: expiresAt,
    by_issuer: origin.institution_id !== null,
  });
  return {
    id,
    object: 'portal.token',
    label,
    user: { id: userId, name: user?.name ?? '' },
    permissions,
    modes,
    status: 'active',
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: null,
    revoked_at: null,
    token,
  };
}

/** More than a team has; ended tokens are deleted after a while. */
const tokensShown = 500;

/** Lists the caller's tokens, or all tokens for a caller who manages members. The tokens themselves are not stored. */
export async function listPortalTokens(ctx: Ctx): Promise<Token[]> {
  const actor = requirePortal(ctx.actor);
  const { institutionId, userId } = actor;
  const whose = mayCaller(actor, 'members.write') ? {} : { userId };
  // A sandbox token must not see tokens that open live mode.
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

/**
 * The token is refused from the next call on. Users revoke their own tokens, members who manage members revoke any, and a
 * token without that permission revokes only itself.
 */
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

/** Sessions have no such limits. */
const isToken = ({ limitedTo }: PortalActor): boolean => limitedTo !== undefined;
