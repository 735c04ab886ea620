import type { Upload } from '#platform/http';
import { givenFile } from '../jail/jail-data.ts';
import { runConfined } from '../jail/confined-runs.ts';
import type { Confined } from '../jail/run-limited.ts';

type DrawPage = {
  readonly file: Pick<Upload, 'fd'>;
  readonly page: number;
  /** Whether its boxes were measured on an image, where the long side of any page counts as that of a letter page. */
  readonly ocr: boolean;
} & Pick<Confined, 'signal' | 'reader'>;

/** Both give a letter page of 850 × 1100 pixels: 100 per inch for text, the long side for scans. */
const resolutionPerInch = 100;
const longSidePx = 1100;
/** Twice a letter page; of a larger one only this much from its upper left is drawn. */
const mostPx = '2200';
/** A gray page of text takes a tenth of it. */
const maxBytes = 4 * 1024 * 1024;

/**
 * One page as a PNG, drawn in the sandbox; undefined where it cannot be drawn. A point of a box is 1100/792 pixels of it.
 */
export async function drawPage({ file, page, ocr, signal, reader }: DrawPage): Promise<Buffer | undefined> {
  const size = ocr ? ['-scale-to', String(longSidePx)] : ['-r', String(resolutionPerInch)];
  const { ok, output } = await runConfined({
    command: 'pdftoppm',
    args: [
      '-q',
      '-png',
      '-gray',
      ...size,
      '-W',
      mostPx,
      '-H',
      mostPx,
      '-f',
      String(page),
      '-l',
      String(page),
      givenFile,
    ],
    fd: file.fd,
    cpuS: 10,
    wallMs: 30_000,
    maxBytes,
    signal,
    reader,
  });
  signal.throwIfAborted();
  // An image that was cut off at the bound is discarded.
  return ok && isWhole(output) ? output : undefined;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

const isWhole = (png: Buffer): boolean => png.subarray(0, 4).equals(signature) && png.subarray(-8).includes('IEND');
