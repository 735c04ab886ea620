import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Returns the given output folder, empty. Only an earlier build's output is deleted; any other content ends the
 * process with 2.
 */
export function readBuildFolder(usage: string): string {
  const words = process.argv.slice(2);
  if (words.some((word) => word === '--help' || word === '-h')) end(0, usage);
  const [given, ...more] = words;
  if (given === undefined || more.length > 0 || given.startsWith('-')) return end(2, usage);
  const folder = resolve(given);
  if (existsSync(folder) && readdirSync(folder).length > 0 && !isBuilt(folder))
    return end(2, `${given} is not empty, and not a package that was built there before. Nothing was done.`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

/** A source manifest has `private`, and a built one does not. */
function isBuilt(folder: string): boolean {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>;
    return String(manifest['name']).startsWith('@makewhole/') && manifest['private'] === undefined;
  } catch {
    return false;
  }
}

function end(code: 0 | 2, line: string): never {
  process[code === 0 ? 'stdout' : 'stderr'].write(`${line}\n`);
  process.exit(code);
}
