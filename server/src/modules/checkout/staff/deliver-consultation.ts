import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { getConsultation, lockConsultation, recordDelivery, type LockedConsultation } from '#modules/consultations';
import type { Contacts } from '#lib/text/contacts';
import { transact } from '#platform/db';
import { wrongConsultationState } from '../errors.ts';
import { findCheckoutLinks } from '../links/find-checkout-links.ts';
import { createCheckout } from '../links/create-checkout.ts';
import type { Delivered } from '../schemas.ts';

/** What the module of origin knows of a consultation that may be delivered. */
export type ReadyForDelivery = {
  readonly contacts: Contacts;
  readonly discountApplied: boolean;
  /** The insurer's first offer, if it was submitted. */
  readonly initialOfferCents: number | undefined;
};

/**
 * Called before a delivery is recorded. It locks the object the consultation came from, throws when that may not be
 * delivered yet, and returns undefined when the customer gets no checkout.
 */
type DeliverySource = (tx: Tx, sourceId: string) => Promise<ReadyForDelivery | undefined>;

/** By the origin of consultations; bound in app/bindings.ts, since those modules come after this one. */
export type DeliverySources = Readonly<Record<LockedConsultation['source'], DeliverySource>>;

type DeliverConsultation = { readonly consultationId: string; readonly sources: DeliverySources };

/** Records that the free consultation was given and creates the customer's checkout. Repeated, it changes nothing. */
export async function deliverConsultation(ctx: Ctx, input: DeliverConsultation): Promise<Delivered> {
  requireStaff(ctx.actor);
  const { consultationId, sources } = input;
  const { source, source_id: sourceId, delivered_at: deliveredAt } = await getConsultation(ctx, consultationId);
  if (deliveredAt === null) {
    await transact(ctx, async (tx) => {
      // The object of origin is locked before the consultation, as by everything that changes both.
      const ready = await sources[source](tx, sourceId);
      const locked = await lockConsultation(tx, consultationId);
      if (locked.deliveredAt !== undefined) return;
      if (locked.closedAt !== undefined) throw wrongConsultationState('closed');
      recordDelivery(tx, locked.id, ready?.initialOfferCents);
      // A sandbox consultation never gets a checkout, whatever its source returns (D-139).
      if (ready !== undefined && !locked.test) createCheckout(tx, { consultationId, ...ready });
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
