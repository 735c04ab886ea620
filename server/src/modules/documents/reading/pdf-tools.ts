import type { Confined } from '../jail/run-limited.ts';
import { runWithScratch } from '../jail/confined-runs.ts';
import { withReadingSlot } from './read-report.ts';

type InspectedPdf =
  | { readonly kind: 'mergeable'; readonly pages: number }
  /** Why its pages cannot be put behind those of other files, in words that follow "it". */
  | { readonly kind: 'refused'; readonly why: string };

type Inspection = { readonly pdf: Uint8Array; readonly client: string } & Pick<Confined, 'signal' | 'reader'>;

/** More than any report has; a larger file is not a report. */
const pagesMax = 200;
/** The output of pdfinfo for an ordinary file. */
const infoBytes = 65_536;

/** Whether the pages of a file can be appended to others, and their number, by merging it alone. */
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
  // Ended by its own timeout or by the caller's: the file is not judged then.
  if (late || signal.aborted) return { kind: 'refused', why: 'takes too long to read' };
  const pages = Number(/^Pages: +(\d+)$/m.exec(output.toString('latin1', 0, infoBytes))?.[1] ?? 0);
  if (!ok || pages === 0) return { kind: 'refused', why: 'is damaged' };
  return pages > pagesMax ? { kind: 'refused', why: `has more than ${pagesMax} pages` } : { kind: 'mergeable', pages };
}

type Redrawing = { readonly pdf: Uint8Array; readonly client: string } & Pick<Confined, 'signal' | 'reader'>;

/**
 * The same pages as a drawing with its text. Merging keeps the scripts, links, forms and attached files of an
 * untrusted PDF, and readers of the merged file would take them for ours. Undefined when it cannot be made.
 */
export async function redrawPdf({ pdf, client, signal, reader }: Redrawing): Promise<Buffer | undefined> {
  const { ok, output } = await withReadingSlot({ client, signal }, () =>
    runWithScratch({
      files: [pdf],
      line: 'pdftocairo -pdf 0.pdf drawn.pdf >&2 && cat drawn.pdf',
      // Shaded and transparent parts are drawn as images.
      maxBytes: pdf.length * 4 + 4_194_304,
      signal,
      reader,
    }),
  );
  // Output that is cut off at the limit has no end mark.
  return ok && output.subarray(-1024).includes('%%EOF') ? output : undefined;
}

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
  // Output that is cut off at the limit has no end mark.
  return ok && output.subarray(-1024).includes('%%EOF') ? output : undefined;
}
