import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../src/app/docs/samples/', import.meta.url));

export type Sample = { readonly name: string; readonly file: string; readonly path: string; readonly text: string };

/** Every sample on the developer site. */
export const samples: readonly Sample[] = globSync('*/*', { cwd: folder })
  .toSorted()
  .map((path) => ({ name: dirname(path), file: basename(path), path: join(folder, path) }))
  .map((sample) => ({ ...sample, text: readFileSync(sample.path, 'utf8') }));

export function sampleAt(name: string, file: string): Sample {
  const found = samples.find((sample) => sample.name === name && sample.file === file);
  if (found === undefined) throw new Error(`there is no sample ${name}/${file}`);
  return found;
}
