import { readFileSync } from 'node:fs';

/** The version of the package that runs; package.json is beside the folder of this file, as source and as packed. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
