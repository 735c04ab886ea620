import type { Ctx, Tx } from '#context';
import { listHoldsOfConsultation } from '../hold-store.ts';
import { listPaidProducts } from '../payment-store.ts';
import { decideResearchPayment, type ResearchPayment } from '../research-rules.ts';

/** How the research of a consultation is paid, as it looks now. */
export async function findResearchPayment(ctx: Ctx | Tx, consultationId: string): Promise<ResearchPayment> {
  const [holds, paid] = await Promise.all([
    listHoldsOfConsultation(ctx.db, consultationId),
    listPaidProducts(ctx.db, consultationId),
  ]);
  return decideResearchPayment(holds, paid);
}
