import { withReadingSlot } from './with-reading-slot.ts';
import type { Confined } from '../sandbox/run-limited.ts';
import { runWithScratch } from '../sandbox/run-with-scratch.ts';

type InspectedPdf =
  | { readonly kind: 'mergeable'; readonly pages: number }
  /** Why its pages cannot be put behind those of other files, in words that follow "it". */
  | { readonly kind: 'refused'; readonly why: string };

type Inspection = { readonly pdf: Uint8Array; readonly client: string } & Pick<Confined, 'signal' | 'reader'>;

/** More than any report has; a file beyond it is no report. */
const pagesMax = 200;
/** What pdfinfo prints of a file that is not made to print more. */
const infoBytes = 65_536;

/** Whether the pages of a file can be put behind others, and how many they are: merging it alone is tried. */
export async function inspectPdf({ pdf, client, signal, reader }: Inspection): Promise<InspectedPdf> {
  const { ok, late, output, complaint } = await withReadingSlot({ client, signal }, () =>
    runWithScratch({
      files: [pdf],
      // The merged file is written, then only counted.
      line: 'pdfunite 0.pdf merged.pdf && pdfinfo merged.pdf',
      maxBytes: Math.max(1_048_576, pdf.length * 4),
      signal,
      reader,
    }),
  );
  if (/password|encrypted/i.test(complaint)) return { kind: 'refused', why: 'is protected by a password' };
  // Ended by its own timeout or by the caller's: nothing is known of the file then.
  if (late || signal.aborted) return { kind: 'refused', why: 'takes too long to read' };
  const pages = Number(/^Pages: +(\d+)$/m.exec(output.toString('latin1', 0, infoBytes))?.[1] ?? 0);
  if (!ok || pages === 0) return { kind: 'refused', why: 'is damaged' };
  return pages > pagesMax ? { kind: 'refused', why: `has more than ${pagesMax} pages` } : { kind: 'mergeable', pages };
}
