import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findOwnUser } from './find-own-user.ts';
import { readerUnavailable } from './reader-errors.ts';
import { type Confined, type Ran, runLimited } from './run-limited.ts';
import type { Wall } from './wall-data.ts';

/** How long the other wall goes first after one could not be raised: a machine that forbids it does so for good. */
const retryMs = 60_000;
let namespacesFailedAtMs = -Infinity;

/**
 * Runs a program as a child of this process, behind the first wall that can be raised around it. Nothing that was found
 * out before decides whether there is one: each program begins behind a wall of its own, or not at all. What it writes is
 * gone afterwards.
 */
export async function runConfinedHere(confined: Confined): Promise<Ran> {
  for (const wall of listWalls(confined)) {
    const ran = await runBehind(wall, confined);
    if (ran !== undefined) return ran;
    if (wall === 'namespaces') namespacesFailedAtMs = performance.now();
  }
  throw readerUnavailable(
    new Error('no wall can be raised around a program: neither bubblewrap nor Landlock works here'),
  );
}

function listWalls({ reader }: Confined): readonly Wall[] {
  const forbidden = performance.now() - namespacesFailedAtMs < retryMs;
  const walls: readonly Wall[] = forbidden ? ['landlock', 'namespaces'] : ['namespaces', 'landlock'];
  return reader?.unwalled === true ? [...walls, 'none'] : walls;
}

async function runBehind(wall: Wall, confined: Confined): Promise<Ran | undefined> {
  if (wall === 'namespaces' || confined.scratchBytes === undefined) return runLimited(confined, wall);
  const scratch = await mkdtemp(join(tmpdir(), 'makewhole-'));
  try {
    const user = findOwnUser();
    if (user !== undefined) await chown(scratch, user.uid, user.gid);
    return await runLimited(confined, wall, scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
