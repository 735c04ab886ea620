import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getConsultation, lockConsultation, recordSettlement, type ConsultationView } from '#modules/consultations';
import { transact } from '#platform/db';
import { wrongConsultationState } from '../errors.ts';
import { listHoldsOfConsultation } from '../hold-store.ts';

type Settlement = Parameters<typeof recordSettlement>[1];

/** Records what the insurer finally paid. It can be corrected until a charge depends on it. */
export async function settleConsultation(ctx: Ctx, settlement: Settlement): Promise<ConsultationView> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const { id } = await lockConsultation(tx, settlement.id);
    const holds = await listHoldsOfConsultation(tx.db, id);
    const charged = holds.some(
      ({ product, state, requestedAction }) =>
        product === 'representation' && (state === 'captured' || requestedAction === 'capture'),
    );
    if (charged) throw wrongConsultationState('charged');
    recordSettlement(tx, settlement);
  });
  return getConsultation(ctx, settlement.id);
}
