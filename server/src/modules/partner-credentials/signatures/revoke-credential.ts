import type { Ctx } from '#context';
import { lockNames, transact } from '#platform/db';
import { credentialNotFound } from '../errors.ts';
import { credentialsLock, type CredentialScope } from '../rules.ts';
import type { SignedCredential } from '../schemas.ts';
import { findSignedCredential } from './find-signed-credential.ts';
import { revokeCredentialRow } from './store.ts';

/** From now on its signatures are refused; revoking it again changes nothing. */
export async function revokeCredential(ctx: Ctx, owner: CredentialScope, id: string): Promise<SignedCredential> {
  const revoked = await transact(ctx, async (tx) => {
    lockNames(tx.db, [credentialsLock(owner.institutionId)]);
    return revokeCredentialRow(tx.db, owner, { id, now: tx.clock.now() });
  });
  const credential = revoked && (await findSignedCredential(ctx, owner, id));
  if (credential === undefined) throw credentialNotFound();
  return credential;
}
