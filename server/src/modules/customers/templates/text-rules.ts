import { defineMessages } from '#lib/languages/messages';
import type { Language } from '#lib/languages/language';
import type { MailWords } from '#lib/mail/mail';
import { countSegments, toBasicLetters } from '#lib/text/sms-segments';
import type { Tx } from '#context';
import type { Contacts } from '#lib/text/contacts';
import { leadingBack, pageUrl } from '#lib/text/page-link';
import type { MessageDraft } from '../rules.ts';

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

/** A template with its values: as a mail, and as a text in several lengths, the longest first. */
export type MessageWords = { readonly mail: MailWords; readonly text: readonly string[] };

/** Each segment is paid for, and long texts arrive in pieces on old telephones. */
export const segmentsMax = 2;

/**
 * How texts end. The first one to somebody names the cost, as carriers ask; the others have the room for what they say.
 */
const endings = defineMessages(
  {
    first: 'Msg&data rates may apply. Reply STOP to opt out, HELP for help.',
    later: 'Reply STOP to opt out, HELP for help.',
  },
  {
    first: 'Pueden aplicar tarifas de mensajes y datos. Responda STOP para cancelar, HELP para ayuda.',
    later: 'Responda STOP para cancelar, HELP para ayuda.',
  },
);

type Texted = {
  readonly language: Language;
  readonly words: readonly string[];
  readonly ending: keyof (typeof endings)['en'];
};

/** The name of who writes, the longest words that fit, and how to stop. */
export function toText(team: { readonly name: string }, { language, words, ending }: Texted): string {
  const texts = words.map((one) => toBasicLetters(`${team.name}: ${one} ${endings[language][ending]}`));
  return texts.find((text) => countSegments(text).segments <= segmentsMax) ?? texts.at(-1) ?? '';
}

/** How a text that staff wrote words for ends. */
export const laterEnding = (language: Language): string => endings[language].later;
