import type { Tx } from '#context';
import { listContacts, lockConsultation, recordDelivery, type LockedConsultation } from '#modules/consultations';
import type { OfferParts } from '#lib/numbers/offer-parts';
import type { NewMessage } from '#modules/customers';
import { type Contacts, storedHashes } from '#lib/text/contacts';
import { wrongConsultationState } from '../errors.ts';
import { composeCheckoutLink } from '../links/compose-checkout-link.ts';
import { type BorrowerPrice, createCheckout } from '../links/create-checkout.ts';
import { isOpen, optionsUrl } from '../links/link-rules.ts';

/** What the module of origin knows of a consultation that may be delivered. */
export type ReadyForDelivery = {
  readonly contacts: Contacts;
  readonly discountApplied: boolean;
  /** What is known of the insurer's first offer. */
  readonly offer?: OfferParts | undefined;
  /** Where the claim is, by two letters: what may be offered depends on it. */
  readonly state?: string | undefined;
  /** A borrower of an institution pays, and this much. */
  readonly borrower?: BorrowerPrice;
};

/**
 * Called before a delivery is recorded. It locks the object the consultation came from, throws when that may not be
 * delivered yet, and returns undefined when the customer gets no checkout.
 */
type DeliverySource = (tx: Tx, sourceId: string) => Promise<ReadyForDelivery | undefined>;

/** By the origin of consultations; bound in app/bindings.ts, since those modules come after this one. */
export type DeliverySources = Readonly<Record<LockedConsultation['source'], DeliverySource>>;

type Delivery<Source extends LockedConsultation['source']> = {
  readonly consultationId: string;
  readonly source: Source;
  readonly sourceId: string;
  readonly sources: Pick<DeliverySources, Source>;
};

/**
 * Records that the free consultation was given and creates the customer's checkout; repeated, it changes nothing. Returns
 * the messages with its link, which the caller queues with its own, late and once.
 */
export async function recordDelivered<Source extends LockedConsultation['source']>(
  tx: Tx,
  { consultationId, source, sourceId, sources }: Delivery<Source>,
): Promise<NewMessage[]> {
  // The object of origin is locked before the consultation, as by everything that changes both.
  const ready = await sources[source](tx, sourceId);
  const locked = await lockConsultation(tx, consultationId);
  if (locked.deliveredAt !== undefined) return [];
  if (locked.closedAt !== undefined) throw wrongConsultationState('closed');
  recordDelivery(tx, locked, ready?.offer);
  if (ready === undefined) return [];
  const { test } = locked;
  // Whatever the source says of its contacts, a test writes to nobody.
  const contacts = { ...ready.contacts, test };
  // Without a provider there is nothing to see on the page, so its link is not sent.
  const linkSent = isOpen(tx, { test }) && storedHashes(tx, contacts).length > 0;
  const { token, expiresAt } = createCheckout(tx, { ...ready, consultationId, contacts, linkSent, test });
  if (!linkSent) return [];
  const url = optionsUrl(tx.config, token);
  const [current] = await listContacts(tx, [consultationId]);
  return composeCheckoutLink(tx, { consultationId, contacts, language: current?.language, url, expiresAt });
}
