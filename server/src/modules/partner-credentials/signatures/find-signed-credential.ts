import type { Ctx } from '#context';
import type { SignedCredential } from '../schemas.ts';
import { toSignedCredential } from './rules.ts';
import { findCredentialRow } from './store.ts';

/** A signed credential of one institution; undefined when it has none with this id. */
export async function findSignedCredential(
  ctx: Ctx,
  institutionId: string,
  id: string,
): Promise<SignedCredential | undefined> {
  const row = await findCredentialRow(ctx.db, institutionId, id);
  return row && toSignedCredential(row);
}
