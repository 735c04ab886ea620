import type { Ctx } from '#context';
import { lockNames, transact } from '#platform/db';
import { keyNotFound } from '../errors.ts';
import { credentialsLock, type CredentialScope } from '../rules.ts';
import type { PartnerKey } from '../schemas.ts';
import { findPartnerKey } from './find-partner-key.ts';
import { revokePartnerKeyRow } from './store.ts';

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
