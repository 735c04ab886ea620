import { AppError } from '#platform/errors';
import { runConfined } from './run-confined.ts';
import type { Readers } from './run-limited.ts';
import type { Wall } from './wall-data.ts';

const nothing = { command: 'true', args: [], cpuS: 1, wallMs: 20_000, maxBytes: 1024 };

/**
 * What stands around a program, here or in the process `reader`; undefined where none can be run, so that no file is read.
 * For telling only: what happens to a file is decided when it is read.
 */
export async function findWall(reader: Readers): Promise<Wall | 'unknown' | undefined> {
  try {
    const ran = await runConfined({ ...nothing, reader, signal: AbortSignal.timeout(nothing.wallMs) });
    // A reader of the version before does not say.
    return ran.wall ?? 'unknown';
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}
