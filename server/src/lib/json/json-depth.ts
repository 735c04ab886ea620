/** Deeper than any of our schemas. It bounds the work of recursion into a value. */
export const jsonDepthMax = 64;

/** Twice as many as in 500 rows of a bulk call. It bounds the work of visiting all values of a body. */
export const jsonValuesMax = 25_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;

/** Whether a JSON text is nested deeper than the maximum; checked before it is parsed. */
export function isNestedTooDeep(text: string): boolean {
  // Most texts do not have enough brackets, and need no full scan.
  if (!opensMore(text, jsonDepthMax)) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    // [ and { differ in one bit, and so do ] and }.
    else if ((code | 0x20) === 0x7b) {
      depth += 1;
      if (depth > jsonDepthMax) return true;
    } else if ((code | 0x20) === 0x7d) depth -= 1;
  }
  return false;
}

/** Whether a JSON text has more values than the maximum, nested or side by side; checked before it is parsed. */
export function hasTooManyValues(text: string): boolean {
  // Each value takes a character, and another one separates it from the next.
  if (text.length < 2 * jsonValuesMax) return false;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at + 1);
    else if (code === comma || (code | 0x20) === 0x7b) values += 1;
    if (values > jsonValuesMax) return true;
  }
  return false;
}

function opensMore(text: string, most: number): boolean {
  let count = 0;
  for (const bracket of ['{', '[']) {
    for (let at = text.indexOf(bracket); at !== -1 && count <= most; at = text.indexOf(bracket, at + 1)) count += 1;
  }
  return count > most;
}

/** The index of the closing quote of a string; the end of the text when there is none. */
function endOfString(text: string, start: number): number {
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) return at;
    if (code === backslash) at += 1;
  }
  return text.length;
}
