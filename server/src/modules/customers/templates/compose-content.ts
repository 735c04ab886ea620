import type { Tx } from '#context';
import type { Language } from '#lib/languages/language';
import type { Contacts } from '#lib/text/contacts';
import { leadingBack, pageUrl } from '#lib/text/page-link';
import type { MessageDraft } from '../rules.ts';
import { type MessageWords, toText } from './text-rules.ts';

type Composed = {
  readonly consultationId: string;
  /** The address, or else the number, is written to. */
  readonly contacts: Contacts;
  /** What the customer chose; English until then. */
  readonly language: Language | undefined;
  /** Where the message leads; to the customer's page without it, and by mail to both with it. */
  readonly url?: string;
  /** Whether that page leads back to the customer's; not for addresses that customers hand on. */
  readonly leadsBack?: boolean;
  readonly words: (language: Language, url: string) => MessageWords;
};

/** A message about a case by its template: one mail, or one text where there is no address; undefined without either. */
export function composeContent(
  tx: Tx,
  { consultationId, contacts: { email, phone, test }, language = 'en', url, leadsBack = false, words }: Composed,
): MessageDraft | undefined {
  if (email === undefined && phone === undefined) return undefined;
  const to = email === undefined ? { email, phone } : { email, phone: undefined };
  const page = pageUrl(tx, { consultationId, contacts: { ...to, ...(test === undefined ? {} : { test }) } });
  // A text has no room for the way back.
  const leadsTo = url === undefined ? page : leadsBack && email !== undefined ? leadingBack(url, page) : url;
  const { mail, text } = words(language, leadsTo);
  if (email !== undefined) {
    const beside = url === undefined ? {} : { pageOf: consultationId };
    return { channel: 'email', to: email, mail: { ...mail, language }, ...beside };
  }
  if (phone === undefined) return undefined;
  return { channel: 'text', to: phone, text: toText(tx.config.team, { language, words: text, ending: 'later' }) };
}
