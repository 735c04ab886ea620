/** Where a text stops being JSON, counted from 1 as editors do, and the expected text. */
export type JsonMistake = { readonly line: number; readonly column: number; readonly expected: string };

class Stop extends Error {
  readonly at: number;

  constructor(at: number, expected: string) {
    super(expected);
    this.at = at;
  }
}

const space = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const word = /true|false|null/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * The first error in a text that JSON.parse refused. JSON.parse gives the position only for some mistakes, and quotes
 * the text, which may be personal data. The text must not be nested deeper than the limit for bodies.
 */
export function findJsonMistake(text: string): JsonMistake | undefined {
  try {
    const end = skip(readValue(text, skip(0, text)), text);
    if (end < text.length) throw new Stop(end, 'the end of the text');
    return undefined;
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return { line: before.length, column: (before.at(-1) ?? '').length + 1, expected: error.message };
  }
}

function match(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return form.test(text) ? form.lastIndex : -1;
}

const skip = (at: number, text: string): number => match(space, text, at);

function readValue(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '{') return readItems(text, at, { closing: '}', read: readMember });
  if (first === '[') return readItems(text, at, { closing: ']', read: readValue });
  if (first === '"') return readString(text, at);
  const end = Math.max(match(number, text, at), match(word, text, at));
  if (end === -1) throw new Stop(at, 'a value');
  return end;
}

type Items = { readonly closing: string; readonly read: (text: string, at: number) => number };

/** Reads the items between brackets, separated by commas. */
function readItems(text: string, at: number, { closing, read }: Items): number {
  let next = skip(at + 1, text);
  if (text.charAt(next) === closing) return next + 1;
  for (;;) {
    next = skip(read(text, next), text);
    if (text.charAt(next) === closing) return next + 1;
    if (text.charAt(next) !== ',') throw new Stop(next, `a comma or ${closing}`);
    next = skip(next + 1, text);
  }
}

function readMember(text: string, at: number): number {
  if (text.charAt(at) !== '"') throw new Stop(at, 'a name in double quotes');
  const colon = skip(readString(text, at), text);
  if (text.charAt(colon) !== ':') throw new Stop(colon, 'a colon');
  return readValue(text, skip(colon + 1, text));
}

/** Character by character: a regular expression over a long string would need as much memory again. */
function readString(text: string, at: number): number {
  let next = at + 1;
  for (;;) {
    const character = text.charAt(next);
    if (character === '"') return next + 1;
    // The end of the text, or a character that a string may only contain escaped.
    if (character < ' ') throw new Stop(next, 'a double quote at the end of the string');
    const end = character === '\\' ? match(escape, text, next) : next + 1;
    if (end === -1) throw new Stop(next, 'a valid escape');
    next = end;
  }
}
