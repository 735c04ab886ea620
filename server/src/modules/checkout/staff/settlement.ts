import { requireStaff } from '#actor';
import type { Ctx, Tx } from '#context';
import { partsOf, type PartsBody } from '#lib/api/offer-parts';
import type { OfferParts } from '#lib/numbers/offer-parts';
import { hasContactVersion, storedHashes, type Contacts } from '#lib/text/contacts';
import {
  getConsultation,
  listContacts,
  lockConsultation,
  recordDelivery,
  recordParts,
  type ConsultationView,
  type LockedConsultation,
} from '#modules/consultations';
import { queueMessage, type MessageSubject, type NewMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { validationFailed } from '#platform/errors';
import { wrongConsultationState } from '../errors.ts';
import { listHoldsOfConsultation } from '../hold-store.ts';
import { isOpen, optionsUrl } from '../links/link-rules.ts';
import { composeCheckoutLink, createCheckout, findCheckoutLinks, type BorrowerPrice } from '../links/links.ts';
import type { Delivered, SettlementBody } from '../schemas.ts';
import { queueSettled } from './staff.ts';

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

/** The offer and settlement after a change, and whether the settlement was recorded with it. */
export type SettledMoney = Pick<LockedConsultation, 'offer' | 'settlement'> & { readonly settledNow: boolean };

/** Locks the object the consultation came from, and returns the function that applies a settlement there. */
type SettlementSource = (tx: Tx, sourceId: string) => Promise<(money: SettledMoney) => void>;

/** By the origin of consultations; bound in app/callbacks.ts, since those modules come after this one. */
export type SettlementSources = Readonly<Partial<Record<LockedConsultation['source'], SettlementSource>>>;

type SettleConsultation = {
  readonly id: string;
  readonly body: SettlementBody;
  readonly sources: SettlementSources;
};

/** Records the insurer's final payment, and any new parts of its first offer. Both can be corrected until a charge depends on them. */
export async function settleConsultation(ctx: Ctx, input: SettleConsultation): Promise<ConsultationView> {
  requireStaff(ctx.actor);
  const { id, body, sources } = input;
  const settlement = readSide(body, { parts: 'settlement', amount: 'settlement_cents' });
  const offer = readSide(body, { parts: 'offer', amount: 'initial_offer_cents' });
  const { source, source_id: sourceId } = await getConsultation(ctx, id);
  await transact(ctx, async (tx) => {
    // The object of origin is locked before the consultation, as by everything that changes both.
    const follow = await sources[source]?.(tx, sourceId);
    const locked = await lockConsultation(tx, id);
    await requireUncharged(tx, id);
    const money = recordParts(tx, locked, { offer, retold: 'staff', settlement });
    follow?.({ ...money, settledNow: settlement !== undefined });
    // The customer is not notified again about a corrected settlement.
    if (settlement !== undefined && locked.settledAt === undefined) await queueSettled(tx, id);
  });
  return getConsultation(ctx, id);
}

type SideNames = {
  readonly parts: 'settlement' | 'offer';
  readonly amount: 'settlement_cents' | 'initial_offer_cents';
};

function readSide(body: SettlementBody, names: SideNames): OfferParts | undefined {
  const parts: PartsBody | undefined = body[names.parts];
  const amount = body[names.amount];
  if (parts !== undefined && amount !== undefined)
    throw validationFailed([{ path: names.amount, message: `cannot be combined with ${names.parts}` }]);
  if (parts !== undefined) return partsOf(parts);
  return amount === undefined ? undefined : { stated: { cents: amount, from: 'staff' } };
}

async function requireUncharged(tx: Tx, id: string): Promise<void> {
  const holds = await listHoldsOfConsultation(tx.db, id);
  const charged = holds.some(
    ({ product, state, requestedAction }) =>
      product === 'representation' && (state === 'captured' || requestedAction === 'capture'),
  );
  if (charged) throw wrongConsultationState('charged');
}

/** What the module of origin provides about a consultation that may be delivered. */
export type ReadyForDelivery = {
  readonly contacts: Contacts;
  readonly discountApplied: boolean;
  /** The known parts of the insurer's first offer. */
  readonly offer?: OfferParts | undefined;
  /** The two-letter state of the claim, which decides the offered products. */
  readonly state?: string | undefined;
  /** A borrower of an institution pays, and this much. */
  readonly borrower?: BorrowerPrice;
};

/**
 * Called before a delivery is recorded. It locks the object the consultation came from, throws when that may not be
 * delivered yet, and returns undefined when the customer gets no checkout.
 */
type DeliverySource = (tx: Tx, sourceId: string) => Promise<ReadyForDelivery | undefined>;

/** By the origin of consultations; bound in app/callbacks.ts, since those modules come after this one. */
export type DeliverySources = Readonly<Record<LockedConsultation['source'], DeliverySource>>;

type Delivery<Source extends LockedConsultation['source']> = {
  readonly consultationId: string;
  readonly source: Source;
  readonly sourceId: string;
  readonly sources: Pick<DeliverySources, Source>;
};

/**
 * Records that the free consultation was given and creates the customer's checkout; repeated, it changes nothing.
 * Returns the messages with its link, which the caller queues with its own, late and once.
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
  // A test sends no messages, whatever contacts the source provides.
  const contacts = { ...ready.contacts, test };
  // Without a provider the page would be empty, so its link is not sent.
  const linkSent = isOpen(tx, { test }) && storedHashes(tx, contacts).length > 0;
  const { token, expiresAt } = createCheckout(tx, { ...ready, consultationId, contacts, linkSent, test });
  if (!linkSent) return [];
  const url = optionsUrl(tx.config, token);
  const [current] = await listContacts(tx, [consultationId]);
  return composeCheckoutLink(tx, { consultationId, contacts, language: current?.language, url, expiresAt });
}

/** The claim counts as settled, its customer has not stopped contact, and the contact is theirs. */
export async function isSettled(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const [{ settled_at: settledAt }, ofCase] = await Promise.all([
    getConsultation(ctx, subjectId),
    listContacts(ctx, [subjectId]),
  ]);
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return settledAt !== null && ofCase.some(({ hasStopped, contacts }) => !hasStopped && isCurrent(contacts));
}
