import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Reachable memory of this process, in mebibytes, after a garbage collection. */
export function usedMb(kind: 'heapUsed' | 'arrayBuffers'): number {
  collectGarbage();
  return process.memoryUsage()[kind] / 2 ** 20;
}
