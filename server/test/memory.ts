import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What this process really holds, in mebibytes: what nobody refers to any more is not counted. */
export function heldMb(kind: 'heapUsed' | 'arrayBuffers'): number {
  collectGarbage();
  return process.memoryUsage()[kind] / 2 ** 20;
}
