import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/**
 * Among the packages, where only whoever may change the code can write; in a folder for everybody, such as /tmp, a
 * stranger could leave code for us. `npm ci` empties it.
 */
const directory = fileURLToPath(new URL('../../../node_modules/.cache/makewhole', import.meta.url));

/** Caches what Node makes of our TypeScript for the next start; where it cannot be written, every start is a first one. */
export function cacheCompiledCode(): void {
  enableCompileCache(directory);
}
