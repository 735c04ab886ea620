import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sandbox } from './sandbox-data.ts';
import { hasSandbox } from './has-sandbox.ts';
import { type Confined, type Ran, runLimited } from './run-limited.ts';

/**
 * Runs a program as a child of this process, under resource limits and, where available, in a sandbox. What it writes is
 * gone afterwards: in the sandbox a part of its memory, elsewhere a directory that only we can read.
 */
export async function runConfinedHere(confined: Confined): Promise<Ran> {
  if (await hasSandbox()) return runLimited(confined, sandbox);
  if (confined.scratchBytes === undefined) return runLimited(confined, []);
  const scratch = await mkdtemp(join(tmpdir(), 'makewhole-'));
  try {
    return await runLimited(confined, [], scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
