import type { Rx } from '#context';
import type { CredentialScope } from '../rules.ts';
import type { SignedCredential } from '../schemas.ts';
import { toSignedCredential } from './rules.ts';
import { findCredentialRow } from './store.ts';

/** A signed credential of one institution; undefined when it has none with this id, in this mode. */
export async function findSignedCredential(
  ctx: Rx,
  owner: CredentialScope,
  id: string,
): Promise<SignedCredential | undefined> {
  const row = await findCredentialRow(ctx.db, owner, id);
  return row && toSignedCredential(row);
}
