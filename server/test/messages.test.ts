import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { type Language, languages } from '#lib/languages/language';
import { Html } from '#lib/text/html';

// Checks all texts for people in both languages: none is empty or left in the other language, no value is dropped, no
// string is unused, and the words are plain.

const source = fileURLToPath(new URL('../src/', import.meta.url));
const files = globSync('**/*-messages.ts', { cwd: source }).toSorted();
const code = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => ({ file, text: readFileSync(`${source}${file}`, 'utf8') }));

type Leaf = { readonly path: readonly string[]; readonly value: unknown };

const isGroup = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof Html);

const leavesOf = (value: unknown, path: readonly string[] = []): Leaf[] =>
  isGroup(value)
    ? Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, [...path, name]))
    : [{ path, value }];

/** Each parameter gets its own marker; for an object, each of its members does. */
function fill(sentence: (...values: never[]) => unknown): unknown {
  const [parameters = ''] = /\(.*?\)\s*(?:=>|\{)|^\w+\s*=>/s.exec(sentence.toString()) ?? [];
  const count = Math.max(sentence.length, 1);
  const members = new Proxy({}, { get: (_, name) => `«${String(name)}»` });
  const values = Array.from({ length: count }, (_, index) => (parameters.startsWith('({') ? members : `«${index}»`));
  return sentence(...(values as never[]));
}

const textOf = (value: unknown): string => {
  const said = typeof value === 'function' ? fill(value as () => unknown) : value;
  // An email has several parts, a page several sections; URLs are not words.
  if (isGroup(said))
    return leavesOf(said)
      .filter(({ path }) => path.at(-1) !== 'url')
      .map((leaf) => textOf(leaf.value))
      .join(' ');
  return (said instanceof Html ? said.markup.replace(/<[^>]*>/g, '') : String(said)).replace(/\s+/g, ' ').trim();
};

const marksIn = (text: string): string[] => [...new Set(text.match(/«\w+»/g) ?? [])].toSorted();

type Vocabulary = Readonly<Record<Language, unknown>>;

const read = async (file: string): Promise<{ name: string; words: Vocabulary }[]> =>
  Object.entries((await import(/* @vite-ignore */ `${source}${file}`)) as Record<string, Vocabulary>).flatMap(
    ([name, words]) => (isGroup(words) && languages.every((language) => language in words) ? [{ name, words }] : []),
  );

const all = (await Promise.all(files.map(async (file) => (await read(file)).map((one) => ({ file, ...one }))))).flat();

/** For errors whose English text is the error's own message, which has no translation. */
const ownSentences = new Set(['platform/http/errors/html-error-messages.ts']);

/** Correctly the same in both languages. */
const sameInBoth = /^(?:Error: «0»|«\w+»(?:[,:]? «\w+»)*|No|Total|VIN|ZIP|Makewhole)$/;

/** How the code uses the texts: members, destructured names, and groups that are indexed. */
function usesOf(
  file: string,
  name: string,
): { readonly names: ReadonlySet<string>; readonly groups: ReadonlySet<string> } {
  const text = code
    .filter((one) => one.file !== file)
    .filter((one) => dirname(one.file) === dirname(file) || new RegExp(`\\b${name}\\b`).test(one.text))
    .map((one) => one.text)
    .join('\n');
  const all = (pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, found = '']) => found));
  return {
    names: new Set([...all(/\.(\w+)/g), ...all(/[{,] *(\w+)(?=[^;{}()]*\}(?:\)| =|:))/g), ...all(/'(\w+)'/g)]),
    groups: new Set([...all(/\b(\w+)\[/g), ...all(/\.(\w+)(?:[;),])/g), ...all(/\.values\((\w+)/g)]),
  };
}

describe.each(all)('$file: $name', ({ file, name, words }) => {
  const english = leavesOf(words.en);
  const spanish = leavesOf(words.es);

  it('each text exists in both languages, with the same values', () => {
    expect(spanish.map(({ path }) => path.join('.'))).toEqual(english.map(({ path }) => path.join('.')));
    const wrong = english.flatMap(({ path, value }, index) => {
      const [en, es] = [textOf(value), textOf(spanish[index]?.value)];
      if (path.at(-1) === 'href') return [];
      if (en === '' || es === '') return [`${path.join('.')} is empty`];
      if (en === es && !sameInBoth.test(en)) return [`${path.join('.')} is not translated: ${en}`];
      if (ownSentences.has(file)) return [];
      return marksIn(en).join() === marksIn(es).join() ? [] : [`${path.join('.')} drops a value: ${es}`];
    });
    expect(wrong).toEqual([]);
  });

  it('each text is used', () => {
    const { names, groups } = usesOf(file, name);
    const unused = english.filter(
      ({ path }) =>
        !names.has(path.findLast((part) => !/^\d+$/.test(part)) ?? '') &&
        !path.slice(0, -1).some((group) => groups.has(group)),
    );
    expect(unused.map(({ path }) => path.join('.'))).toEqual([]);
  });
});

/** Vowel groups; a final e in an English word is silent, and every Spanish vowel group is one syllable. */
const syllablesOf = (word: string, language: Language): number => {
  const letters =
    language === 'en' ? word.toLowerCase().replace(/(?<=[^aeiouy]{1})e$|(?<=\w)es$|ed$/, '') : word.toLowerCase();
  return Math.max(letters.match(language === 'en' ? /[aeiouy]+/g : /[aeiouáéíóúü]+/g)?.length ?? 0, 1);
};

type Counted = { readonly words: number; readonly sentences: number; readonly syllables: number };

/** Counts sentences of at least four words; a button or a label is not a sentence. */
function count(texts: readonly string[], language: Language): Counted {
  const sentences = texts
    .flatMap((text) => text.replace(/«\w+»/g, 'ten').split(/(?<=[.?!])\s+/))
    .map((sentence) => sentence.match(/[\p{L}’']+/gu) ?? [])
    .filter((words) => words.length >= 4);
  const words = sentences.flat();
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word, language), 0);
  return { words: words.length, sentences: sentences.length, syllables };
}

/** Flesch and Kincaid (1975): years of school in the United States. */
const gradeOf = ({ words, sentences, syllables }: Counted): number =>
  0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
/** Szigriszt-Pazos, as INFLESZ (2008) grades it: above 55 is normal, above 65 quite easy. */
const easeOf = ({ words, sentences, syllables }: Counted): number =>
  206.835 - 62.3 * (syllables / words) - words / sentences;

/** The highest school grade allowed on average over all pages; twelve-year-olds are in the sixth or seventh. */
const gradeMost = 8;
const easeLeast = 55;

describe('the wording of all pages', () => {
  const texts = (words: unknown, language: Language) =>
    count(
      leavesOf(words).map(({ value }) => textOf(value)),
      language,
    );
  const figures = all
    .map(({ file, words }) => ({ file, en: texts(words.en, 'en'), es: texts(words.es, 'es') }))
    .filter(({ en }) => en.sentences >= 3);

  it('a reader of about twelve years can read the pages', () => {
    const rows = figures.map(({ file, en, es }) => ({
      file: file.replace('modules/', ''),
      'English grade': Number(gradeOf(en).toFixed(1)),
      'Spanish ease': Number(easeOf(es).toFixed(1)),
    }));
    process.stdout.write(`${rows.map((row) => Object.values(row).join('  ')).join('\n')}\n`);
    const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(mean(figures.map(({ en }) => gradeOf(en)))).toBeLessThanOrEqual(gradeMost);
    expect(mean(figures.map(({ es }) => easeOf(es)))).toBeGreaterThanOrEqual(easeLeast);
  });
});
