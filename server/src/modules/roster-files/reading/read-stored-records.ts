import type { Ctx } from '#context';
import type { FileFormat } from '#lib/tables/file-format';
import { FileProblem } from '#lib/tables/file-problem';
import { createParserLane, refuseWith } from '#platform/parsing';
import { readParts, type StoredFile } from './read-parts.ts';
import type { parse, RosterQuestion } from './roster-parser.ts';

type StoredRecords = {
  readonly file: StoredFile;
  readonly format: FileFormat;
  readonly columns: readonly string[];
};

/** Whole files, in the background: a million rows take a minute, and must not delay files that a person waits for. */
const inTurn = createParserLane({
  name: 'stored files',
  threads: 1,
  heapMb: 256,
  deadlineMs: 600_000,
  maxWaiting: 100,
  maxWaitingPerOwner: 100,
}).parser<typeof parse>(new URL('roster-parser.ts', import.meta.url));

/** The records of a stored file, some at a time, as a thread parses them. The thread waits until they are consumed. */
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
