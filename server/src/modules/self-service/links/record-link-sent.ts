import type { Tx } from '#context';
import { choices } from '#modules/consultations';
import { listMessages, messagePurposes } from '#modules/customers';

/**
 * The new link has left, so those from before it end: not sooner, since whoever knows the number of a case can ask for
 * one, and nobody must lose their page to a message that is held or never arrives.
 */
export async function recordLinkSent(tx: Tx, consultationIds: readonly string[]): Promise<void> {
  for (const id of consultationIds) {
    const links = (await listMessages(tx, id)).filter(({ purpose }) => purpose === messagePurposes.pageLink);
    const sent = links.findLast(({ state }) => state === 'sent');
    if (sent !== undefined) choices.renewLinks(tx, id, new Date(sent.created_at));
  }
}
