import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import type { SignedCredential } from '../schemas.ts';
import { findSignedCredential } from './find-signed-credential.ts';
import { revokeCredentialRow } from './store.ts';

/** From now on its signatures are refused; revoking it again changes nothing. */
export async function revokeCredential(ctx: Ctx, institutionId: string, id: string): Promise<SignedCredential> {
  const revoked = await revokeCredentialRow(ctx.db, { institutionId, id }, ctx.clock.now());
  const credential = revoked && (await findSignedCredential(ctx, institutionId, id));
  if (credential === undefined) throw notFound('This institution has no credential with this id.');
  return credential;
}
