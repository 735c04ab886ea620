import type { Upload } from '#platform/http';
import { givenFile, runConfined } from './run-confined.ts';
import { straighten } from './straighten.ts';
import { readWordTable, type Word } from './words.ts';

export type Scan = {
  readonly file: Pick<Upload, 'fd'>;
  readonly pages: number;
  readonly signal: AbortSignal;
};

/** The figures stand on the first pages, and each page costs seconds. */
const scannedPages = 4;
/** The long side of a letter page at 200 dpi: larger pages are made as small, so that none can fill the memory. */
const longSidePx = 2200;
/** The same side in points, as text has it. */
const longSidePt = 792;
/** Below this tesseract was guessing: most often the page lies on its side. */
const sureEnough = 60;

/** The words of a scan, by OCR. A page that cannot be read is passed over; the document is kept for people. */
export async function readScan(scan: Scan): Promise<Word[]> {
  const words: Word[] = [];
  for (let page = 1; page <= Math.min(scan.pages, scannedPages); page += 1) {
    scan.signal.throwIfAborted();
    const image = await drawPage(scan, page);
    if (image === undefined) continue;
    words.push(...straighten(await recognise(scan, image)).map((word) => ({ ...word, page })));
  }
  scan.signal.throwIfAborted();
  return words;
}

/** A gray picture in the plainest form there is: a line with its size, then one byte per pixel (PGM). */
async function drawPage({ file, signal }: Scan, page: number): Promise<Buffer | undefined> {
  const size = ['-scale-to', String(longSidePx)];
  const { ok, output } = await runConfined({
    command: 'pdftoppm',
    args: ['-q', '-gray', ...size, '-f', String(page), '-l', String(page), givenFile],
    fd: file.fd,
    cpuS: 10,
    wallMs: 40_000,
    maxBytes: longSidePx * longSidePx + 64,
    signal,
  });
  return ok && !isBlank(output) ? output : undefined;
}

/** A line of text darkens more of a page than this. */
const blankShare = 0.0005;

/** Looking at some of its pixels is enough, and spares the seconds of recognising nothing. */
function isBlank(image: Buffer): boolean {
  const step = 7;
  let dark = 0;
  for (let index = 64; index < image.length; index += step) if ((image[index] ?? 255) < 128) dark += 1;
  return dark * step < blankShare * image.length || image.length === 0;
}

async function recognise({ signal }: Scan, image: Buffer): Promise<Word[]> {
  const first = await recogniseUpright(image, signal);
  if (certainty(first) >= sureEnough) return first;
  const turn = await findTurn(image, signal);
  if (turn === 0) return first;
  const second = await recogniseUpright(turnImage(image, turn), signal);
  return certainty(second) > certainty(first) ? second : first;
}

/** How sure the reader is on the whole; a page of few words says nothing. */
function certainty(words: readonly Word[]): number {
  const said = words.filter(({ text }) => text.length > 2);
  return said.length < 8 ? 0 : said.reduce((sum, { sure }) => sum + sure, 0) / said.length;
}

const tesseract = { command: 'tesseract', cpuS: 25, wallMs: 60_000, maxBytes: 2 * 1024 * 1024 } as const;

async function recogniseUpright(image: Buffer, signal: AbortSignal): Promise<Word[]> {
  // Sparse text in a column of its own: a table's cells stay apart, and rows are made from places.
  const args = ['stdin', 'stdout', '--dpi', '200', '--psm', '11', '-l', 'eng', 'tsv'];
  const { ok, output } = await runConfined({ ...tesseract, args, input: image, signal });
  return ok ? [...readWordTable(output.toString('utf8'), longSidePt / longSidePx).words] : [];
}

type Degrees = 0 | 90 | 180 | 270;

/** By how much the page must be turned clockwise to stand upright. */
async function findTurn(image: Buffer, signal: AbortSignal): Promise<Degrees> {
  const args = ['stdin', 'stdout', '--dpi', '200', '--psm', '0', '-l', 'osd'];
  const { output } = await runConfined({ ...tesseract, args, input: image, signal });
  const degrees = Number(/^Rotate: (\d+)/m.exec(output.toString('utf8'))?.[1] ?? 0);
  return degrees === 90 || degrees === 180 || degrees === 270 ? degrees : 0;
}

function turnImage(image: Buffer, degrees: Degrees): Buffer {
  const [head, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(image.toString('latin1', 0, 64)) ?? [];
  if (head === undefined) return image;
  const [w, h] = [Number(width), Number(height)];
  const pixels = image.subarray(head.length);
  const [newW, newH] = degrees === 180 ? [w, h] : [h, w];
  const turned = Buffer.alloc(w * h);
  for (let y = 0; y < h; y += 1) {
    for (let x = 0; x < w; x += 1) {
      const place =
        degrees === 90
          ? x * newW + (newW - 1 - y)
          : degrees === 270
            ? (newH - 1 - x) * newW + y
            : (h - 1 - y) * w + (w - 1 - x);
      turned[place] = pixels[y * w + x] ?? 255;
    }
  }
  return Buffer.concat([Buffer.from(`P5\n${newW} ${newH}\n255\n`), turned]);
}
