// Runs in a parser thread: detects the format of a roster file, or reads its records.
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { detectFormat, type DetectedFile } from '#lib/tables/detect-format';
import type { FileFormat } from '#lib/tables/file-format';
import { FileProblem } from '#lib/tables/file-problem';
import { readRecords } from '#lib/tables/read-records';
import type { ParserThread } from '#platform/parsing';
import { rosterFields } from '../roster-files/rules.ts';

/** Its format, columns and first rows; `isUtf8` is about the whole file. */
type Head = { readonly head: Uint8Array; readonly isUtf8: boolean };
type Records = { readonly format: FileFormat; readonly columns: readonly string[] };

/** The thread's request to its caller: the next chunk of the file, or to take these records. */
export type RosterQuestion = 'chunk' | { readonly records: readonly string[][] };

type Parsed = { readonly detected?: DetectedFile } | { readonly problem: string };

export async function parse(input: Head | Records, thread: ParserThread): Promise<Parsed> {
  const chunks = listChunks(thread);
  try {
    if ('head' in input) {
      const { isUtf8 } = input;
      const workbook = () => buffer(Readable.from(chunks));
      return {
        detected: await detectFormat({ head: Buffer.from(input.head), isUtf8, workbook, fields: rosterFields }),
      };
    }
    for await (const records of readRecords({ ...input, chunks }))
      await thread.ask({ records } satisfies RosterQuestion);
    return {};
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.code };
    throw error;
  }
}

async function* listChunks(thread: ParserThread): AsyncGenerator<Uint8Array> {
  for (;;) {
    const chunk = (await thread.ask('chunk' satisfies RosterQuestion)) as Uint8Array | undefined;
    if (chunk === undefined) return;
    yield chunk;
  }
}
