import type { Ctx, Tx } from '#context';
import { contactVersion, hasContactVersion, type Contacts } from '#lib/text/contacts';
import { addDays, addHours } from '#lib/time/dates';
import { listContacts } from '#modules/consultations';
import {
  composeContent,
  messagePurposes,
  messageTemplates,
  queueMessage,
  type MessageSubject,
  type NewMessage,
} from '#modules/customers';
import { updateWarned } from '../hold-change-store.ts';
import { findHold, listHoldsOf, type Hold } from '../hold-store.ts';
import { checkoutUrl } from '../links/link-rules.ts';
import { decryptContacts, decryptToken } from '../links/links.ts';
import { checkoutMetrics } from '../metrics.ts';
import { listPaidProducts } from '../payment-store.ts';
import { refundedOf } from '../refund-rules.ts';
import { netCents, pageHours, warnHours } from '../rules.ts';
import { findCheckoutOf } from '../store.ts';
import { standingStates, type HoldState } from '../transitions.ts';
import { findEndedView } from '../view-rules.ts';
import { countByState, findHoldGauges, unfinishedStates } from './gauge-store.ts';
import { isNothingDue } from './hold-states.ts';

type Seen = {
  readonly state: HoldState;
  /** The total refund of the charge, as the provider reports it now. */
  readonly refundedCents: number | undefined;
};

/**
 * Notifies the customer about their card, once, with the change: a new hold, a lapsed hold whose card stays saved,
 * its release, or a refund. Ends that need an answer have their own messages.
 */
export async function notifyOfHold(tx: Tx, hold: Hold, { state, refundedCents = 0 }: Seen): Promise<void> {
  const { product, kind, amountCents } = hold;
  if (hold.state === 'page_open' && (state === 'held' || state === 'saved'))
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.holdPlaced,
      words: (language, url) =>
        messageTemplates.holdPlaced[language].words({
          url,
          product,
          held: state === 'held',
          saved: kind === 'card',
          cents: amountCents,
        }),
    });
  // When a lead charges, the hold is placed again right away, so the owner is notified only of the charge.
  if (hold.state === 'held' && state === 'saved' && hold.requestedAction === null)
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.holdEnded,
      words: (language, url) => messageTemplates.holdLapsed[language].words({ url, cents: amountCents }),
    });
  if (standingStates.includes(hold.state) && state === 'released')
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.released,
      words: (language, url) => messageTemplates.released[language].words({ url, kind, cents: amountCents }),
    });
  const cents = refundedCents - hold.refundedCents;
  if (state === 'captured' && cents > 0)
    await queueHoldMessage(tx, hold, {
      purpose: messagePurposes.refunded,
      words: (language, url) => messageTemplates.refunded[language].words({ url, cents }),
    });
}

/**
 * Warns staff a day before the authorization of a hold ends: capture it, or have the customer place a new one. The
 * log names each hold once; the gauges count it for as long as the warning applies.
 */
export async function warnOfHolds(ctx: Ctx, limit: number): Promise<number> {
  const now = ctx.clock.now();
  await measureHolds(ctx);
  const warned = await updateWarned(ctx.db, { now, before: addHours(now, warnHours) }, limit);
  for (const { id, capture_before: before } of warned) {
    ctx.log.warn({ hold: id, capture_before: before.toISOString() }, 'checkout.hold-expires-soon');
  }
  return warned.length;
}

type HoldMessage = {
  readonly purpose: NewMessage['purpose'];
  /** The page of the checkout that it links to; by default the customer's page. */
  readonly url?: string;
  /** Used when the case has no address now. */
  readonly otherEmail?: string | undefined;
  readonly words: Parameters<typeof composeContent>[1]['words'];
};

/**
 * Queues one message about a hold or a saved card, to the current contacts of the case, because those at delivery may
 * have turned out to be wrong. False when there is no contact.
 */
export async function queueHoldMessage(tx: Tx, hold: Hold, message: HoldMessage): Promise<boolean> {
  const { purpose, url, otherEmail, words } = message;
  const [current] = await listContacts(tx, [hold.consultationId]);
  const { test } = hold;
  const contacts = { email: current?.contacts.email ?? otherEmail, phone: current?.contacts.phone, test };
  const content = composeContent(tx, {
    consultationId: hold.consultationId,
    contacts,
    language: current?.language,
    ...(url === undefined ? {} : { url, leadsBack: true }),
    words,
  });
  if (content === undefined) return false;
  // Only numbers can be removed as wrong, never addresses.
  const version = content.channel === 'text' ? contactVersion(tx, { ...contacts, email: undefined }) : undefined;
  const subject = { subjectId: hold.id, ...(version === undefined ? {} : { subjectVersion: version }) };
  queueMessage(tx, { purpose, ...subject, content, sandbox: test });
  return true;
}

/** A card was charged while its owner was not present: they get the amount, the purpose, and the link to the receipt. */
export async function sendReceipt(tx: Tx, hold: Hold, chargedCents: number): Promise<void> {
  const checkout = await findCheckoutOf(tx.db, hold.consultationId);
  if (checkout === undefined) return;
  const isQueued = await queueHoldMessage(tx, hold, {
    purpose: messagePurposes.receipt,
    url: checkoutUrl(tx.config, decryptToken(tx, checkout), hold.product),
    otherEmail: decryptContacts(tx, checkout).email,
    words: (language, url) =>
      messageTemplates.receipt[language].words({ url, product: hold.product, kind: hold.kind, cents: chargedCents }),
  });
  if (!isQueued) tx.log.warn({ hold: hold.id }, 'checkout.receipt-not-sent');
}

const truths: Readonly<Partial<Record<MessageSubject['purpose'], (hold: Hold) => boolean>>> = {
  [messagePurposes.holdPlaced]: ({ state, holdLapsedAt }) =>
    state === 'held' || (state === 'saved' && holdLapsedAt === undefined),
  // Nothing changed since: the same card, the same attempt, no end.
  [messagePurposes.chargeFailed]: ({ state, requestedAction }) => state === 'charge_failed' && requestedAction === null,
  // The charge stands, at least in part.
  [messagePurposes.receipt]: (hold) =>
    hold.state === 'captured' && netCents({ ...hold, refundedCents: refundedOf(hold) }) > 0,
  [messagePurposes.released]: ({ state }) => state === 'released',
  [messagePurposes.refunded]: ({ state, refundedCents }) => state === 'captured' && refundedCents > 0,
};

/**
 * The hold still matches the message, and the contact is still the customer's. A customer who stopped contact about
 * the case is not notified.
 */
export async function isHoldMessageTrue(ctx: Ctx, subject: MessageSubject): Promise<boolean> {
  const { purpose, subjectId, subjectVersion } = subject;
  const hold = await findHold(ctx.db, subjectId);
  if (hold === undefined || truths[purpose]?.(hold) !== true) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  return (await listContacts(ctx, [hold.consultationId])).some(
    ({ hasStopped, contacts }) => !hasStopped && isCurrent(contacts),
  );
}

/**
 * A customer is notified that a hold ended, and asked for a new one or told that the card stays saved, as long as that is so, there is
 * something to pay, and they have not stopped contact about the case. A text is sent only while the number is theirs.
 */
export async function isRenewalWanted(ctx: Ctx, { subjectId, subjectVersion }: MessageSubject): Promise<boolean> {
  const hold = await findHold(ctx.db, subjectId);
  if (hold === undefined) return false;
  const { product, consultationId, checkoutId, kind, state } = hold;
  const [checkout, holds, nothingDue, ofCase, paid] = await Promise.all([
    findCheckoutOf(ctx.db, consultationId),
    listHoldsOf(ctx.db, checkoutId),
    isNothingDue(ctx, hold),
    listContacts(ctx, [consultationId]),
    listPaidProducts(ctx.db, consultationId),
  ]);
  if (checkout === undefined || nothingDue || ofCase.some(({ hasStopped }) => hasStopped)) return false;
  const isCurrent = (contacts: Contacts) =>
    subjectVersion === undefined || hasContactVersion(ctx, contacts, subjectVersion);
  if (!ofCase.some(({ contacts }) => isCurrent(contacts))) return false;
  // The card of a lapsed hold is still saved.
  if (kind === 'card') return state === 'saved';
  return findEndedView({ checkout, holds, paid, product, config: ctx.config }, ctx.clock.now()) === undefined;
}

/** Every contact of the consultation that a hold belongs to. */
export async function listRenewalContacts(ctx: Ctx, { subjectId }: MessageSubject): Promise<Contacts[]> {
  const hold = await findHold(ctx.db, subjectId);
  return hold === undefined ? [] : (await listContacts(ctx, [hold.consultationId])).map(({ contacts }) => contacts);
}

/** A page or a hold is reconciled within minutes of its end; after an hour something is wrong. */
const graceHours = 1;
/** For how long staff should call the customer of a hold that ended. */
const renewalDays = 7;

/** Sets the gauges: holds by state, and those that need attention from staff. */
async function measureHolds(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const [counted, gauges] = await Promise.all([
    countByState(ctx.db),
    findHoldGauges(ctx.db, {
      endingBefore: addHours(now, warnHours),
      overdueBefore: addHours(now, -graceHours),
      pagesBefore: addHours(now, -pageHours - graceHours),
      endedSince: addDays(now, -renewalDays),
    }),
  ]);
  const { holds, ending, overdue, notRenewed, oldestAction, ...others } = ctx.metrics.of(checkoutMetrics);
  const { disputesOpen, chargesFailed, refundsOpen } = others;
  const counts = new Map(counted.map((row) => [row.state, row.holds]));
  for (const state of unfinishedStates) holds.set({ state }, counts.get(state) ?? 0);
  ending.set({ action: 'none' }, gauges?.ending ?? 0);
  ending.set({ action: 'capture' }, gauges?.ending_capture ?? 0);
  ending.set({ action: 'release' }, gauges?.ending_release ?? 0);
  overdue.set({ state: 'held' }, gauges?.overdue_held ?? 0);
  overdue.set({ state: 'page_open' }, gauges?.overdue_pages ?? 0);
  notRenewed.set(gauges?.not_renewed ?? 0);
  disputesOpen.set({ waiting_for: 'us' }, gauges?.disputes_ours ?? 0);
  disputesOpen.set({ waiting_for: 'bank' }, gauges?.disputes_banks ?? 0);
  chargesFailed.set(gauges?.charges_failed ?? 0);
  refundsOpen.set({ state: 'requested' }, gauges?.refunds_late ?? 0);
  refundsOpen.set({ state: 'failed' }, gauges?.refunds_failed ?? 0);
  const since = gauges?.oldest_action ?? now;
  oldestAction.set(Math.max(0, (now.getTime() - since.getTime()) / 1000));
}
