import type { Tx } from '#context';
import { improvementOf } from '#lib/numbers/offer-parts';
import { contactVersion } from '#lib/text/contacts';
import { listContacts, type LockedConsultation } from '#modules/consultations';
import { composeContent, messagePurposes, messageTemplates, queueMessage } from '#modules/customers';
import { improvementTooSmall, improvementUnknown, paymentTooLarge } from '../errors.ts';
import type { Hold } from '../hold-store.ts';
import { isDiscountAvailable } from '../links/links.ts';
import type { Payment } from '../payment-store.ts';
import { decideFee, netCents, priceOf } from '../rules.ts';
import type { Checkout } from '../store.ts';

/** Notifies the customer that their claim counts as settled, so that they can correct it. */
export async function queueSettled(tx: Tx, consultationId: string): Promise<void> {
  const [current] = await listContacts(tx, [consultationId]);
  if (current === undefined || current.hasStopped) return;
  const { contacts, language } = current;
  const content = composeContent(tx, {
    consultationId,
    contacts,
    language,
    words: (read, url) => messageTemplates.settled[read].words({ url }),
  });
  if (content === undefined) return;
  // Only numbers can be removed as wrong, never addresses.
  const version = content.channel === 'text' ? contactVersion(tx, { ...contacts, email: undefined }) : undefined;
  queueMessage(tx, {
    purpose: messagePurposes.settled,
    subjectId: consultationId,
    ...(version === undefined ? {} : { subjectVersion: version }),
    content,
    sandbox: contacts.test === true,
  });
}

type KnownMoney = {
  readonly consultation: LockedConsultation;
  readonly checkout: Checkout | undefined;
  readonly holds: readonly Hold[];
  readonly noted: readonly Payment[];
};

/** Representation is paid by its result, however it is paid, and a consultation never costs more than representation. */
export async function requireDue(tx: Tx, money: KnownMoney, amountCents: number): Promise<void> {
  const { consultation, checkout, holds, noted } = money;
  const improvement = improvementOf(consultation.offer, consultation.settlement);
  if (improvement.kind === 'unknown') throw improvementUnknown(improvement.missing);
  if (decideFee(improvement.cents) !== 'due') throw improvementTooSmall(improvement.cents);
  const discounted = checkout !== undefined && (await isDiscountAvailable(tx, checkout));
  const price = priceOf('representation', discounted, checkout?.representationCents).amountCents;
  const charged = holds.reduce((sum, hold) => sum + netCents(hold), 0);
  const paid = noted.filter(({ voidedAt }) => voidedAt === null).reduce((sum, one) => sum + one.amountCents, 0);
  const due = Math.max(0, price - charged - paid);
  if (amountCents > due) throw paymentTooLarge(due);
}
