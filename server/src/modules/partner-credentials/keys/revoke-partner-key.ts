import type { Ctx } from '#context';
import { notFound } from '#platform/errors';
import type { PartnerKey } from '../schemas.ts';
import { findPartnerKey } from './find-partner-key.ts';
import { revokePartnerKeyRow } from './store.ts';

/** From now on the key is refused; revoking it again changes nothing. */
export async function revokePartnerKey(ctx: Ctx, institutionId: string, id: string): Promise<PartnerKey> {
  const revoked = await revokePartnerKeyRow(ctx.db, { institutionId, id }, ctx.clock.now());
  const key = revoked && (await findPartnerKey(ctx, institutionId, id));
  if (key === undefined) throw notFound('This institution has no key with this id.');
  return key;
}
