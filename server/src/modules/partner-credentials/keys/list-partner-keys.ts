import type { Ctx } from '#context';
import type { CredentialScope } from '../rules.ts';
import type { PartnerKey } from '../schemas.ts';
import { toPartnerKey } from './rules.ts';
import { listPartnerKeyRows } from './store.ts';

export async function listPartnerKeys(ctx: Ctx, owner: CredentialScope): Promise<PartnerKey[]> {
  return (await listPartnerKeyRows(ctx.db, owner)).map((row) => toPartnerKey(ctx, row));
}
