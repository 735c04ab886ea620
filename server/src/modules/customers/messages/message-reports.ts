import type { Ctx, Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { transact } from '#platform/db';
import { findSentContent, insertBounced, updateReported } from '../bounces/store.ts';
import { contactsOf, messageAad, type MessageContent } from './message-rules.ts';
import { updateProviderStatus } from './message-store.ts';

type MailReport = { readonly messageId: string; readonly report: 'bounced' | 'complained' };

/**
 * Handles a mail server's report about one of our emails. An address that refused it permanently gets none for a
 * while. Returns the recipient; undefined when the email is not ours.
 */
export async function recordMailReport(tx: Tx, { messageId, report }: MailReport): Promise<Contacts | undefined> {
  const found = await updateReported(tx.db, messageId, report);
  if (found === undefined) return undefined;
  if (report === 'bounced' && found.contact_hash !== null) insertBounced(tx.db, found.contact_hash, tx.clock.now());
  return findRecipient(tx, messageId);
}

async function findRecipient(ctx: Ctx | Tx, id: string): Promise<Contacts | undefined> {
  const row = await findSentContent(ctx.db, id);
  if (row === undefined) return undefined;
  return contactsOf(JSON.parse(ctx.vault.decrypt(row.encrypted_content, messageAad(id))) as MessageContent);
}

/** Stores the provider's report about a text: queued, sent, delivered, undelivered or failed. */
export async function recordTextStatus(ctx: Ctx, providerId: string, status: string): Promise<void> {
  await transact(ctx, async (tx) => {
    updateProviderStatus(tx.db, providerId, status);
  });
}
