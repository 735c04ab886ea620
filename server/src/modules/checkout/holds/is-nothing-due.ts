import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import type { Hold } from '../hold-store.ts';
import { isWithoutFee } from '../rules.ts';

/** Whether the consultation is settled without a fee, so that a hold would serve no purpose. */
export async function isNothingDue(ctx: Ctx, { product, consultationId }: Hold): Promise<boolean> {
  if (product !== 'representation') return false;
  const { money } = await getConsultation(ctx, consultationId);
  return isWithoutFee(product, money.improvement_cents);
}
