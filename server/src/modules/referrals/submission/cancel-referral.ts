import type { Tx } from '#context';
import type { Tenant } from '#modules/partners';
import { getLockedReferral } from '../lifecycle/get-locked-referral.ts';
import { moveReferral } from '../lifecycle/move-referral.ts';
import type { Referral } from '../store.ts';

/** The institution cancels its referral, before the borrower has answered. */
export async function cancelReferral(
  tx: Tx,
  tenant: Tenant,
  { id, reason }: { readonly id: string; readonly reason: string | undefined },
): Promise<Referral> {
  const referral = await getLockedReferral(tx, tenant, id);
  return moveReferral(tx, referral, { action: 'cancel', statusNote: reason ?? referral.statusNote });
}
