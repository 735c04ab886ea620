import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Next to the packages, where only those who may change the code can write; in a shared folder such as /tmp, an
 * attacker could leave code for us. `npm ci` empties it.
 */
const directory = fileURLToPath(new URL('../../../node_modules/.cache/makewhole', import.meta.url));

/** Caches compiled TypeScript for the next start; where the cache cannot be written, every start compiles again. */
export function cacheCompiledCode(): void {
  enableCompileCache(directory);
}
