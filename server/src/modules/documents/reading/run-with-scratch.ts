import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandbox } from './has-sandbox.ts';
import { runConfined } from './run-confined.ts';
import type { Ran } from './run-limited.ts';

type WithScratch = {
  readonly files: readonly Uint8Array[];
  /** A line of shell, made of our own words only; the files are 0.pdf, 1.pdf and so on. */
  readonly line: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

/**
 * Runs programs that need files by name and write one, on copies in a directory that is gone afterwards: in the sandbox a
 * part of its memory, elsewhere one that only we can read.
 */
export async function runWithScratch({ files, line, maxBytes, signal }: WithScratch): Promise<Ran> {
  const own = (await hasSandbox()) ? undefined : await mkdtemp(join(tmpdir(), 'makewhole-'));
  const copies = files.map(({ length }, index) => `head -c ${length} > ${index}.pdf`);
  try {
    return await runConfined({
      command: 'sh',
      args: ['-c', ['set -e', `cd ${own ?? '/tmp'}`, ...copies, line].join('\n')],
      input: Buffer.concat(files),
      // The longest reports take less than a second.
      cpuS: 20,
      wallMs: 60_000,
      maxBytes,
      scratchBytes: maxBytes,
      signal,
    });
  } finally {
    if (own !== undefined) await rm(own, { recursive: true, force: true });
  }
}
