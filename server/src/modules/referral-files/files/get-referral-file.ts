import type { Ctx, Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { referralFileNotFound } from '../errors.ts';
import { findFile, type ReferralFile } from '../store.ts';

export async function getReferralFile({ db }: Ctx | Tx, tenant: Tenant, id: string): Promise<ReferralFile> {
  const file = await findFile(db, tenant, id);
  if (file === undefined) throw referralFileNotFound();
  return file;
}
