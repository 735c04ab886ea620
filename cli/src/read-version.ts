import { readFileSync } from 'node:fs';

/** The version of the running package; package.json is next to this file's folder, as source and as packed. */
export function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return version;
}
