import { requireStaff } from '#actor';
import type { Ctx } from '#context';
import { listContacts, lockConsultation } from '#modules/consultations';
import { queueMessage } from '#modules/customers';
import { transact } from '#platform/db';
import { linkNotSent } from '../errors.ts';
import { composeCheckoutLink } from '../links/compose-checkout-link.ts';
import { countLinkSend } from '../links/count-link-send.ts';
import { decryptToken } from '../links/decrypt-token.ts';
import { findCheckoutLinks } from '../links/find-checkout-links.ts';
import { optionsUrl } from '../links/link-rules.ts';
import type { PaymentsView } from '../schemas.ts';
import { lockCheckoutOf } from '../store.ts';
import { getPayments } from './get-payments.ts';

/** Sends the link of the checkout again, to the contacts that the case has now. */
export async function sendCheckoutLink(ctx: Ctx, consultationId: string): Promise<PaymentsView> {
  requireStaff(ctx.actor);
  await transact(ctx, async (tx) => {
    const checkout = await lockCheckoutOf(tx.db, consultationId);
    const { closedAt } = await lockConsultation(tx, consultationId);
    const links = await findCheckoutLinks(tx, consultationId);
    if (checkout === undefined || (links.researchUrl === null && links.representationUrl === null))
      throw linkNotSent('There is nothing left to choose on the owner’s page.');
    if (closedAt !== undefined) throw linkNotSent('This case is closed.');
    countLinkSend(tx, checkout);
    const [current] = await listContacts(tx, [consultationId]);
    if (current?.hasStopped === true) throw linkNotSent('The owner wants no more contact.');
    const { expiresAt, test } = checkout;
    const contacts = { email: current?.contacts.email, phone: current?.contacts.phone, test };
    const url = optionsUrl(tx.config, decryptToken(tx, checkout));
    const messages = composeCheckoutLink(tx, {
      consultationId,
      contacts,
      language: current?.language,
      url,
      expiresAt,
    });
    if (messages.length === 0) throw linkNotSent('The case has no address and no number.');
    queueMessage(tx, ...messages);
  });
  return getPayments(ctx, consultationId);
}
