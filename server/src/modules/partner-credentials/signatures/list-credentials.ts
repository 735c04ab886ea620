import type { Ctx } from '#context';
import type { SignedCredential } from '../schemas.ts';
import { toSignedCredential } from './rules.ts';
import { listCredentialRows } from './store.ts';

export async function listCredentials(ctx: Ctx, institutionId: string): Promise<SignedCredential[]> {
  return (await listCredentialRows(ctx.db, institutionId)).map(toSignedCredential);
}
