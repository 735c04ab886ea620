import { plainText } from './render-markdown.ts';
import { splitFences } from './split-fences.ts';

export type SearchHit = { readonly title: string; readonly path: string; readonly excerpt: string };

/** What is indexed of a page. */
export type Searched = {
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly keywords: string;
  /** Prose explains, reference lists: of two pages with the same words the former is wanted. */
  readonly weight: number;
  readonly markdown: string;
};

type Field = 'title' | 'keywords' | 'headings' | 'description' | 'text' | 'code';

const weights: Readonly<Record<Field, number>> = {
  title: 12,
  keywords: 9,
  headings: 5,
  description: 4,
  text: 1,
  code: 0.3,
};

type Entry = {
  readonly page: Searched;
  readonly counts: ReadonlyMap<string, number>;
  readonly text: string;
  /** As typed, for searches that are a name. */
  readonly names: string;
  /** The words of the title as they are compared. */
  readonly title: string;
  /** What the page is found by, between commas, in the same way. */
  readonly phrases: ReadonlySet<string>;
};

/** Words of others for what our pages call by one. */
const synonyms: Readonly<Record<string, string>> = {
  pagination: 'paging',
  localhost: 'laptop',
  tunnel: 'laptop',
  authentification: 'authentication',
  timeout: 'lost',
  hmac: 'signature',
  apikey: 'key',
  cost: 'price',
  throttled: 'limited',
};

/** Words as they are compared: small letters, without endings, so that rotate finds rotation. */
function stem(given: string): string {
  const word = synonyms[given] ?? given;
  return word.length > 4 ? word.replace(/(?:ations?|ating|ated|ates?|ions?|ies|ing|ed|es|s|e|y)$/, '') : word;
}

/** Names in snake_case, dotted or hyphenated count as one word and as their parts. */
export const wordsOf = (text: string): string[] => typedWords(text).map(stem);

function typedWords(text: string): string[] {
  const raw = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
  const camel = text.match(/(?<![a-z])[a-z]+[A-Z][A-Za-z]+/g) ?? [];
  const parts = camel.flatMap((word) => word.split(/(?=[A-Z])/).map((part) => part.toLowerCase()));
  return [...raw.flatMap((word) => (/[._-]/.test(word) ? [word, ...word.split(/[._-]/)] : [word])), ...parts];
}

const ignored = new Set([
  'a',
  'an',
  'the',
  'of',
  'to',
  'is',
  'in',
  'and',
  'or',
  'do',
  'i',
  'my',
  'how',
  'what',
  'for',
  'it',
  'with',
  'on',
]);

/** The words of a title or a query that say something; all, if none does. */
function phraseOf(text: string): string {
  const words = typedWords(text);
  const useful = words.filter((word) => !ignored.has(word));
  return (useful.length === 0 ? words : useful).map(stem).join(' ');
}

/** Markdown as text to read in a list of results. What stood before and behind a block of code are not one sentence. */
const toReadable = (prose: readonly string[]): string =>
  plainText(
    prose
      .join(' … ')
      .replaceAll(/^#+ .*$/gm, ' ')
      .replaceAll(/^\|(?: *:?-+:? *\|)+$/gm, ' ')
      .replaceAll(/^ *[-*] (?:\[[ x]\] )?/gm, ' ')
      .replaceAll('|', ' '),
  )
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/…(?: …)+/g, '…')
    .replace(/ …$/, '');

function toEntry(page: Searched): Entry {
  const parts = splitFences(page.markdown);
  const [prose, code] = [0, 1].map((first) => parts.filter((_part, index) => index % 2 === first)) as [
    string[],
    string[],
  ];
  const text = toReadable(prose);
  const counts = new Map<string, number>();
  const fields: Readonly<Record<Field, string>> = {
    title: page.title,
    keywords: `${page.keywords} ${page.path.replaceAll('/', ' ')}`,
    // Not by rendering the page, which takes far longer.
    headings: (prose.join('').match(/^##+ .*$/gm) ?? []).map(plainText).join(' '),
    description: page.description,
    text,
    code: code.join(' '),
  };
  for (const [field, content] of Object.entries(fields) as [Field, string][]) {
    const words = wordsOf(content);
    const found = Map.groupBy(words, (word) => word);
    // Of a title of many words each says less.
    const share = field === 'title' || field === 'keywords' ? weights[field] / Math.sqrt(found.size) : weights[field];
    // The second mention says less than the first, and a long page is not better for its length.
    for (const [word, all] of found) counts.set(word, (counts.get(word) ?? 0) + share * (1 + Math.log(all.length)));
  }
  const names = `${page.title} ${page.keywords} ${page.path}`.toLowerCase();
  const phrases = new Set(page.keywords.split(',').map(phraseOf));
  return { page, counts, text, names, phrases, title: phraseOf(page.title) };
}

/** How many letters are wrong, missing, too much or in the place of their neighbor; more than `most` are not counted. */
export function mistakesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + same);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    if (Math.min(...next) > most) return most + 1;
    [before, last] = [last, next];
  }
  return last[b.length] ?? 0;
}

/** Shorter words are too much like one another to be guessed; long ones may have two mistakes. */
const guessedLength = 5;
const longLength = 9;

type Typed = { readonly word: string; readonly stem: string };

/** The words of the index that a word of a query means: itself, what it begins, or what it nearly is. */
function meanings(
  { word, stem: cut }: Typed,
  vocabulary: ReadonlySet<string>,
): readonly (readonly [word: string, share: number])[] {
  const begun = [...vocabulary].filter((known) => known !== cut && word.length > 2 && known.startsWith(word));
  const found: (readonly [string, number])[] = begun.map((known) => [known, 0.4] as const);
  if (vocabulary.has(cut)) found.push([cut, 1]);
  if (found.length > 0 || cut.length < guessedLength) return found;
  const near = (most: number): string[] => [...vocabulary].filter((known) => mistakesBetween(cut, known, most) <= most);
  const guessed = near(1);
  const all = guessed.length === 0 && word.length >= longLength ? near(2) : guessed;
  return all.map((known) => [known, 0.3] as const);
}

/** The best pages, and how many there are in all. */
export type SearchResult = { readonly hits: readonly SearchHit[]; readonly total: number };
export type SearchIndex = (query: string, limit: number) => SearchResult;

/** An index in memory of all pages; it needs no service and is made at the first search. */
export function createSearchIndex(pages: readonly Searched[]): SearchIndex {
  const entries = pages.map(toEntry);
  const pagesWith = new Map<string, number>();
  for (const { counts } of entries)
    for (const word of counts.keys()) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  const vocabulary = new Set(pagesWith.keys());
  /** A word that every page has tells nothing. */
  const rarity = (word: string): number => Math.log(1 + entries.length / (pagesWith.get(word) ?? entries.length));
  return (query, limit) => {
    const asked = query.slice(0, queryMax).trim();
    const typed = [...new Set(typedWords(asked))].slice(0, wordsMax).map((word) => ({ word, stem: stem(word) }));
    const known = typed.filter(({ word, stem: cut }) => !/[._-]/.test(word) || vocabulary.has(cut));
    const useful = known.filter(({ word }) => !ignored.has(word));
    const wanted = (useful.length === 0 ? typed : useful).map((word) => meanings(word, vocabulary));
    const telling = useful.map(({ stem: cut }) => cut);
    const scored = entries.map((entry) => ({ entry, score: scoreOf(entry, wanted, rarity) * exactness(entry, asked) }));
    const found = scored.filter(({ score }) => score > 0).toSorted((a, b) => b.score - a.score);
    const hits = found.slice(0, limit).map(({ entry: { page, text } }) => ({
      title: page.title,
      path: page.path,
      excerpt: excerptOf(text, telling) || page.description,
    }));
    return { hits, total: found.length };
  };
}

/** Longer queries are sentences pasted by mistake. */
const queryMax = 200;
const wordsMax = 12;

type Meanings = ReturnType<typeof meanings>;

/** A page must not have every word, but each that is missing counts much. */
function scoreOf({ counts, page }: Entry, wanted: readonly Meanings[], rarity: (word: string) => number): number {
  const scores = wanted.map((words) =>
    Math.max(0, ...words.map(([word, share]) => (counts.get(word) ?? 0) * share * rarity(word))),
  );
  const found = scores.filter((score) => score > 0).length;
  const sum = scores.reduce((total, score) => total + score, 0);
  return wanted.length === 0 ? 0 : sum * (found / wanted.length) ** 3 * page.weight;
}

/** What is called exactly what was typed comes first; objects only for who writes their names as they are. */
function exactness({ names, page, title, phrases }: Entry, asked: string): number {
  if (asked.length < 3) return 1;
  if (asked.includes('/')) return isCall(asked, page.keywords) ? 8 : 1;
  if (page.path.includes('/objects/')) return page.title === asked ? 5 : 1;
  const small = asked.toLowerCase();
  const dashed = small.replaceAll(/[\s_.-]+/g, '-');
  const last = (page.path.split('/').at(-1) ?? '').toLowerCase().replaceAll(/[_.]/g, '-');
  const words = phraseOf(asked);
  if (last === dashed || title === words || phrases.has(words)) return 3;
  // Who types a part of a code asks about the matter, which is explained elsewhere.
  if (page.path.includes('/errors/')) return last.includes(dashed) ? 0.5 : 1;
  if (` ${names} `.includes(` ${small} `)) return 2;
  return names.includes(small) ? 1.3 : 1;
}

/** `get /referrals/{}`: a call without the names of its parameters, whichever way they are written. */
const toCall = (text: string): string => {
  const call = text.toLowerCase().replaceAll(/\{[^{}]*\}|:[a-z_]+|\b(?:int|ref|enr|crd)_\w+/g, '{}');
  return (call.slice(0, 1) + call.slice(1).replace(/(?<![/?])[/?]+$/, '')).replaceAll(/\s+/g, ' ');
};

/** Whether the words of an operation are the call that was typed, in whole or from some part of its path on. */
function isCall(asked: string, keywords: string): boolean {
  const [, method, path = ''] = /^(?:(get|post|put|patch|delete) )?[^\s/]*(\/\S*)$/.exec(toCall(asked)) ?? [];
  const [of, at = ''] = toCall(keywords).split(' ');
  return path.length > 1 && at.endsWith(path) && (method === undefined || method === of);
}

const excerptLength = 180;

/** The text around the first of the words, cut between words. */
function excerptOf(text: string, words: readonly string[]): string {
  const small = text.toLowerCase();
  const places = words.map((word) => small.indexOf(word)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 60);
  if (places.length === 0) return '';
  const cut = text.slice(from, from + excerptLength);
  const begun = from === 0 ? cut : `…${cut.slice(cut.indexOf(' '))}`;
  return from + excerptLength < text.length ? `${begun.slice(0, begun.lastIndexOf(' '))} …` : begun;
}
