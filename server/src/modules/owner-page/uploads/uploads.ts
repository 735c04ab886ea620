import type { Ctx } from '#context';
import { documentsMax, listDocuments } from '#modules/documents';
import { takeReport } from '#modules/consultations';
import { AppError } from '#platform/errors';
import { withUpload } from '#platform/http';
import type { PageSources } from '../facts.ts';

/** A sheet of paper scanned at 600 dots per inch; phone photos are smaller. */
const sideMost = 10_000;
const dotsMost = 60_000_000;

/** Frames with their size in the header: SOF0 to SOF15, except the three markers in that range that are not frames. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/**
 * A JPEG with a plausible size for a photo of a page. A file that claims huge dimensions would keep the readers busy
 * however small it is, and one without dimensions cannot be drawn.
 */
function isPhotograph(file: Buffer): boolean {
  if (!file.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return false;
  let at = 2;
  while (at + 9 < file.length && file[at] === 0xff) {
    const marker = file[at + 1] ?? 0;
    if (isFrame(marker)) return isSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5), file[at + 9] ?? 0);
    at += 2 + file.readUInt16BE(at + 2);
  }
  return false;
}

const isSize = (width: number, height: number, channels: number): boolean =>
  width > 0 &&
  height > 0 &&
  Math.max(width, height) <= sideMost &&
  width * height <= dotsMost &&
  [1, 3, 4].includes(channels);

/** Points: a sheet of US letter paper. */
const paper = { width: 612, height: 792 } as const;

/** Photos of pages as one PDF, one per page, in order. They must be JPEG, which is embedded without conversion. */
async function joinPhotographs(photographs: readonly Buffer[]): Promise<Buffer> {
  // Large, and rarely needed.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({ autoFirstPage: false, size: [paper.width, paper.height], margin: 0 });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', resolve);
    document.on('error', reject);
  });
  for (const photograph of photographs) {
    document.addPage();
    document.image(photograph, 0, 0, { fit: [paper.width, paper.height], align: 'center', valign: 'center' });
  }
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

type SentReport = {
  readonly consultationId: string;
  /** The id under which the documents of the case are stored. */
  readonly sourceId: string;
  /** In the order in which they were chosen. */
  readonly files: readonly Buffer[];
  /** Aborts reading when the customer disconnects. */
  readonly signal: AbortSignal;
};

/** Why a report was refused, in the terms of the page. */
type ReportRefusal = 'none' | 'kind' | 'unreadable' | 'full' | 'busy' | 'over';

const isPdf = (file: Buffer): boolean => file.subarray(0, 1024).includes('%PDF-');

/** Receives the insurer's report from its customer: one PDF, or photos that are merged into one. */
export async function sendReport(
  ctx: Ctx,
  sources: PageSources,
  { consultationId, sourceId, files, signal }: SentReport,
): Promise<ReportRefusal | undefined> {
  const [first] = files;
  if (first === undefined) return 'none';
  if ((await listDocuments(ctx, sourceId)).length >= documentsMax) return 'full';
  const isOnePdf = files.length === 1 && isPdf(first);
  if (!isOnePdf && !files.every(isPhotograph)) return 'kind';
  const bytes = isOnePdf ? first : await joinPhotographs(files).catch(() => undefined);
  if (bytes === undefined) return 'unreadable';
  try {
    await withUpload(bytes, (pdf) => takeReport(ctx, sources.facts, { consultationId, pdf, signal, files: ctx }));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return toRefusal(error);
  }
}

function toRefusal({ status }: AppError): ReportRefusal {
  if (status === 429 || status >= 500) return 'busy';
  return status === 409 ? 'over' : 'unreadable';
}
