import type { Tx } from '#context';
import { lockConsultation } from '#modules/consultations';
import type { Tenant } from '#modules/partners';
import { moneyOpen } from '../errors.ts';
import type { Move } from '../rules.ts';
import type { Referral } from '../store.ts';
import { lockWithMoney } from './lock-with-money.ts';
import { moveReferral } from './move-referral.ts';
import { requireMove } from './require-move.ts';

type CloseReferral = { readonly id: string; readonly changes: Omit<Move, 'action'> };

/** Closes a referral and its case; refused, as closing a case is, while money is held or moving. */
export async function closeReferral(tx: Tx, tenant: Tenant, { id, changes }: CloseReferral): Promise<Referral> {
  const { referral, money } = await lockWithMoney(tx, tenant, id);
  requireMove(tx, referral, 'close');
  // Once the consultation is locked nobody can ask for a charge.
  if (referral.consultationId !== null) await lockConsultation(tx, referral.consultationId);
  if ((await money?.read())?.open === true) throw moneyOpen();
  return moveReferral(tx, referral, { action: 'close', ...changes });
}
