import type { Tx } from '#context';
import { taggedToken } from '#lib/tokens/tagged-token';
import type { PartnerKey, Role } from '../schemas.ts';
import { toPartnerKey } from './rules.ts';
import { insertPartnerKey } from './store.ts';

type NewRow = {
  readonly institution_id: string;
  readonly id: string;
  readonly livemode: boolean;
  readonly role: Role;
  readonly label: string | null;
  readonly allowed_ranges: string[];
  readonly expires_at: Date | null;
};

/** Identifies a key on screens and in /me; nine of the characters are the mode's prefix (D-132). */
const prefixLength = 15;

/** Writes a new key; it is stored as a fingerprint, so what is returned is seen once. */
export function issueKey(tx: Tx, input: NewRow): PartnerKey & { readonly key: string } {
  const key = `${input.livemode ? 'gap_live_' : 'gap_test_'}${taggedToken(tx.config.cell, 32)}`;
  const row = { ...input, prefix: key.slice(0, prefixLength), created_at: tx.clock.now() };
  insertPartnerKey(tx.db, { ...row, key_hash: tx.vault.fingerprint(key, 'token') });
  const unused = { revoked_at: null, last_used_at: null, last_used_address: null, replaced_by: null };
  return { ...toPartnerKey(tx, { ...row, ...unused }), key };
}
