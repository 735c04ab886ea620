// Rows out of a body that is too long to be held: one JSON value per line, or the elements of one array of an object.
// This file only finds where each row begins and ends; whether a row is JSON is for JSON.parse to say.

/** Longer than any row that follows its schema. */
export const rowBytesMax = 65_536;

export class MalformedRows extends Error {}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(parts: readonly Uint8Array[]): string {
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
  if (bytes.length > rowBytesMax) throw new MalformedRows('A row is longer than any row can be.');
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedRows('The body is not UTF-8.');
  }
}

const newline = 0x0a;

/** The lines of a body; empty ones are passed over. */
export async function* splitLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      const line = decode([...held, chunk.subarray(start, end)]);
      held = [];
      heldBytes = 0;
      start = end + 1;
      if (line.trim() !== '') yield line;
    }
    held.push(chunk.subarray(start));
    heldBytes += chunk.length - start;
    if (heldBytes > rowBytesMax) throw new MalformedRows('A line is longer than any row can be.');
  }
  const last = decode(held.length === 0 ? [new Uint8Array()] : held);
  if (last.trim() !== '') yield last;
}

const quote = 0x22;
const backslash = 0x5c;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const closes = (byte: number): boolean => byte === 0x7d || byte === 0x5d;

/**
 * Splits `{ …, "<member>": [row, row, …], … }`: gives the text of each row to `row`, and in the end the same object with
 * an empty array in the rows' place. What is not of this form is malformed.
 */
export class ArraySplitter {
  readonly #member: string;
  readonly #row: (text: string) => void;
  /** Everything outside the array. */
  readonly #frame: number[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** In the object itself: where the last string began, and whether it was the member's name. */
  #stringStart = -1;
  #named = false;
  #inArray = false;
  #found = false;
  /** The row under way, in pieces of the chunks it came in. */
  #pieces: Uint8Array[] = [];
  #pieceBytes = 0;
  #afterComma = false;

  constructor(member: string, row: (text: string) => void) {
    this.#member = member;
    this.#row = row;
  }

  write(chunk: Uint8Array): void {
    let start = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at] ?? 0;
      if (this.#inArray) {
        const ended = this.#stepRow(byte);
        if (ended) {
          this.#endRow(chunk.subarray(start, at), byte);
          start = at + 1;
        }
      } else {
        this.#stepFrame(byte);
        start = at + 1;
      }
    }
    if (this.#inArray) this.#keep(chunk.subarray(start));
  }

  /** The object without its rows; it is JSON, and the array was there once. */
  end(): unknown {
    if (this.#inArray || !this.#found)
      throw new MalformedRows(`The body must be an object with a ${this.#member} array.`);
    return JSON.parse(utf8.decode(Uint8Array.from(this.#frame)));
  }

  /** Whether this byte ends a row: a comma between rows, or the array's own end. */
  #stepRow(byte: number): boolean {
    if (this.#stepString(byte)) return false;
    if (opens(byte)) this.#depth += 1;
    else if (closes(byte)) {
      if (this.#depth === 0) return true;
      this.#depth -= 1;
    }
    return byte === 0x2c && this.#depth === 0;
  }

  #endRow(piece: Uint8Array, byte: number): void {
    this.#keep(piece);
    const text = decode(this.#pieces).trim();
    this.#pieces = [];
    this.#pieceBytes = 0;
    const last = byte !== 0x2c;
    if (text !== '') this.#row(text);
    else if (!last || this.#afterComma) throw new MalformedRows('A row is empty.');
    this.#afterComma = !last;
    if (!last) return;
    this.#inArray = false;
    this.#depth = 1;
    this.#frame.push(0x5b, 0x5d);
  }

  #keep(piece: Uint8Array): void {
    // A copy, since the rest of the chunk need not stay for it.
    if (piece.length > 0) this.#pieces.push(Uint8Array.from(piece));
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes > rowBytesMax) throw new MalformedRows('A row is longer than any row can be.');
  }

  #stepFrame(byte: number): void {
    if (this.#depth === 1 && byte === 0x5b && this.#named) {
      if (this.#found) throw new MalformedRows(`The body has ${this.#member} twice.`);
      this.#found = true;
      this.#inArray = true;
      this.#named = false;
      this.#depth = 0;
      return;
    }
    this.#frame.push(byte);
    if (this.#frame.length > rowBytesMax) throw new MalformedRows('The body holds more than its rows.');
    this.#readFrame(byte);
  }

  #readFrame(byte: number): void {
    const inString = this.#inString;
    if (this.#stepString(byte)) {
      if (!inString) this.#stringStart = this.#frame.length - 1;
      return;
    }
    if (isSpace(byte)) return;
    if (byte === 0x3a && this.#depth === 1) this.#named = this.#lastString() === this.#member;
    else this.#named = false;
    if (opens(byte)) this.#depth += 1;
    if (closes(byte)) this.#depth -= 1;
  }

  #lastString(): unknown {
    const text = utf8.decode(Uint8Array.from(this.#frame.slice(this.#stringStart, -1)));
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Follows strings, in which nothing else means anything; true while inside one, its quotes included. */
  #stepString(byte: number): boolean {
    if (!this.#inString) {
      this.#inString = byte === quote;
      return this.#inString;
    }
    if (this.#escaped) this.#escaped = false;
    else if (byte === backslash) this.#escaped = true;
    else if (byte === quote) this.#inString = false;
    return true;
  }
}
