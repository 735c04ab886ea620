import type { Ctx } from '#context';
import { bearerToken } from '#lib/tokens/bearer-token';
import { addSeconds } from '#lib/time/dates';
import { refuseAuthentication } from '../errors.ts';
import { lastUsedExactS, toAuthentication, type Authentication } from '../rules.ts';
import { findPartnerKeyByHash, touchPartnerKey } from './store.ts';

const isStale = (lastUsed: Date | null, now: Date): boolean =>
  lastUsed === null || lastUsed <= addSeconds(now, -lastUsedExactS);

/** The institution behind a bearer key. */
export async function authenticatePartnerKey(ctx: Ctx, header: string): Promise<Authentication> {
  const key = bearerToken(header);
  const stored = key?.startsWith('gap_') ? await findPartnerKeyByHash(ctx.db, ctx.vault.fingerprints(key)) : undefined;
  if (stored === undefined) return refuseAuthentication('key_unknown', 'This bearer key is not known.');
  const now = ctx.clock.now();
  // The holder of the key is known, so these cases are reported apart and never throttled; revoked wins (D-073).
  if (stored.revoked_at !== null)
    return { ...refuseAuthentication('key_revoked', 'This bearer key was revoked.'), counts: false };
  if (stored.expires_at !== null && now >= stored.expires_at)
    return { ...refuseAuthentication('key_expired', 'This bearer key has expired.'), counts: false };
  if (isStale(stored.last_used_at, now)) await touchPartnerKey(ctx.db, stored, now);
  return toAuthentication(stored, 'bearer');
}
