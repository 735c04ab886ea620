import type { Ctx } from '#context';
import { readPublicKey } from '#lib/http-signatures/gap-v2';
import { validationFailed } from '#platform/errors';
import type { NewCredentialRequest } from '../schemas.ts';
import { storeCredential, type UploadedCredential } from './store-credential.ts';

/** A public key whose algorithm is said beside it, in one form exactly: as staff and the command line upload it. */
export async function uploadCredential(
  ctx: Ctx,
  institutionId: string,
  input: NewCredentialRequest,
): Promise<UploadedCredential> {
  const { alg, public_key: publicKey, livemode, role = 'full', label } = input;
  if (readPublicKey(alg, publicKey) === undefined) {
    const message = `must be a public key for ${alg}, as SPKI PEM`;
    throw validationFailed([{ path: 'public_key', message }]);
  }
  return storeCredential(ctx, { institutionId, livemode, alg, publicKey, role, label });
}
