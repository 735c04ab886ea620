import { withReadingSlot } from './with-reading-slot.ts';
import type { Confined } from '../sandbox/run-limited.ts';
import { runWithScratch } from '../sandbox/run-with-scratch.ts';

type Merging = { readonly files: readonly Uint8Array[]; readonly client: string } & Pick<Confined, 'signal' | 'reader'>;

/** All pages of several files as one, in their order; undefined when it cannot be made. */
export async function mergePdfs({ files, client, signal, reader }: Merging): Promise<Buffer | undefined> {
  const bytes = files.reduce((sum, { length }) => sum + length, 0);
  const names = files.map((_, index) => `${index}.pdf`).join(' ');
  const { ok, output } = await withReadingSlot({ client, signal }, () =>
    runWithScratch({
      files,
      line: `pdfunite ${names} merged.pdf && cat merged.pdf`,
      // A merged file is about as large as its parts; fonts that they share are stored twice.
      maxBytes: bytes * 2 + 1_048_576,
      signal,
      reader,
    }),
  );
  // What is cut off at the limit has no end mark.
  return ok && output.subarray(-1024).includes('%%EOF') ? output : undefined;
}
