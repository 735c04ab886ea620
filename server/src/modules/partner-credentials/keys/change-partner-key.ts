import type { Ctx } from '#context';
import { keyNotFound } from '../errors.ts';
import type { CredentialScope } from '../rules.ts';
import type { KeyPatch, PartnerKey } from '../schemas.ts';
import { updatePartnerKey } from './change-store.ts';
import { findPartnerKey } from './find-partner-key.ts';
import { readRanges } from './range-rules.ts';

type Change = KeyPatch & { readonly id: string };

/** Another label, or other networks from which it is accepted; both hold from the next call on. */
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
