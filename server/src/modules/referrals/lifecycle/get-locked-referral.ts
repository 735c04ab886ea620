import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { referralNotFound } from '../errors.ts';
import { lockReferral, type Referral } from '../store.ts';

/** That tenant's referral, locked until the transaction ends; not found for any other tenant. */
export async function getLockedReferral(tx: Tx, tenant: Tenant, id: string): Promise<Referral> {
  const referral = await lockReferral(tx.db, tenant, id);
  if (referral === undefined) throw referralNotFound();
  return referral;
}
