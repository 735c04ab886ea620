import type { Ctx } from '#context';
import { listHoldsOfConsultation } from '../hold-store.ts';
import { decideMoney } from '../rules.ts';

/** Whether a card hold stands, or is being charged or released; for showing, since nobody is kept from changing it. */
export async function hasOpenMoney({ db }: Pick<Ctx, 'db'>, consultationId: string): Promise<boolean> {
  return decideMoney(await listHoldsOfConsultation(db, consultationId), []).open;
}
