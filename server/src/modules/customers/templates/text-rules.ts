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
  /** Sent to the email address, or else to the number. */
  readonly contacts: Contacts;
  /** The customer's chosen language; English by default. */
  readonly language: Language | undefined;
  /** Where the message links; to the customer's page by default. An email with it links to both. */
  readonly url?: string;
  /** Whether that page leads back to the customer's page; not for addresses that customers forward. */
  readonly leadsBack?: boolean;
  readonly words: (language: Language, url: string) => MessageWords;
};

/** A message about a case by its template: one email, or one text where there is no address; undefined without either. */
export function composeContent(
  tx: Tx,
  { consultationId, contacts: { email, phone, test }, language = 'en', url, leadsBack = false, words }: Composed,
): MessageDraft | undefined {
  if (email === undefined && phone === undefined) return undefined;
  const to = email === undefined ? { email, phone } : { email, phone: undefined };
  const page = pageUrl(tx, { consultationId, contacts: { ...to, ...(test === undefined ? {} : { test }) } });
  // A text has no room for the link back.
  const leadsTo = url === undefined ? page : leadsBack && email !== undefined ? leadingBack(url, page) : url;
  const { mail, text } = words(language, leadsTo);
  if (email !== undefined) {
    const beside = url === undefined ? {} : { pageOf: consultationId };
    return { channel: 'email', to: email, mail: { ...mail, language }, ...beside };
  }
  if (phone === undefined) return undefined;
  return { channel: 'text', to: phone, text: toText(tx.config.team, { language, words: text, ending: 'later' }) };
}

/** A template with its values: as an email, and as a text in several lengths, the longest first. */
export type MessageWords = { readonly mail: MailWords; readonly text: readonly string[] };

/** Each segment costs money, and long texts arrive in pieces on old phones. */
export const segmentsMax = 2;

/**
 * The endings of texts. The first text to a customer mentions the cost, as carriers require; the others use the room for their content.
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

/** The sender's name, the longest wording that fits, and how to stop. */
export function toText(team: { readonly name: string }, { language, words, ending }: Texted): string {
  const texts = words.map((one) => toBasicLetters(`${team.name}: ${one} ${endings[language][ending]}`));
  return texts.find((text) => countSegments(text).segments <= segmentsMax) ?? texts.at(-1) ?? '';
}

/** The ending of a text that staff wrote themselves. */
export const laterEnding = (language: Language): string => endings[language].later;
