import { type Language, languages } from '#lib/languages/language';
import { consentWords } from './link-words.ts';

export type Wording = (typeof consentWords)['en']['asking'];

/** Every version that a page which somebody has open may show. */
const wordings: readonly Wording[] = languages.flatMap((language) => Object.values(consentWords[language]));

/** What a page that asks says now, in the language of its reader. */
export function wordingFor(state: 'asking' | 'again', callable: boolean, language: Language): Wording {
  const words = consentWords[language];
  if (callable) return state === 'again' ? words.again : words.asking;
  return state === 'again' ? words.againWithoutNumber : words.askingWithoutNumber;
}

export const findWording = (version: string | undefined): Wording | undefined =>
  wordings.find((wording) => wording.version === version);

/** The words as they are kept and hashed; the agent's name is left open. */
export const wordsOf = ({ heading, told, follows, yes, no, agreement }: Wording): string =>
  [heading, `{agent} ${told}`, follows, `[${yes}]`, `[${no}]`, agreement].join('\n');
