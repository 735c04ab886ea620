import type { Given, Io } from './command.ts';

/** A command's result, for programs and for people. */
export type Printed = { readonly value: unknown; readonly lines: readonly string[] };

/** With --json the value on one line of stdout, otherwise the lines. */
export function print(io: Io, { json }: Pick<Given, 'json'>, { value, lines }: Printed): void {
  if (json) io.out(JSON.stringify(value));
  else for (const line of lines) io.out(line);
}

/** For people only: with --json stdout has nothing but values, so it goes to stderr. */
export function note(io: Io, { json }: Pick<Given, 'json'>, line: string): void {
  if (json) io.err(line);
  else io.out(line);
}

/** Characters that control a terminal, change the text direction, or are invisible. */
const steering = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** As a JSON escape, so that the character is visible and has no effect. */
const escaped = (characters: string): string =>
  characters.replaceAll(/[^]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Untrusted text on one line. */
export const cleanText = (text: string): string => text.replaceAll(/[\t\r\n]+/g, ' ').replaceAll(steering, escaped);

/** Lines for printing: nothing in them controls the terminal. JSON output keeps the original value. */
export const cleanLines = (text: string): string =>
  text.replaceAll(steering, (found) => (found === '\n' || found === '\t' ? found : escaped(found)));

/** Rows in columns as wide as their widest cell. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map((row) => row.map(cleanText));
  const widths = (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  return cells.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
