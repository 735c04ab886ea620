import type { Ctx } from '#context';
import type { PartnerKey } from '../schemas.ts';
import { toPartnerKey } from './rules.ts';
import { findPartnerKeyRow } from './store.ts';

/** A key of one institution; undefined when it has none with this id. */
export async function findPartnerKey(ctx: Ctx, institutionId: string, id: string): Promise<PartnerKey | undefined> {
  const row = await findPartnerKeyRow(ctx.db, institutionId, id);
  return row && toPartnerKey(ctx, row);
}
