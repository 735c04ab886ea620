import type { Tx } from '#context';
import { renderMail } from '#lib/mail/render-mail';
import type { Contacts } from '#lib/text/contacts';
import { pageUrl } from '#lib/text/page-link';
import { type Stop, stopUrl, stopUrlIn } from '#lib/text/stop-link';
import type { MessageDraft } from '../draft-rules.ts';
import { messagePurposes, servicePurposes, type MessagePurpose } from '../purpose-data.ts';
import { contactsOf, type MessageContent } from './message-rules.ts';

type Drafted = {
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  readonly content: MessageDraft;
  readonly sandbox?: boolean;
  readonly accountId?: string;
};

/** Gives a mail its form. Every mail to a customer ends with a link that stops all contact, and has it in its header. */
export function renderContent(tx: Tx, message: Drafted): MessageContent {
  const { purpose, content, sandbox = false } = message;
  if (content.channel === 'text') return content;
  const { mail, pageOf, ...rest } = content;
  const contacts = { ...contactsOf(content), test: sandbox };
  const stop = servicePurposes.has(purpose) ? undefined : stopUrl(tx, stopOf(message, contacts));
  const page = pageOf === undefined ? undefined : pageUrl(tx, { consultationId: pageOf, contacts });
  const rendered = renderMail(mail, {
    team: tx.config.team,
    pageUrl: page,
    stopUrl: stop && stopUrlIn(stop, mail.language),
  });
  return {
    ...rest,
    ...rendered,
    language: mail.language,
    ...(rest.by === undefined ? {} : { words: mail.paragraphs.join('\n\n') }),
    ...(stop === undefined ? {} : { stopUrl: stop }),
  };
}

/** Of a test the case that the message is about; a borrower who is only invited has none yet. */
function stopOf({ purpose, subjectId, accountId }: Drafted, contacts: Contacts): Stop {
  if (contacts.test !== true) return { contacts };
  const isInvited = purpose === messagePurposes.invitation && accountId !== undefined;
  return isInvited ? { contacts: { ...contacts, testOf: accountId } } : { consultationId: subjectId };
}
