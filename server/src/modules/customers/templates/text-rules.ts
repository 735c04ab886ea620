import { defineWords } from '#lib/languages/words';
import type { Language } from '#lib/languages/language';
import type { MailWords } from '#lib/mail/mail';
import { countSegments, toBasicLetters } from '#lib/text/sms-segments';

/** A template with its values: as a mail, and as a text in several lengths, the longest first. */
export type MessageWords = { readonly mail: MailWords; readonly text: readonly string[] };

/** Each segment is paid for, and long texts arrive in pieces on old telephones. */
export const segmentsMax = 2;

/**
 * How texts end. The first one to somebody names the cost, as carriers ask; the others have the room for what they say.
 */
const endings = defineWords(
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
