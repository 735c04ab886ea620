import { FileProblem } from './file-problem.ts';
import { flatten, lineMax, parseLine } from './json-lines.ts';

/** One record per line; a line that is not an object is a record of empty cells, and so an invalid row. */
export class JsonRecords {
  readonly #columns: readonly string[];
  #rest = '';

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  write(text: string): string[][] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    if (this.#rest.length > lineMax) throw new FileProblem('row_too_long');
    return lines.map((line) => this.#read(line));
  }

  end(): string[][] {
    const last = this.#rest;
    this.#rest = '';
    return last.trim() === '' ? [] : [this.#read(last)];
  }

  #read(line: string): string[] {
    if (line.trim() === '') return [];
    const members = flatten(parseLine(line));
    const cells = this.#columns.map((column) => members.get(column) ?? '');
    // An unreadable line is not an empty one: a cell without a column makes it a row.
    return members.size === 0 ? [...cells, 'unreadable'] : cells;
  }
}
