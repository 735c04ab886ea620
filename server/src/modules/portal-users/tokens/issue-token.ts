import type { Tx } from '#context';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { unauthorized } from '#platform/errors';
import { tooManyTokens } from '../errors.ts';
import { findUser } from '../store.ts';
import { lockUser } from '../user-store.ts';
import { tokenPrefix, tokensMax } from './rules.ts';
import type { CreatedToken, NewToken } from './schemas.ts';
import { countTokens, findOrigin, insertToken, shareIssuer } from './store.ts';

type Issued = {
  readonly institutionId: string;
  readonly userId: string;
  /** The session that it is made in, or that a pairing was approved in. */
  readonly sessionId: string;
  readonly input: NewToken;
};

/** Writes a token of a user at an institution; the token itself is in what this returns alone. */
export async function issueToken(tx: Tx, { institutionId, userId, sessionId, input }: Issued): Promise<CreatedToken> {
  const now = tx.clock.now();
  // Sent in this order: a reset that ends all tokens, or a removal of the provider, comes before this one, or finds the token.
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
