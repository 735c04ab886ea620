import { closeSync, openSync, writeSync } from 'node:fs';
import { CommandFailed } from '../command-failed.ts';
import type { RosterIssue } from './check-roster.ts';

/** Issues shown per level, so that warnings never hide an error; the file has all of them. */
const shownMax = { error: 100, warning: 20 };

export type CollectedIssues = {
  /** The first of each level, errors before warnings. */
  list(): RosterIssue[];
  add(issue: RosterIssue): void;
  close(): void;
};

/**
 * Keeps the first issues, and writes all of them to a file if there is one: lines, columns and problems, but no
 * cells.
 */
export function collectIssues(file: string | undefined): CollectedIssues {
  const shown: Record<RosterIssue['level'], RosterIssue[]> = { error: [], warning: [] };
  const handle = file === undefined ? undefined : open(file);
  if (handle !== undefined) writeSync(handle, 'line,column,name,level,problem\r\n');
  return {
    list: () => [...shown.error, ...shown.warning],
    add(issue) {
      if (shown[issue.level].length < shownMax[issue.level]) shown[issue.level].push(issue);
      if (handle === undefined) return;
      const { line, column, column_name: name, level, message } = issue;
      writeSync(handle, `${[line, column ?? '', name ?? '', level, message].map(toCell).join(',')}\r\n`);
    },
    close() {
      if (handle !== undefined) closeSync(handle);
    },
  };
}

/** Never overwrites an existing file, which could be the roster. */
function open(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code } = error as { code?: string };
    throw new CommandFailed(2, code === 'EEXIST' ? `${file} already exists.` : `${file} cannot be written: ${code}`);
  }
}

/** By RFC 4180; a column name that a spreadsheet would execute gets an apostrophe. */
function toCell(value: string | number): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
