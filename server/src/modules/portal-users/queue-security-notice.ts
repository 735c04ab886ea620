import type { Tx } from '#context';
import type { Mail } from '#lib/mail/mail';
import { messagePurposes, queueMessage } from '#modules/customers';
import { listNoticeRecipients } from '#modules/partners';
import { listOwnerEmails } from './store.ts';

type SecurityNews = Pick<Mail, 'subject' | 'paragraphs'>;

/** An institution has few owners; a mail to each. */
const ownersNotified = 20;

/**
 * Tells the institution of a change to who gets in: its owners, whatever was chosen, so that nobody takes an institution
 * over unseen, and the addresses that it chose.
 */
export async function queueSecurityNotice(tx: Tx, institutionId: string, news: SecurityNews): Promise<void> {
  const [owners, contacts] = await Promise.all([
    listOwnerEmails(tx.db, institutionId, ownersNotified),
    listNoticeRecipients(tx, { notice: 'security_notices', institutionIds: [institutionId] }),
  ]);
  const chosen = contacts.get(institutionId) ?? [];
  const owning = owners.map(({ email }) => email).filter((email) => !chosen.includes(email));
  const to = (why: string) => (address: string) => ({
    purpose: messagePurposes.securityNotice,
    subjectId: institutionId,
    content: { channel: 'email' as const, to: address, mail: { language: 'en' as const, ...news, why } },
  });
  queueMessage(
    tx,
    ...chosen.map(to('You get this because your institution chose this address for security notices.')),
    ...owning.map(to('You get this because you are an owner of the institution.')),
  );
}
