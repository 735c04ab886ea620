import type { Ctx, Rx } from '#context';
import { normalizeRange } from '#lib/network/address-ranges';
import { validationFailed } from '#platform/errors';
import type { PartnerKey, Role } from '../partner-credentials/schemas.ts';
import type { findPartnerKeyRow } from './store.ts';

type KeyRow = NonNullable<Awaited<ReturnType<typeof findPartnerKeyRow>>>;

export const toPartnerKey = ({ clock }: Pick<Rx, 'clock'>, row: KeyRow): PartnerKey => ({
  id: row.id,
  object: 'gap.key',
  livemode: row.livemode,
  role: row.role as Role,
  label: row.label,
  key_prefix: row.prefix,
  status: row.revoked_at ? 'revoked' : row.expires_at && clock.now() >= row.expires_at ? 'expired' : 'active',
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
  last_used_address: row.last_used_address,
  allowed_addresses: row.allowed_ranges,
  replaced_by: row.replaced_by,
});

/** Usable keys of one mode: one per system and its successor, with room; all fit on a page. */
export const keysMax = 50;

/** The requested expiry of a new key, which must be in the future; a key without one works until it is revoked. */
export function readExpiry({ clock }: Ctx, text: string | undefined): Date | undefined {
  const expiresAt = text === undefined ? undefined : new Date(text);
  if (expiresAt !== undefined && expiresAt <= clock.now())
    throw validationFailed([{ path: 'expires_at', message: 'must be in the future' }]);
  return expiresAt;
}

/**
 * The networks as they are stored: normalized, each once. Undefined stays undefined: the request does not mention them.
 */
export function readRanges(texts: readonly string[] | undefined): string[] | undefined {
  if (texts === undefined) return undefined;
  const read = texts.map((text, index) => ({ path: `allowed_addresses.${index}`, ...normalizeRange(text.trim()) }));
  const issues = read.flatMap(({ path, refusal }) => (refusal === undefined ? [] : [{ path, message: refusal }]));
  if (issues.length > 0) throw validationFailed(issues);
  return [...new Set(read.flatMap(({ range }) => range ?? []))];
}
