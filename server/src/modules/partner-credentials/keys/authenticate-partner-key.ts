import type { Ctx } from '#context';
import { isWithinRanges } from '#lib/network/address-ranges';
import { bearerToken } from '#lib/tokens/bearer-token';
import { addSeconds } from '#lib/time/dates';
import { addressNotAllowed, keyExpired, keyRevoked, refuseAuthentication } from '../errors.ts';
import { lastUsedExactS, toAuthentication, type Authentication } from '../rules.ts';
import { findPartnerKeyByHash, touchPartnerKey } from './store.ts';

const isStale = (lastUsed: Date | null, now: Date): boolean =>
  lastUsed === null || lastUsed <= addSeconds(now, -lastUsedExactS);

/** The institution behind a bearer key that came from this address. */
export async function authenticatePartnerKey(ctx: Ctx, header: string, address: string): Promise<Authentication> {
  // Whose key it is, is what it says.
  const db = ctx.db.seeing('all');
  const key = bearerToken(header);
  const stored = key?.startsWith('gap_')
    ? await findPartnerKeyByHash(db, ctx.vault.fingerprints(key, 'token'))
    : undefined;
  if (stored === undefined) return refuseAuthentication('key_unknown', 'This bearer key is not known.');
  const now = ctx.clock.now();
  // Revoked wins (D-073).
  const of = { institutionId: stored.institution_id, livemode: stored.livemode, credentialId: stored.id };
  if (stored.revoked_at !== null) return { ...keyRevoked(), of };
  if (stored.expires_at !== null && now >= stored.expires_at) return { ...keyExpired(), of };
  if (stored.allowed_ranges.length > 0 && !isWithinRanges(stored.allowed_ranges, address))
    return { ...addressNotAllowed(), of };
  if (isStale(stored.last_used_at, now)) await touchPartnerKey(db, stored, { now, address });
  return toAuthentication(stored, 'bearer');
}
