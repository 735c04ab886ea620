import type { Ctx } from '#context';
import { shortMemories } from '#lib/concurrency/short-memory';
import { isWithinRanges } from '#lib/network/address-ranges';
import { bearerToken } from '#lib/tokens/bearer-token';
import { addSeconds } from '#lib/time/dates';
import { isEnabled, type FeatureName } from '#modules/feature-flags';
import { readTogether } from '#platform/db';
import { addressNotAllowed, keyExpired, keyRevoked, keyUnknown } from '../errors.ts';
import { lastUsedExactS, toAuthentication, type Authentication } from '../rules.ts';
import { findPartnerKeyByHash, touchPartnerKey } from './store.ts';

const isStale = (lastUsed: Date | null, now: Date): boolean =>
  lastUsed === null || lastUsed <= addSeconds(now, -lastUsedExactS);

/**
 * Fingerprints of keys that were not found. A key is random and shown after it was stored, so no client can have sent it
 * before: a new key works at once in every process.
 */
const unknownKeysOf = shortMemories<true>();

type PresentedKey = {
  readonly authorization: string;
  readonly address: string;
  /** What the called operation needs. */
  readonly feature?: FeatureName | undefined;
};

/** The institution behind a bearer key that came from this address. */
export async function authenticatePartnerKey(ctx: Ctx, presented: PresentedKey): Promise<Authentication> {
  const { authorization, address, feature } = presented;
  // Whose key it is, is what it says.
  const db = ctx.db.seeing('all');
  const key = bearerToken(authorization);
  if (!key?.startsWith('gap_')) return keyUnknown();
  const fingerprints = ctx.vault.fingerprints(key, 'token');
  const name = fingerprints[0]?.toString('base64') ?? '';
  if (unknownKeysOf(ctx.vault).get(name)) return keyUnknown();
  const [stored, isOpen] = await readTogether({ ...ctx, db }, (rx) =>
    Promise.all([findPartnerKeyByHash(rx.db, fingerprints), feature === undefined || isEnabled(rx, feature)]),
  );
  if (stored === undefined) {
    unknownKeysOf(ctx.vault).set(name, true);
    return keyUnknown();
  }
  const now = ctx.clock.now();
  // Revoked wins (D-073).
  const of = { institutionId: stored.institution_id, livemode: stored.livemode, credentialId: stored.id };
  if (stored.revoked_at !== null) return { ...keyRevoked(), of };
  if (stored.expires_at !== null && now >= stored.expires_at) return { ...keyExpired(), of };
  if (stored.allowed_ranges.length > 0 && !isWithinRanges(stored.allowed_ranges, address))
    return { ...addressNotAllowed(), of };
  if (isStale(stored.last_used_at, now)) await touchPartnerKey(db, stored, { now, address });
  return toAuthentication(stored, 'bearer', isOpen);
}
