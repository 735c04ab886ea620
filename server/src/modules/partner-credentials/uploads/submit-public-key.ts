import type { Ctx } from '#context';
import { validationFailed } from '#platform/errors';
import type { PastedKeyRequest } from '../schemas.ts';
import type { NotifyOfCredential } from '../rules.ts';
import { readKeyText } from './key-text-rules.ts';
import { storeCredential, type UploadedCredential } from '../signatures/store-credential.ts';

type PastedKey = PastedKeyRequest & { readonly notify?: NotifyOfCredential };
type Tenant = { readonly institutionId: string; readonly livemode: boolean };

/** A public key as somebody pasted it; says what it is when it is something else. */
export async function submitPublicKey(ctx: Ctx, tenant: Tenant, input: PastedKey): Promise<UploadedCredential> {
  const read = readKeyText(input.public_key);
  if ('refusal' in read) throw validationFailed([{ path: 'public_key', message: read.refusal }]);
  const { institutionId, livemode } = tenant;
  const { role = 'full', label, replaces, notify } = input;
  return storeCredential(ctx, { institutionId, livemode, ...read, role, label, replaces, notify });
}
