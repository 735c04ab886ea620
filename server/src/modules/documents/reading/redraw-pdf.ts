import { withReadingSlot } from './with-reading-slot.ts';
import type { Confined } from '../sandbox/run-limited.ts';
import { runWithScratch } from '../sandbox/run-with-scratch.ts';

type Redrawing = { readonly pdf: Uint8Array; readonly client: string } & Pick<Confined, 'signal' | 'reader'>;

/**
 * The same pages as a drawing with its text. Merging keeps the scripts, links, forms and attached files of a stranger's
 * PDF, and whoever opens the merged file would take them for ours. Undefined when it cannot be made.
 */
export async function redrawPdf({ pdf, client, signal, reader }: Redrawing): Promise<Buffer | undefined> {
  const { ok, output } = await withReadingSlot({ client, signal }, () =>
    runWithScratch({
      files: [pdf],
      line: 'pdftocairo -pdf 0.pdf drawn.pdf >&2 && cat drawn.pdf',
      // What is shaded or transparent is drawn as an image.
      maxBytes: pdf.length * 4 + 4_194_304,
      signal,
      reader,
    }),
  );
  // What is cut off at the limit has no end mark.
  return ok && output.subarray(-1024).includes('%%EOF') ? output : undefined;
}
