// Splits a body that is too long for memory into rows: one JSON value per line, or the elements of one array of an
// object. This file only finds where each row begins and ends; JSON.parse decides whether a row is valid.

import { isNestedTooDeep, jsonDepthMax } from './json-depth.ts';

/** Longer than any row that follows its schema. */
const rowBytesMax = 65_536;

export class MalformedRows extends Error {}

/** The body is an object without such an array; describes the problem with that member. */
export class MissingRows extends MalformedRows {
  readonly issue: string;

  constructor(message: string, issue: string) {
    super(message);
    this.issue = issue;
  }
}

/** Takes the body's bytes as they arrive, passes on the text of each row, and returns the other members at the end. */
export type RowSplitter<Frame> = { write(chunk: Uint8Array): void; end(): Frame };

// The default would silently remove a byte order mark at the beginning of each row.
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedRows('The body is not UTF-8.');
  }
}

const mark = Buffer.from('\ufeff');

/** The same bytes without a leading byte order mark, which some programs write. */
export async function* stripByteOrderMark(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (head === undefined) {
      yield chunk;
      continue;
    }
    head = Buffer.concat([head, chunk]);
    // The bytes so far may still become a byte order mark.
    if (head.length < mark.length && mark.subarray(0, head.length).equals(head)) continue;
    yield head.subarray(0, mark.length).equals(mark) ? head.subarray(mark.length) : head;
    head = undefined;
  }
  if (head !== undefined) yield head;
}

/** Only JSON whitespace. */
const isBlank = (text: string): boolean => !/[^ \t\n\r]/.test(text);

/** The current row, in pieces of the chunks it arrived in. */
class RowBuffer {
  #pieces: Uint8Array[] = [];
  #length = 0;

  append(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > rowBytesMax) throw new MalformedRows('A row is longer than any row can be.');
    // A copy, so that the rest of the chunk can be freed.
    if (piece.length > 0) this.#pieces.push(Uint8Array.from(piece));
  }

  /** The complete row with its last piece; then the next one begins. */
  take(last: Uint8Array): string {
    if (this.#length + last.length > rowBytesMax) throw new MalformedRows('A row is longer than any row can be.');
    const bytes = this.#pieces.length === 0 ? last : Buffer.concat([...this.#pieces, last]);
    this.#pieces = [];
    this.#length = 0;
    return decode(bytes);
  }
}

const newline = 0x0a;

/** The lines of a body; empty ones are skipped. */
export class LineSplitter implements RowSplitter<void> {
  readonly #row: (text: string, line: number) => void;
  readonly #buffer = new RowBuffer();
  /** Counted from 1, empty lines included, as an editor does. */
  #line = 0;

  constructor(row: (text: string, line: number) => void) {
    this.#row = row;
  }

  write(chunk: Uint8Array): void {
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.#give(chunk.subarray(start, end));
      start = end + 1;
    }
    this.#buffer.append(chunk.subarray(start));
  }

  end(): void {
    this.#give(new Uint8Array());
  }

  #give(last: Uint8Array): void {
    const text = this.#buffer.take(last);
    this.#line += 1;
    if (!isBlank(text)) this.#row(text, this.#line);
  }
}

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
const opens = (byte: number): boolean => byte === 0x7b || byte === openBracket;
const closes = (byte: number): boolean => byte === 0x7d || byte === closeBracket;

function parseFrame(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Splits `{ …, "<member>": [row, row, …], … }`: passes the text of each row to `row`, and returns the same object with
 * an empty array in place of the rows. Any other form is malformed.
 */
export class ArraySplitter implements RowSplitter<Record<string, unknown>> {
  readonly #member: string;
  readonly #row: (text: string) => void;
  readonly #buffer = new RowBuffer();
  /** Everything outside the array. */
  readonly #frame: number[] = [];
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** At depth 1: where the last string began, whether nothing has followed it, and whether it was the member's name. */
  #stringStart = -1;
  #afterString = false;
  #named = false;
  /** The name occurred, whatever followed it: parsers disagree about which of repeated names counts. */
  #seen = false;
  #inArray = false;
  #found = false;
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
        if (this.#endsRow(byte)) {
          this.#endRow(chunk.subarray(start, at), byte);
          start = at + 1;
        }
      } else {
        this.#stepFrame(byte);
        start = at + 1;
      }
    }
    if (this.#inArray) this.#buffer.append(chunk.subarray(start));
  }

  /** The object without its rows; it must be JSON, and have the array once. */
  end(): Record<string, unknown> {
    if (this.#inArray) throw this.#noArray();
    const text = decode(Uint8Array.from(this.#frame));
    if (isNestedTooDeep(text)) throw new MalformedRows(`The body is nested deeper than ${jsonDepthMax} levels.`);
    const frame = parseFrame(text);
    if (this.#found && frame === undefined) throw new MalformedRows('The body is not valid JSON.');
    if (this.#found) return frame as Record<string, unknown>;
    if (frame === undefined || frame === null || typeof frame !== 'object' || Array.isArray(frame))
      throw this.#noArray();
    throw new MissingRows(
      this.#noArray().message,
      Object.hasOwn(frame, this.#member) ? 'must be a list' : 'is required',
    );
  }

  #noArray(): MalformedRows {
    return new MalformedRows(`The body must be an object with a ${this.#member} array.`);
  }

  /** Whether this byte ends a row: a comma between rows, or the closing bracket of the array. */
  #endsRow(byte: number): boolean {
    if (this.#stepString(byte)) return false;
    if (opens(byte)) this.#depth += 1;
    else if (closes(byte)) {
      if (this.#depth === 0) return true;
      this.#depth -= 1;
    }
    return byte === comma && this.#depth === 0;
  }

  #endRow(piece: Uint8Array, byte: number): void {
    const text = this.#buffer.take(piece);
    const last = byte !== comma;
    if (last && byte !== closeBracket) throw this.#noArray();
    if (!isBlank(text)) this.#row(text);
    else if (!last || this.#afterComma) throw new MalformedRows('A row is empty.');
    this.#afterComma = !last;
    if (!last) return;
    this.#inArray = false;
    this.#depth = 1;
    this.#frame.push(openBracket, closeBracket);
  }

  #stepFrame(byte: number): void {
    if (this.#depth === 1 && byte === openBracket && this.#named) {
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
      this.#afterString = true;
      return;
    }
    if (isSpace(byte)) return;
    // A string is compared once, at the colon that follows it: otherwise a body of colons would take minutes.
    this.#named = byte === colon && this.#afterString && this.#depth === 1 && this.#lastString() === this.#member;
    this.#afterString = false;
    if (this.#named && this.#seen) throw new MalformedRows(`The body has ${this.#member} twice.`);
    this.#seen ||= this.#named;
    if (opens(byte)) this.#depth += 1;
    if (closes(byte)) this.#depth -= 1;
  }

  #lastString(): unknown {
    const text = decode(Uint8Array.from(this.#frame.slice(this.#stringStart, -1)));
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Tracks strings, whose contents have no structure; true while inside one, its quotes included. */
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
