import type { Ctx } from '#context';
import type { FileFormat } from '#lib/tables/file-format';
import { FileProblem } from '#lib/tables/file-problem';
import { createParserLane, refuseWith } from '#platform/parsing';
import { partKeys, toRosterRow, type Mapping } from '../roster-files/rules.ts';
import type { RosterQuestion, parse } from './roster-parser.ts';

export type StoredFile = { readonly institutionId: string; readonly id: string; readonly parts: number };

/** The bytes of a stored file, from its first part to its last. */
export async function* readParts({ objects }: Pick<Ctx, 'objects'>, file: StoredFile): AsyncGenerator<Uint8Array> {
  for (const key of partKeys(file, file.parts)) {
    const part = await objects.find(key);
    if (part === undefined) throw new FileProblem('file_gone');
    for await (const chunk of part.content) yield chunk as Uint8Array;
  }
}

/** Empty rows allowed between two rows; those at the end, which spreadsheets leave behind, do not count. */
const emptyMax = 1000;

type Reading = {
  readonly records: AsyncIterable<readonly (readonly string[])[]>;
  /** Whether the first record has the column names. */
  readonly hasHeader: boolean;
  readonly mapping: Mapping;
  /** Called for each row, in order, with the row as the API would get it. */
  readonly check: (place: number, row: Record<string, unknown>) => void;
  /** Called from time to time with how many rows were read. */
  readonly progress: (rows: number) => Promise<void>;
};

/**
 * A file's records as rows of the API, one JSON text per line: from here on a file is processed like any other roster.
 */
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
      // Reported as invalid, because each counts as a row for a reader of the file.
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

type StoredRecords = {
  readonly file: StoredFile;
  readonly format: FileFormat;
  readonly columns: readonly string[];
};

/** Whole files, in the background: a million rows take a minute, and must not delay files that a user waits for. */
const inTurn = createParserLane({
  name: 'stored files',
  threads: 1,
  heapMb: 256,
  deadlineMs: 600_000,
  maxWaiting: 100,
  maxWaitingPerOwner: 100,
}).parser<typeof parse>(new URL('roster-parser.ts', import.meta.url));

/** A stored file's records, a few at a time, as a thread parses them. The thread waits until they are consumed. */
export async function* readStoredRecords(
  ctx: Pick<Ctx, 'objects'>,
  { file, format, columns }: StoredRecords,
): AsyncGenerator<readonly string[][]> {
  const chunks = readParts(ctx, file);
  const left = new AbortController();
  let next = Promise.withResolvers<readonly string[][] | undefined>();
  let taken = Promise.withResolvers<void>();
  const answer = async (question: unknown) => {
    const asked = question as RosterQuestion;
    if (asked === 'chunk') return (await chunks.next()).value;
    taken = Promise.withResolvers();
    next.resolve(asked.records);
    return taken.promise;
  };
  const parseAll = async () => {
    const caller = { owner: file.institutionId, signal: left.signal };
    const parsed = await inTurn(caller, (parseFile) => parseFile({ format, columns }, { answer })).catch(
      refuseWith(() => new FileProblem('takes_too_long')),
    );
    if ('problem' in parsed) throw new FileProblem(parsed.problem);
    next.resolve(undefined);
  };
  parseAll().catch((error: unknown) => next.reject(error));
  try {
    for (let records = await next.promise; records !== undefined; records = await next.promise) {
      next = Promise.withResolvers();
      yield records;
      taken.resolve();
    }
  } finally {
    next.promise.catch(() => undefined);
    left.abort(new Error('the records are no longer consumed'));
    await chunks.return(undefined);
  }
}
