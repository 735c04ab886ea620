// Scans: pages rendered as images and put into a PDF without text.
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Paper } from './paper.ts';

const run = promisify(execFile);

export type ScanOptions = {
  readonly dpi: number;
  /** Scanned sideways: 90 or 270 degrees. */
  readonly turned?: 0 | 90 | 270;
  /** Slightly rotated. */
  readonly skewDegrees?: number;
  readonly pages?: number;
};

export async function scan(pdf: Buffer, { dpi, turned = 0, skewDegrees = 0, pages = 2 }: ScanOptions): Promise<Buffer> {
  const directory = await mkdtemp(join(tmpdir(), 'makewhole-scan-'));
  try {
    await writeFile(join(directory, 'in.pdf'), pdf);
    await run('pdftoppm', [
      '-gray',
      '-r',
      String(dpi),
      '-l',
      String(pages),
      '-png',
      join(directory, 'in.pdf'),
      join(directory, 'page'),
    ]);
    const names = (await readdir(directory)).filter((name) => name.endsWith('.png')).sort();
    const paper = new Paper();
    for (const name of names) {
      const picture = await readFile(join(directory, name));
      if (turned === 0) paper.picture(picture, skewDegrees);
      else paper.turnedPicture(picture, turned);
    }
    return await paper.done();
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
