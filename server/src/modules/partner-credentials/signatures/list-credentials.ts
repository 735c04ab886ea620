import type { Ctx } from '#context';
import type { CredentialScope } from '../rules.ts';
import type { SignedCredential } from '../schemas.ts';
import { toSignedCredential } from './rules.ts';
import { listCredentialRows } from './store.ts';

export async function listCredentials(ctx: Ctx, owner: CredentialScope): Promise<SignedCredential[]> {
  return (await listCredentialRows(ctx.db, owner)).map(toSignedCredential);
}
