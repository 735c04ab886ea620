import type { Tx } from '#context';
import { lockPayments } from '#modules/checkout';
import type { Tenant } from '#modules/partners';
import { findReferral, type Referral } from '../store.ts';
import { getLockedReferral } from './get-locked-referral.ts';

type WithMoney = {
  readonly referral: Referral;
  /** What its borrower accepted and paid; undefined before there is a case. */
  readonly money: Awaited<ReturnType<typeof lockPayments>> | undefined;
};

/** Locks a referral that is to end, and before it the checkout of its case (0024). */
export async function lockWithMoney(tx: Tx, tenant: Tenant, id: string): Promise<WithMoney> {
  const consultationId = (await findReferral(tx.db, tenant, id))?.consultationId ?? undefined;
  const money = consultationId === undefined ? undefined : await lockPayments(tx, consultationId);
  return { referral: await getLockedReferral(tx, tenant, id), money };
}
