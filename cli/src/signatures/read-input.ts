import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { wrongUse } from '../command-failed.ts';
import type { Io } from '../command.ts';

/** More than any signed body of these APIs. */
const bytesMax = 50_000_000;

/** The bytes of the file given by an option; `-` is stdin. */
export async function readInput(io: Io, path: string): Promise<Buffer> {
  if (path === '-') return io.readStdin();
  const file = resolve(io.cwd, path);
  try {
    if (statSync(file).size > bytesMax) throw wrongUse(`${path} is larger than 50 MB.`);
    return readFileSync(file);
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === undefined) throw error;
    throw wrongUse(`${path} cannot be read: ${code}`);
  }
}

/** Stdin can be read only once: a second reader would get nothing and report the wrong mistake. */
export function requireOneStdin(...paths: readonly (string | true | undefined)[]): void {
  if (paths.filter((path) => path === '-').length > 1) throw wrongUse('Several files are -; only one can be stdin.');
}

/** An option that requires a value here. */
export function requireOption(options: Readonly<Record<string, string | true | undefined>>, name: string): string {
  const value = options[name];
  if (typeof value !== 'string') throw wrongUse(`--${name} is missing.`);
  return value;
}

/** An option that may have a value. */
export const optional = (value: string | true | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** `now`, or a time; undefined if absent. */
export function readAt(io: Io, value: string | true | undefined): Date | undefined {
  if (typeof value !== 'string') return undefined;
  const at = value === 'now' ? io.now() : new Date(/^\d{9,11}$/.test(value) ? Number(value) * 1000 : value);
  if (Number.isNaN(at.getTime()))
    throw wrongUse('--at must be now, a time such as 2026-11-15T08:00:00Z, or unix seconds.');
  return at;
}

/** Name, value, name, value: as sent, including repeated ones. */
export function readHeaderLines(text: string): string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) {
    const parsed = parseObject(trimmed);
    return Object.entries(parsed).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).flatMap((one) => [name, String(one)]),
    );
  }
  return text
    .split(/\r?\n/)
    .map((line) => /^\s*(?:[<>]\s*)?([!#$%&'*+.^_`|~\w-]+)\s*:(.*)/s.exec(line))
    .flatMap((match) => (match === null ? [] : [match[1] ?? '', (match[2] ?? '').trim()]));
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    throw wrongUse('The headers look like JSON but are not valid.');
  }
}

/** The first header of that name. */
export function headerOf(rawHeaders: readonly string[], name: string): string | undefined {
  const index = rawHeaders.findIndex((text, at) => at % 2 === 0 && text.toLowerCase() === name);
  return index === -1 ? undefined : rawHeaders[index + 1];
}
