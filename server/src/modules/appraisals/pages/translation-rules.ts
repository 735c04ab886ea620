import type { Language } from '#lib/languages/language';
import { storedWords } from '../stored-words.ts';

type Sentence = string | ((...values: string[]) => string);
type Pair = readonly [from: RegExp, to: (...values: string[]) => string];

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** What every sentence that is stored in English is in Spanish; its values are taken over. */
const pairs: readonly Pair[] = Object.entries(storedWords.en).map(([name, value]): Pair => {
  const from = value as Sentence;
  const to = storedWords.es[name as keyof typeof storedWords.es] as Sentence;
  const marks = ['⟦1⟧', '⟦2⟧'];
  const pattern = escape(typeof from === 'string' ? from : from(...marks)).replace(/⟦\d⟧/g, '(.+?)');
  return [new RegExp(`^${pattern}$`), (...values) => (typeof to === 'string' ? to : to(...values))];
});

/** A stored sentence for a reader; one of an earlier wording stays as it was signed. */
export function translateStored(text: string, language: Language): string {
  if (language === 'en') return text;
  for (const [from, to] of pairs) {
    const found = from.exec(text);
    if (found !== null) return to(...found.slice(1).map((value) => translateStored(value, language)));
  }
  return text;
}
