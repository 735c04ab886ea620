import type { Tx } from '#context';
import type { CallContact } from '#modules/consultations';
import { referralNotFound } from '../errors.ts';
import { callContactOf, struckMax } from '../rules.ts';
import { findTenant, updateNumbers } from '../store.ts';
import { getLockedReferral } from './get-locked-referral.ts';

/** Locks the referral, and returns what striking a number does to it: the institution's own data stay as they are. */
export async function strikeBorrowerNumber(tx: Tx, id: string): Promise<(phone: string) => CallContact> {
  const tenant = await findTenant(tx.db, id);
  if (tenant === undefined) throw referralNotFound();
  const referral = await getLockedReferral(tx, tenant, id);
  return (phone) => {
    const struck = { ...referral, struckPhones: [...referral.struckPhones, phone].slice(-struckMax) };
    updateNumbers(tx.db, struck);
    return callContactOf(struck);
  };
}
