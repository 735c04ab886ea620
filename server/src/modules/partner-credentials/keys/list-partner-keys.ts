import type { Ctx } from '#context';
import type { PartnerKey } from '../schemas.ts';
import { toPartnerKey } from './rules.ts';
import { listPartnerKeyRows } from './store.ts';

export async function listPartnerKeys(ctx: Ctx, institutionId: string): Promise<PartnerKey[]> {
  return (await listPartnerKeyRows(ctx.db, institutionId)).map((row) => toPartnerKey(ctx, row));
}
