import { FileProblem } from './file-problem.ts';

/** Longer than any record of a roster; an unclosed quote ends here. */
const recordMax = 1_048_576;

/** Splits CSV into records, RFC 4180 with any delimiter, as the text arrives. */
export class CsvRecords {
  readonly #delimiter: string;
  #rest = '';
  /** Whether lines end with a carriage return only, as in old spreadsheets; the first line ending decides. */
  #endsWithCr: boolean | undefined;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  write(text: string): string[][] {
    this.#rest += this.#endsWithCr === true ? text.replaceAll('\r', '\n') : text;
    if (this.#endsWithCr === undefined) this.#decideLineEnd();
    return this.#take();
  }

  end(): string[][] {
    if (this.#rest === '') return [];
    if (this.#endsWithCr === undefined) this.#rest = this.#rest.replaceAll('\r', '\n');
    this.#rest += '\n';
    const records = this.#take();
    if (this.#rest !== '') throw new FileProblem('unclosed_quote');
    return records;
  }

  #decideLineEnd(): void {
    const at = this.#rest.search(/[\r\n]/);
    // The character after a return at the end of a chunk is not known yet.
    if (at < 0 || at === this.#rest.length - 1) return;
    this.#endsWithCr = this.#rest[at] === '\r' && this.#rest[at + 1] !== '\n';
    if (this.#endsWithCr) this.#rest = this.#rest.replaceAll('\r', '\n');
  }

  #take(): string[][] {
    const text = this.#rest;
    const records: string[][] = [];
    let from = 0;
    for (;;) {
      const end = text.indexOf('\n', from);
      if (end < 0) break;
      const line = text.slice(from, text[end - 1] === '\r' && end > from ? end - 1 : end);
      if (!line.includes('"')) {
        records.push(line.split(this.#delimiter));
        from = end + 1;
        continue;
      }
      const quoted = this.#readQuoted(text, from);
      if (quoted === undefined) break;
      records.push(quoted.cells);
      from = quoted.next;
    }
    this.#rest = text.slice(from);
    if (this.#rest.length > recordMax) throw new FileProblem('row_too_long');
    return records;
  }

  /** A record with quotes in it; undefined while it is incomplete. */
  #readQuoted(text: string, from: number): { readonly cells: string[]; readonly next: number } | undefined {
    const cells: string[] = [];
    let lineEnd = -1;
    for (let at = from; ;) {
      let cell = '';
      if (text[at] === '"') {
        const close = findClose(text, at + 1);
        if (close === undefined) return undefined;
        cell = text.slice(at + 1, close).replaceAll('""', '"');
        at = close + 1;
      }
      // Each text is searched once: not for each cell of a long line, and not beyond the line for a missing delimiter.
      if (lineEnd < at) lineEnd = text.indexOf('\n', at);
      if (lineEnd < 0) return undefined;
      const length = text.slice(at, lineEnd).indexOf(this.#delimiter);
      if (length >= 0) {
        cells.push(cell + text.slice(at, at + length));
        at += length + 1;
        continue;
      }
      cells.push(cell + text.slice(at, text[lineEnd - 1] === '\r' ? lineEnd - 1 : lineEnd).replace(/\r$/, ''));
      return { cells, next: lineEnd + 1 };
    }
  }
}

/** The quote that ends a cell: the first that is not doubled. */
function findClose(text: string, from: number): number | undefined {
  for (let at = from; ;) {
    const close = text.indexOf('"', at);
    if (close < 0 || close + 1 >= text.length) return undefined;
    if (text[close + 1] !== '"') return close;
    at = close + 2;
  }
}
