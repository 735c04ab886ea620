import type { Ctx, Rx, Tx } from '#context';
import { shortMemories } from '#lib/concurrency/short-memory';
import { isWithinRanges } from '#lib/network/address-ranges';
import { addHours, addSeconds } from '#lib/time/dates';
import { bearerToken } from '#lib/tokens/bearer-token';
import { newId } from '#lib/tokens/ids';
import { taggedToken } from '#lib/tokens/tagged-token';
import { nameSubject } from '#modules/ledger';
import { isEnabled, type FeatureName } from '#modules/feature-flags';
import { lockNames, readTogether, transact } from '#platform/db';
import {
  addressNotAllowed,
  keyExpired,
  keyNotFound,
  keyNotRotatable,
  keyRevoked,
  keyUnknown,
  tooManyKeys,
} from '../partner-credentials/errors.ts';
import {
  credentialsLock,
  lastUsedExactS,
  toAuthentication,
  type Authentication,
  type CredentialScope,
  type NotifyOfCredential,
} from '../partner-credentials/rules.ts';
import type { KeyPatch, OverlapHours, PartnerKey, Role } from '../partner-credentials/schemas.ts';
import { keysMax, readRanges, toPartnerKey } from './rules.ts';
import {
  countUsableKeys,
  findPartnerKeyByHash,
  findPartnerKeyRow,
  insertPartnerKey,
  listPartnerKeyRows,
  replacePartnerKey,
  revokePartnerKeyRow,
  touchPartnerKey,
  updatePartnerKey,
} from './store.ts';

const isStale = (lastUsed: Date | null, now: Date): boolean =>
  lastUsed === null || lastUsed <= addSeconds(now, -lastUsedExactS);

/**
 * Fingerprints of keys that were not found. A key is random and shown after it was stored, so no client can have sent
 * it before: a new key works immediately in every process.
 */
const unknownKeysOf = shortMemories<true>();

type PresentedKey = {
  readonly authorization: string;
  readonly address: string;
  /** The feature that the called operation needs. */
  readonly feature?: FeatureName | undefined;
};

/** The institution of a bearer key that came from this address. */
export async function authenticatePartnerKey(ctx: Ctx, presented: PresentedKey): Promise<Authentication> {
  const { authorization, address, feature } = presented;
  // The key itself determines the institution.
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
  // Revoked takes precedence (D-073).
  const of = { institutionId: stored.institution_id, livemode: stored.livemode, credentialId: stored.id };
  if (stored.revoked_at !== null) return { ...keyRevoked(), of };
  if (stored.expires_at !== null && now >= stored.expires_at) return { ...keyExpired(), of };
  if (stored.allowed_ranges.length > 0 && !isWithinRanges(stored.allowed_ranges, address))
    return { ...addressNotAllowed(), of };
  if (isStale(stored.last_used_at, now)) await touchPartnerKey(db, stored, { now, address });
  return toAuthentication(stored, 'bearer', isOpen);
}

type Change = KeyPatch & { readonly id: string };

/** Changes the label, or the networks from which the key is accepted; both apply from the next call on. */
export async function changePartnerKey(
  ctx: Ctx,
  owner: CredentialScope,
  { id, label, ...patch }: Change,
): Promise<PartnerKey> {
  const ranges = readRanges(patch.allowed_addresses);
  const changed = await updatePartnerKey(ctx.db, owner, { id, label, ranges });
  const key = changed && (await findPartnerKey(ctx, owner, id));
  if (key === undefined) throw keyNotFound();
  return key;
}

type NewPartnerKey = {
  readonly institutionId: string;
  readonly livemode: boolean;
  readonly role: Role;
  readonly label: string | undefined;
  readonly expiresAt: Date | undefined;
  readonly notify?: NotifyOfCredential | undefined;
  readonly allowedAddresses?: readonly string[] | undefined;
};

/** Creates an institution's bearer key; the key itself is shown only in this response. */
export async function createPartnerKey(ctx: Ctx, input: NewPartnerKey): Promise<PartnerKey & { readonly key: string }> {
  const { institutionId, livemode, role } = input;
  const ranges = readRanges(input.allowedAddresses) ?? [];
  return transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(institutionId)]);
    const now = tx.clock.now();
    if ((await countUsableKeys(tx.db, { institutionId, livemode }, now)) >= keysMax) throw tooManyKeys();
    const id = newId('key', now);
    // In the staff trail the subject is the institution; the portal's trail names the institution separately.
    if (ctx.actor.kind === 'portal') nameSubject(ctx.actor, id);
    await input.notify?.(tx, { institutionId, livemode, what: 'key' });
    return issueKey(tx, {
      institution_id: institutionId,
      id,
      livemode,
      role,
      label: input.label ?? null,
      allowed_ranges: ranges,
      expires_at: input.expiresAt ?? null,
    });
  });
}

/** An institution's key; undefined if it has none with this id, in this mode. */
export async function findPartnerKey(ctx: Rx, owner: CredentialScope, id: string): Promise<PartnerKey | undefined> {
  const row = await findPartnerKeyRow(ctx.db, owner, id);
  return row && toPartnerKey(ctx, row);
}

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

/** Writes a new key; only its fingerprint is stored, so the returned key is shown once. */
function issueKey(tx: Tx, input: NewRow): PartnerKey & { readonly key: string } {
  const key = `${input.livemode ? 'gap_live_' : 'gap_test_'}${taggedToken(tx.config.cell, 32)}`;
  const row = { ...input, prefix: key.slice(0, prefixLength), created_at: tx.clock.now() };
  insertPartnerKey(tx.db, { ...row, key_hash: tx.vault.fingerprint(key, 'token') });
  const unused = { revoked_at: null, last_used_at: null, last_used_address: null, replaced_by: null };
  return { ...toPartnerKey(tx, { ...row, ...unused }), key };
}

export async function listPartnerKeys(ctx: Ctx, owner: CredentialScope): Promise<PartnerKey[]> {
  return (await listPartnerKeyRows(ctx.db, owner)).map((row) => toPartnerKey(ctx, row));
}

/** From now on the key is refused; revoking it again changes nothing. */
export async function revokePartnerKey(ctx: Ctx, owner: CredentialScope, id: string): Promise<PartnerKey> {
  const revoked = await transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(owner.institutionId)]);
    return revokePartnerKeyRow(tx.db, owner, { id, now: tx.clock.now() });
  });
  const key = revoked && (await findPartnerKey(ctx, owner, id));
  if (key === undefined) throw keyNotFound();
  return key;
}

type Rotation = {
  readonly id: string;
  readonly overlapHours: OverlapHours;
  readonly expiresAt: Date | undefined;
  readonly notify?: NotifyOfCredential | undefined;
};

type Rotated = { readonly replaced: PartnerKey; readonly key: PartnerKey & { readonly key: string } };

/**
 * Creates a key with the same permissions and networks as the old one. The old one ends after the overlap by its
 * expiry, which is checked again at each commit, so nothing commits with it afterwards.
 */
export async function rotatePartnerKey(ctx: Ctx, owner: CredentialScope, rotation: Rotation): Promise<Rotated> {
  const { id, overlapHours, expiresAt } = rotation;
  return transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(owner.institutionId)]);
    const now = tx.clock.now();
    const successor = newId('key', now);
    const endsAt = addHours(now, overlapHours);
    const old = await replacePartnerKey(tx.db, owner, { id, now, successor, endsAt });
    if (old === undefined) throw (await findPartnerKeyRow(tx.db, owner, id)) ? keyNotRotatable() : keyNotFound();
    // Counted after the old one's expiry is set: without an overlap it no longer counts.
    const tenant = { institutionId: owner.institutionId, livemode: old.livemode };
    if ((await countUsableKeys(tx.db, tenant, now)) >= keysMax) throw tooManyKeys();
    await rotation.notify?.(tx, { ...tenant, what: 'key' });
    const { livemode, role, label, allowed_ranges } = old;
    const kept = { livemode, role, label, allowed_ranges, expires_at: expiresAt ?? null };
    const key = issueKey(tx, { institution_id: owner.institutionId, id: successor, ...kept });
    const ended = await findPartnerKeyRow(tx.db, owner, id);
    if (ended === undefined) throw keyNotFound();
    return { replaced: toPartnerKey(tx, ended), key };
  });
}
