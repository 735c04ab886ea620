import type { Ctx, Tx } from '#context';
import { getConsultation } from '#modules/consultations';
import { updateHold } from '../hold-change-store.ts';
import { findHold, listHoldsOfConsultation, type Hold } from '../hold-store.ts';
import { decideMoney, isWithoutFee } from '../rules.ts';

/** The consultation that a hold is about; undefined when there is no such hold. */
export const findHoldConsultation = async (ctx: Ctx, holdId: string): Promise<string | undefined> =>
  (await findHold(ctx.db, holdId))?.consultationId;

/** Whether the consultation is settled without a fee, so that a hold would serve no purpose. */
export async function isNothingDue(ctx: Ctx, { product, consultationId }: Hold): Promise<boolean> {
  if (product !== 'representation') return false;
  const { money } = await getConsultation(ctx, consultationId);
  return isWithoutFee(product, money.improvement_cents);
}

/** Ends a hold whose page was never sent to a customer. The calling verb holds its lock and has checked that it is in `page_open`. */
export function failHold(tx: Tx, id: string, failure: 'page refused' | 'page not made'): void {
  updateHold(tx.db, {
    id,
    state: 'failed',
    now: tx.clock.now(),
    intentId: undefined,
    captureBefore: undefined,
    capturedCents: undefined,
    failure,
    checkAt: null,
  });
}

/** Whether a card hold is active, or is being charged or released. For display only, since it takes no lock. */
export async function hasOpenMoney({ db }: Pick<Ctx, 'db'>, consultationId: string): Promise<boolean> {
  return decideMoney(await listHoldsOfConsultation(db, consultationId), []).open;
}
