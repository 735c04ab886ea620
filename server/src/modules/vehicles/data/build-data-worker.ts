import { parentPort, workerData } from 'node:worker_threads';
import { buildDataFile } from './data.ts';
import { VehicleDataError } from '../errors.ts';

const { dir, packed } = workerData as { readonly dir: string; readonly packed: string };

/** Only the message leaves the thread: an error and its causes do not survive structured cloning. */
function build(): { readonly problem?: string } {
  try {
    buildDataFile(dir, packed);
    return {};
  } catch (error) {
    if (error instanceof VehicleDataError) return { problem: error.message };
    throw error;
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage(build());
