import type { Tx } from '#context';
import { messagePurposes, messageTemplates, safeName, toText, unlinkedName, type NewMessage } from '#modules/customers';
import type { Referral } from '../store.ts';
import type { Invitation } from './create-invitation.ts';
import { hasNumber, linkVersion } from './rules.ts';

/**
 * The invitation, one message per contact; names cannot become links (D-143). Which language they read is not known yet,
 * so the mail says in Spanish where to go on in Spanish.
 */
export function composeInvitation(
  tx: Tx,
  referral: Referral,
  { token, link, institution }: Invitation & { readonly institution: string },
): NewMessage[] {
  const url = `${tx.config.publicBaseUrl}/i/${token}`;
  const { email, phone, first_name: firstName } = referral.borrower;
  const words = messageTemplates.invitation.en.words({
    name: safeName(firstName),
    sender: unlinkedName(institution),
    url,
    callable: hasNumber(referral),
  });
  const mail = { ...words.mail, language: 'en', links: [messageTemplates.inSpanish(url)] } as const;
  const text = toText(tx.config.team, { language: 'en', words: words.text, ending: 'first' });
  const to = (content: NewMessage['content']): NewMessage => ({
    purpose: messagePurposes.invitation,
    subjectId: referral.id,
    subjectVersion: linkVersion(link.hash),
    content,
    ...(referral.livemode ? {} : { sandbox: true, accountId: referral.institutionId }),
  });
  return [
    ...(email === null ? [] : [to({ channel: 'email', to: email, mail })]),
    ...(phone === null ? [] : [to({ channel: 'text', to: phone, text })]),
  ];
}
