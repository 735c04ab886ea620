import type { Ctx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import { newId } from '#lib/tokens/ids';
import { transact } from '#platform/db';
import type { PartnerKey, Role } from '../schemas.ts';
import { toPartnerKey } from './rules.ts';
import { insertPartnerKey } from './store.ts';

type NewPartnerKey = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: Role;
  readonly label: string | undefined;
  readonly expiresAt: Date | undefined;
};

/** Identifies a key on screens and in /me; nine of the characters are the mode's prefix (D-132). */
const prefixLength = 15;

/** Creates a bearer key of an institution; the key itself is shown in this response only. */
export async function createPartnerKey(ctx: Ctx, input: NewPartnerKey): Promise<PartnerKey & { readonly key: string }> {
  const now = ctx.clock.now();
  const key = `${input.livemode ? 'gap_live_' : 'gap_test_'}${taggedToken(ctx.config.cell, 32)}`;
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
  await transact(ctx, async (tx) => insertPartnerKey(tx.db, { ...row, key_hash: tx.vault.fingerprint(key, 'token') }));
  return { ...toPartnerKey(ctx, { ...row, revoked_at: null, last_used_at: null }), key };
}
