import { runConfined } from './run-confined.ts';
import type { Confined, Ran } from './run-limited.ts';

type WithScratch = Pick<Confined, 'maxBytes' | 'signal' | 'reader'> & {
  readonly files: readonly Uint8Array[];
  /** A line of shell, made of our own words only; the files are 0.pdf, 1.pdf and so on. */
  readonly line: string;
};

/** Runs programs that need files by name and write one, on copies in a directory that is gone afterwards. */
export async function runWithScratch({ files, line, maxBytes, signal, reader }: WithScratch): Promise<Ran> {
  const copies = files.map(({ length }, index) => `head -c ${length} > ${index}.pdf`);
  return runConfined({
    command: 'sh',
    args: ['-c', ['set -e', 'cd "$SCRATCH"', ...copies, line].join('\n')],
    input: Buffer.concat(files),
    // The longest reports take less than a second.
    cpuS: 20,
    wallMs: 60_000,
    maxBytes,
    scratchBytes: maxBytes,
    signal,
    reader,
  });
}
