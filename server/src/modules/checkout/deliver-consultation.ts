import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { getConsultation, lockConsultation, recordDelivery, type LockedConsultation } from '#modules/consultations';
import type { Contacts } from '#modules/customers';
import { transact } from '#platform/db';
import { wrongConsultationState } from './errors.ts';
import { findCheckoutLinks } from './find-checkout-links.ts';
import { openCheckout } from './open-checkout.ts';
import type { Delivered } from './schemas.ts';

/** What the module that a case came from knows of it when the free consultation has been given. */
export type ReadyForDelivery = {
  readonly contacts: Contacts;
  readonly discountApplied: boolean;
  /** The insurer's first offer, if it was submitted. */
  readonly initialOfferCents: number | undefined;
};

/**
 * Asked before a delivery is recorded. It locks the case it is asked about, throws when that may not be delivered yet,
 * and says nothing when the customer has no checkout of ours.
 */
export type DeliverySource = (tx: Tx, sourceId: string) => Promise<ReadyForDelivery | undefined>;

/** By where cases come from; bound in app/reactions.ts, since those modules come after this one. */
export type DeliverySources = Readonly<Record<LockedConsultation['source'], DeliverySource>>;

export type DeliverConsultation = { readonly consultationId: string; readonly sources: DeliverySources };

/** The free consultation was given: the customer's checkout opens with it. Said again it changes nothing. */
export async function deliverConsultation(ctx: Ctx, input: DeliverConsultation): Promise<Delivered> {
  requireStaff(ctx.actor);
  const { consultationId, sources } = input;
  const { source, source_id: sourceId, delivered_at: deliveredAt } = await getConsultation(ctx, consultationId);
  if (deliveredAt === null) {
    await transact(ctx, async (tx) => {
      // The case first, then the consultation: whoever moves a case and closes its consultation takes them like this.
      const ready = await sources[source](tx, sourceId);
      const found = await lockConsultation(tx, consultationId);
      if (found.deliveredAt !== undefined) return;
      if (found.closedAt !== undefined) throw wrongConsultationState('closed');
      recordDelivery(tx, found.id, ready?.initialOfferCents);
      // A case of the sandbox never leads to a card, whatever its source says of it (decision 139).
      if (ready !== undefined && !found.test) openCheckout(tx, { consultationId, ...ready });
    });
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
      note: ctx.cards.configured ? null : 'No card provider is configured, so the customer has no checkout.',
    },
  };
}
