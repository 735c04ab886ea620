import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { CommandFailed } from '../command-failed.ts';

/** The partner's values for one object. */
export type Own = {
  readonly line: number;
  readonly id: string | undefined;
  readonly external_ref: string | undefined;
  readonly status: string | undefined;
};

/** More than any institution's list; the whole list is held in memory. */
const linesMax = 5_000_000;

/** One JSON object per line, with an id or an external_ref. */
export async function readState(file: string): Promise<Own[]> {
  const owned: Own[] = [];
  let line = 0;
  try {
    for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
      line += 1;
      if (line > linesMax) throw new CommandFailed(1, `The list has more than ${linesMax} lines.`);
      if (text.trim() !== '') owned.push(readOwn(line === 1 ? text.replace(/^\uFEFF/, '') : text, line));
    }
  } catch (error) {
    const { code } = error as { code?: string };
    if (error instanceof CommandFailed || code === undefined) throw error;
    throw new CommandFailed(2, `${file} cannot be read: ${code}`);
  }
  return owned;
}

function readOwn(text: string, line: number): Own {
  const value = parse(text);
  if (value === undefined) throw new CommandFailed(1, `Line ${line} of the list is not a JSON object.`);
  const take = (name: string): string | undefined => {
    const content = value[name];
    if (content === undefined || content === null || content === '') return undefined;
    if (typeof content === 'string' || typeof content === 'number') return String(content);
    throw new CommandFailed(1, `Line ${line} of the list: ${name} is not a string or number.`);
  };
  const own = { line, id: take('id'), external_ref: take('external_ref'), status: take('status') };
  if (own.id === undefined && own.external_ref === undefined)
    throw new CommandFailed(1, `Line ${line} of the list has neither id nor external_ref.`);
  return own;
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
