import type { Ctx, Tx } from '#context';
import type { ReceivedMail } from '#gateways/inbound-mail';
import { contactNames } from '#lib/text/contacts';
import { findAddressTag } from '#lib/text/tagged-address';
import { newId } from '#lib/tokens/ids';
import { recordMailReport } from '#modules/customers';
import { lockNames, transact } from '#platform/db';
import { insertContent } from '../insert-content.ts';
import { replyMetrics } from '../metrics.ts';
import { stopContact } from '../stops/stop-contact.ts';
import { recordMailReply } from './record-mail-reply.ts';

/**
 * A mail arrived at one of our addresses: an answer to a case, or a report about a mail of ours. False when the address is
 * not ours; true also for what is not stored on purpose, since its sender must not try again.
 */
export async function recordMail(ctx: Ctx, to: string, mail: ReceivedMail): Promise<boolean> {
  const { inboundMail } = ctx.config;
  const tag = inboundMail && findAddressTag(ctx, to, inboundMail.domain);
  if (tag === undefined) return false;
  if (tag.kind === 'reply') return recordMailReply(ctx, tag.id, mail);
  const { report } = mail;
  // Notes of absence go to the sender of the envelope as well.
  if (report === undefined) return true;
  await transact(ctx, (tx) => takeReport(tx, tag.id, report));
  ctx.metrics.of(replyMetrics).replies.inc({ channel: 'email', understood_as: report, stored: 'true' });
  return true;
}

/** Who calls our mail unwanted wants no more of it, whatever they pressed. */
async function takeReport(tx: Tx, messageId: string, report: 'bounced' | 'complained'): Promise<void> {
  const contacts = await recordMailReport(tx, { messageId, report });
  if (contacts === undefined || report !== 'complained') return;
  lockNames(tx.db, contactNames(contacts));
  const channel = 'complaint';
  const cases = await stopContact(tx, { contacts, channel });
  insertContent(tx, {
    id: newId('rpl', tx.clock.now()),
    contacts,
    channel,
    kind: 'stop',
    words: '',
    cases,
    providerId: `complaint ${messageId}`,
  });
}
