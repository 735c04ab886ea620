import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { getConsultation } from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { findCheckoutLinks } from '../links/find-checkout-links.ts';
import { isOpen } from '../links/link-rules.ts';
import type { Delivered } from '../schemas.ts';
import { recordDelivered, type DeliverySources } from './record-delivered.ts';

type DeliverConsultation = { readonly consultationId: string; readonly sources: DeliverySources };

/** Records that the free consultation was given and creates the customer's checkout. Repeated, it changes nothing. */
export async function deliverConsultation(ctx: Ctx, input: DeliverConsultation): Promise<Delivered> {
  requireStaff(ctx.actor);
  const { consultationId, sources } = input;
  const { source, source_id: sourceId, delivered_at: deliveredAt } = await getConsultation(ctx, consultationId);
  if (deliveredAt === null) {
    await transact(ctx, async (tx) =>
      queueMessage(tx, ...(await recordDelivered(tx, { consultationId, source, sourceId, sources }))),
    );
  }
  const [consultation, links] = await Promise.all([
    getConsultation(ctx, consultationId),
    findCheckoutLinks(ctx, consultationId),
  ]);
  return {
    ...consultation,
    checkout: {
      research_url: links.researchUrl,
      representation_url: links.representationUrl,
      note: isOpen(ctx, consultation)
        ? null
        : 'No card provider is configured, so the customer has no checkout. A payment made otherwise can be noted.',
    },
  };
}
