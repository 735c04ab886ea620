import { FileProblem } from '#lib/tables/file-problem';
import type { Mapping } from '../field-rules.ts';
import { toRosterRow } from '../field-rules.ts';

/** Empty rows that may be between two rows; those at the end, which spreadsheets leave behind, do not count. */
const emptyMax = 1000;

type Reading = {
  readonly records: AsyncIterable<readonly (readonly string[])[]>;
  /** Whether the first record has the names of the columns. */
  readonly hasHeader: boolean;
  readonly mapping: Mapping;
  /** Called for each row, in order, with what the API would be sent. */
  readonly check: (place: number, row: Record<string, unknown>) => void;
  /** Called now and then with how many rows were read. */
  readonly progress: (rows: number) => Promise<void>;
};

/** A file's records as rows of the API, one JSON text per line: from here on a file is a roster like any other. */
export async function* readRosterRows({
  records,
  hasHeader,
  mapping,
  check,
  progress,
}: Reading): AsyncGenerator<Uint8Array> {
  let header = hasHeader;
  let place = 0;
  let empty = 0;
  for await (const batch of records) {
    let lines = '';
    for (const record of batch) {
      if (header) {
        header = false;
        continue;
      }
      if (record.every((cell) => cell.trim() === '')) {
        empty += 1;
        continue;
      }
      if (empty > emptyMax) throw new FileProblem('too_many_empty_rows');
      // Reported as invalid, since each counts as a row for whoever looks at the file.
      for (; empty > 0; empty -= 1) {
        lines += '{}\n';
        place += 1;
      }
      const row = toRosterRow(record, mapping);
      check(place, row);
      lines += `${JSON.stringify(row)}\n`;
      place += 1;
    }
    if (lines === '') continue;
    yield Buffer.from(lines);
    await progress(place);
  }
}
