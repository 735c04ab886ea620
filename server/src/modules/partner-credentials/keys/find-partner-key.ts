import type { Rx } from '#context';
import type { CredentialScope } from '../rules.ts';
import type { PartnerKey } from '../schemas.ts';
import { toPartnerKey } from './rules.ts';
import { findPartnerKeyRow } from './store.ts';

/** A key of one institution; undefined when it has none with this id, in this mode. */
export async function findPartnerKey(ctx: Rx, owner: CredentialScope, id: string): Promise<PartnerKey | undefined> {
  const row = await findPartnerKeyRow(ctx.db, owner, id);
  return row && toPartnerKey(ctx, row);
}
