import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { dataFileOf } from './data-file-rules.ts';
import { vehicleDataUnusable, VehicleDataError } from '../errors.ts';
import { findVpicPackage } from './data.ts';
import { loadVehicleData } from './vehicle-data-store.ts';

type PreparedData = { readonly file: string; readonly built: boolean };

/** It takes half a minute on a slow disk; a build that takes longer than this hangs. */
const buildMaxMs = 180_000;

/**
 * Creates the data file if it is missing or unreadable. Safe to run twice or in several processes at once: each
 * builds its own file, and all of them are identical.
 */
export async function prepareVehicleData(dir: string, packed = findVpicPackage()): Promise<PreparedData> {
  const file = dataFileOf(dir);
  if (isUsable(dir)) return { file, built: false };
  await build(dir, packed);
  return { file, built: true };
}

function isUsable(dir: string): boolean {
  try {
    loadVehicleData(dir).close();
    return true;
  } catch (error) {
    if (error instanceof VehicleDataError) return false;
    throw error;
  }
}

async function build(dir: string, packed: string): Promise<void> {
  // Without the flags of this process, some of which are meant for its main file only.
  const options = { workerData: { dir, packed }, execArgv: [] };
  const worker = new Worker(new URL('build-data-worker.ts', import.meta.url), options);
  let answer: { readonly problem?: string };
  try {
    [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(buildMaxMs) })) as [typeof answer];
  } catch (cause) {
    throw vehicleDataUnusable('the data could not be built', cause);
  } finally {
    await worker.terminate();
  }
  if (answer.problem !== undefined) throw new VehicleDataError(answer.problem);
}
