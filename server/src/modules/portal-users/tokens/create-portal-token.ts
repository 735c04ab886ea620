import { requirePortal } from '#actor';
import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { nameSubject } from '#modules/audit';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { tooManyTokens } from '../errors.ts';
import { findUser } from '../store.ts';
import { beyondRole, tokenPrefix, tokensMax } from './rules.ts';
import type { CreatedToken, NewToken } from './schemas.ts';
import { countTokens, insertToken } from './store.ts';

/** A token with which the caller's scripts act as they do; shown once. */
export async function createPortalToken(ctx: Ctx, input: NewToken): Promise<CreatedToken> {
  const { institutionId, userId, role } = requirePortal(ctx.actor);
  const beyond = beyondRole(role, input.permissions);
  if (beyond.length > 0)
    throw validationFailed([{ path: 'permissions', message: `your role does not have: ${beyond.join(', ')}` }]);
  const now = ctx.clock.now();
  const id = newId('ptk', now);
  const token = `${tokenPrefix}${taggedToken(ctx.config.cell, 43)}`;
  const expiresAt = addDays(now, input.expires_in_days);
  nameSubject(ctx.actor, id);
  const name = await transact(ctx, async (tx) => {
    const [count, user] = await Promise.all([
      countTokens(tx.db, institutionId, { userId, now }),
      findUser(tx.db, userId),
    ]);
    if (count >= tokensMax) throw tooManyTokens();
    insertToken(tx.db, {
      id,
      institution_id: institutionId,
      user_id: userId,
      label: input.label,
      token_hash: tx.vault.fingerprint(token, 'token'),
      permissions: input.permissions,
      modes: input.modes,
      created_at: now,
      expires_at: expiresAt,
    });
    return user?.name ?? '';
  });
  return {
    id,
    object: 'portal.token',
    label: input.label,
    user: { id: userId, name },
    permissions: input.permissions,
    modes: input.modes,
    status: 'active',
    created_at: now.toISOString(),
    expires_at: expiresAt.toISOString(),
    last_used_at: null,
    revoked_at: null,
    token,
  };
}
