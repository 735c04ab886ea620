import type { Language } from '#lib/languages/language';
import { storedWords } from '../stored-words.ts';

type Sentence = string | ((...values: string[]) => string);
type Pair = { readonly parts: readonly string[]; readonly to: (...values: string[]) => string };

/** What every sentence that is stored in English is in Spanish; the values between its parts are taken over. */
const pairs: readonly Pair[] = Object.entries(storedWords.en).map(([name, value]): Pair => {
  const from = value as Sentence;
  const to = storedWords.es[name as keyof typeof storedWords.es] as Sentence;
  const parts = (typeof from === 'string' ? from : from('⟦1⟧', '⟦2⟧')).split(/⟦\d⟧/);
  return { parts, to: (...values) => (typeof to === 'string' ? to : to(...values)) };
});

/** The values between the parts of a sentence, each as short as can be; undefined when it is another sentence. */
function readValues(text: string, [first = '', ...parts]: readonly string[]): string[] | undefined {
  const last = parts.pop();
  if (last === undefined) return text === first ? [] : undefined;
  const values: string[] = [];
  const end = text.length - last.length;
  let from = first.length;
  for (const part of parts) {
    const at = text.indexOf(part, from + 1);
    if (at === -1) return undefined;
    values.push(text.slice(from, at));
    from = at + part.length;
  }
  if (from >= end || !text.startsWith(first) || !text.endsWith(last)) return undefined;
  return [...values, text.slice(from, end)];
}

/** A stored sentence for a reader; one of an earlier wording stays as it was signed. */
export function translateStored(text: string, language: Language): string {
  if (language === 'en') return text;
  for (const { parts, to } of pairs) {
    const values = readValues(text, parts);
    if (values !== undefined) return to(...values.map((value) => translateStored(value, language)));
  }
  return text;
}
