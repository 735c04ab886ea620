import { flatten, parseLine } from './json-lines.ts';

/** Bounds what is stored and shown of a file. */
const columnsMax = 200;

/** Columns of rows that are JSON: the known fields first where members are nested, then what the first rows have besides. */
export function listJsonColumns(lines: readonly string[], known: readonly string[]): string[] {
  const columns = new Set<string>();
  for (const line of lines) for (const path of flatten(parseLine(line)).keys()) columns.add(path);
  const isNested = known.some((field) => field.includes('.') && columns.has(field));
  return [...new Set([...(isNested ? known : []), ...columns])].slice(0, columnsMax);
}
