import { plainText } from './render-markdown.ts';
import { splitFences } from './split-fences.ts';

export type SearchHit = { readonly title: string; readonly path: string; readonly excerpt: string };

/** The indexed parts of a page. */
export type Searched = {
  readonly title: string;
  readonly path: string;
  readonly description: string;
  readonly keywords: string;
  /** Explanations rank above reference pages with the same words. */
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
  /** As typed, for searches by name. */
  readonly names: string;
  /** The stemmed words of the title. */
  readonly title: string;
  /** The stemmed phrases by which the page is found, separated by commas. */
  readonly phrases: ReadonlySet<string>;
};

/** Synonyms for our terms. */
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

/** A normalized word: lowercase, without endings, so that rotate finds rotation. */
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

/** The significant words of a title or a query; all of them if none is significant. */
function phraseOf(text: string): string {
  const words = typedWords(text);
  const useful = words.filter((word) => !ignored.has(word));
  return (useful.length === 0 ? words : useful).map(stem).join(' ');
}

/** Markdown as text for a list of results. Text before and after a code block is not joined into one sentence. */
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
    // Without rendering the page, which takes far longer.
    headings: (prose.join('').match(/^##+ .*$/gm) ?? []).map(plainText).join(' '),
    description: page.description,
    text,
    code: code.join(' '),
  };
  for (const [field, content] of Object.entries(fields) as [Field, string][]) {
    const words = wordsOf(content);
    const found = Map.groupBy(words, (word) => word);
    // Each word of a long title counts less.
    const share = field === 'title' || field === 'keywords' ? weights[field] / Math.sqrt(found.size) : weights[field];
    // The second mention counts less than the first, and a page's length is no advantage.
    for (const [word, all] of found) counts.set(word, (counts.get(word) ?? 0) + share * (1 + Math.log(all.length)));
  }
  const names = `${page.title} ${page.keywords} ${page.path}`.toLowerCase();
  const phrases = new Set(page.keywords.split(',').map(phraseOf));
  return { page, counts, text, names, phrases, title: phraseOf(page.title) };
}

/** The number of wrong, missing, extra or swapped letters, counted up to `most`. */
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

/** Shorter words are too similar to each other to allow typos; long ones may have two. */
const guessedLength = 5;
const longLength = 9;

type Typed = { readonly word: string; readonly stem: string };

/** The index words that a query word matches: itself, words that it begins, or words within a typo. */
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

/** The best pages, and the total number of matches. */
export type SearchResult = { readonly hits: readonly SearchHit[]; readonly total: number };
export type SearchIndex = (query: string, limit: number) => SearchResult;

/** An in-memory index of all pages; it needs no service and is made at the first search. */
export function createSearchIndex(pages: readonly Searched[]): SearchIndex {
  const entries = pages.map(toEntry);
  const pagesWith = new Map<string, number>();
  for (const { counts } of entries)
    for (const word of counts.keys()) pagesWith.set(word, (pagesWith.get(word) ?? 0) + 1);
  const vocabulary = new Set(pagesWith.keys());
  /** A word that every page has is not significant. */
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

/** A page need not have every word, but each missing one costs much. */
function scoreOf({ counts, page }: Entry, wanted: readonly Meanings[], rarity: (word: string) => number): number {
  const scores = wanted.map((words) =>
    Math.max(0, ...words.map(([word, share]) => (counts.get(word) ?? 0) * share * rarity(word))),
  );
  const found = scores.filter((score) => score > 0).length;
  const sum = scores.reduce((total, score) => total + score, 0);
  return wanted.length === 0 ? 0 : sum * (found / wanted.length) ** 3 * page.weight;
}

/** A page with exactly the typed name comes first; an object only if its name is spelled exactly. */
function exactness({ names, page, title, phrases }: Entry, asked: string): number {
  if (asked.length < 3) return 1;
  if (asked.includes('/')) return isCall(asked, page.keywords) ? 8 : 1;
  if (page.path.includes('/objects/')) return page.title === asked ? 5 : 1;
  const small = asked.toLowerCase();
  const dashed = small.replaceAll(/[\s_.-]+/g, '-');
  const last = (page.path.split('/').at(-1) ?? '').toLowerCase().replaceAll(/[_.]/g, '-');
  const words = phraseOf(asked);
  if (last === dashed || title === words || phrases.has(words)) return 3;
  // A query for part of a code is about its subject, which is explained elsewhere.
  if (page.path.includes('/errors/')) return last.includes(dashed) ? 0.5 : 1;
  if (` ${names} `.includes(` ${small} `)) return 2;
  return names.includes(small) ? 1.3 : 1;
}

/** `get /referrals/{}`: a call without the names of its parameters, whichever way they are written. */
const toCall = (text: string): string => {
  const call = text.toLowerCase().replaceAll(/\{[^{}]*\}|:[a-z_]+|\b(?:int|ref|enr|crd)_\w+/g, '{}');
  return (call.slice(0, 1) + call.slice(1).replace(/(?<![/?])[/?]+$/, '')).replaceAll(/\s+/g, ' ');
};

/** Whether an operation's keywords match the typed call, completely or from some part of its path on. */
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
