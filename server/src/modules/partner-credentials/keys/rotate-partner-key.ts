import type { Ctx } from '#context';
import { addHours } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import { lockNames, transact } from '#platform/db';
import { keyNotFound, keyNotRotatable, tooManyKeys } from '../errors.ts';
import { credentialsLock, type CredentialScope, type NotifyOfCredential } from '../rules.ts';
import type { OverlapHours, PartnerKey } from '../schemas.ts';
import { countUsableKeys, replacePartnerKey } from './change-store.ts';
import { issueKey } from './issue-key.ts';
import { keysMax, toPartnerKey } from './rules.ts';
import { findPartnerKeyRow } from './store.ts';

type Rotation = {
  readonly id: string;
  readonly overlapHours: OverlapHours;
  readonly expiresAt: Date | undefined;
  readonly notify?: NotifyOfCredential | undefined;
};

type Rotated = { readonly replaced: PartnerKey; readonly key: PartnerKey & { readonly key: string } };

/**
 * Makes a key that may do what the old one may, from the same networks. The old one ends after the overlap by its expiry,
 * which is checked again at each commit, so nothing commits with it afterwards.
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
    // Counted after the old one is to end: without an overlap it no longer counts.
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
