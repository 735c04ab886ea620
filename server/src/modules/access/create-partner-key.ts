import type { Ctx } from '#context';
import { randomBase62 } from '#lib/base62';
import { newId } from '#lib/ids';
import { transact } from '#platform/db';
import { notFound, validationFailed } from '#platform/errors';
import { findPartnerKeyRow, insertPartnerKey, listPartnerKeyRows, revokePartnerKeyRow } from './partner-key-store.ts';
import type { PartnerKey, Role } from './schemas.ts';

export type NewPartnerKey = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: Role;
  readonly label: string | undefined;
  readonly expiresAt: Date | undefined;
};

type Row = NonNullable<Awaited<ReturnType<typeof findPartnerKeyRow>>>;

/** Tells keys apart on screens and in /me; nine of the characters are the mode's (decision 132). */
const prefixLength = 15;

/** A bearer key of an institution; the key itself is shown in this answer and in no other. */
export async function createPartnerKey(ctx: Ctx, input: NewPartnerKey): Promise<PartnerKey & { readonly key: string }> {
  const now = ctx.clock.now();
  const key = `${input.livemode ? 'gap_live_' : 'gap_test_'}${randomBase62(32)}`;
  const row = {
    institution_id: input.institutionId,
    id: newId('key', now),
    livemode: input.livemode,
    role: input.role,
    label: input.label ?? null,
    prefix: key.slice(0, prefixLength),
    created_at: now,
    expires_at: input.expiresAt ?? null,
  };
  await transact(ctx, async (tx) => insertPartnerKey(tx.db, { ...row, key_hash: tx.vault.fingerprint(key) }));
  return { ...toPartnerKey(ctx, { ...row, revoked_at: null, last_used_at: null }), key };
}

/** The end that a new key is to have, which must lie ahead; a key without one works until it is revoked. */
export function readExpiry({ clock }: Ctx, text: string | undefined): Date | undefined {
  const expiresAt = text === undefined ? undefined : new Date(text);
  if (expiresAt !== undefined && expiresAt <= clock.now())
    throw validationFailed([{ path: 'expires_at', message: 'must be in the future' }]);
  return expiresAt;
}

export async function listPartnerKeys(ctx: Ctx, institutionId: string): Promise<PartnerKey[]> {
  return (await listPartnerKeyRows(ctx.db, institutionId)).map((row) => toPartnerKey(ctx, row));
}

/** A key of one institution; undefined when it has none with this id. */
export async function findPartnerKeyView(ctx: Ctx, institutionId: string, id: string): Promise<PartnerKey | undefined> {
  const row = await findPartnerKeyRow(ctx.db, institutionId, id);
  return row && toPartnerKey(ctx, row);
}

/** From now on the key opens nothing; revoking it again changes nothing. */
export async function revokePartnerKey(ctx: Ctx, institutionId: string, id: string): Promise<PartnerKey> {
  const revoked = await revokePartnerKeyRow(ctx.db, { institutionId, id }, ctx.clock.now());
  const key = revoked && (await findPartnerKeyView(ctx, institutionId, id));
  if (key === undefined) throw notFound('This institution has no key with this id.');
  return key;
}

const toPartnerKey = ({ clock }: Ctx, row: Row): PartnerKey => ({
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
});
