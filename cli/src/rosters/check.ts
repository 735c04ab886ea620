import { resolve } from 'node:path';
import type { ExitCode, Given, Io } from '../command.ts';
import { print } from '../print.ts';
import { checkRoster, type CheckedRoster, type RosterFile, type RosterIssue } from './check-roster.ts';
import { readMap } from './columns.ts';
import { collectIssues } from './collect-issues.ts';

/** Offline: nothing is sent. */
export async function checkCommand(io: Io, given: Given): Promise<ExitCode> {
  const { checked, issues } = await checkFile(io, given, toRosterFile(io, given));
  print(io, given, {
    value: { object: 'roster_check', ...checked, issues },
    lines: [...describeColumns(checked), ...issues.map(describeIssue), ...summarize(checked, issues)],
  });
  return checked.errors > 0 ? 1 : 0;
}

export const toRosterFile = (io: Io, given: Given): RosterFile => ({
  file: resolve(io.cwd, given.arguments[0] ?? ''),
  chosen: readMap(given.options['map'], io.cwd),
});

/** Writes all issues to the file of --refused, and prints the first ones. */
export async function checkFile(io: Io, given: Given, roster: RosterFile) {
  const { refused } = given.options;
  const collected = collectIssues(typeof refused === 'string' ? resolve(io.cwd, refused) : undefined);
  try {
    const checked = await checkRoster(roster, collected.add, reportProgress(io, 'checked'));
    return { checked, issues: collected.list() };
  } finally {
    collected.close();
  }
}

/** Rows between two progress messages. */
const rowsPerWord = 100_000;

/** On stderr, so that it does not mix with the output. */
export const reportProgress =
  (io: Io, done: string) =>
  (rows: number): void => {
    if (rows % rowsPerWord === 0) io.err(`${rows} rows ${done}`);
  };

export const describeColumns = ({ columns }: CheckedRoster): string[] => [
  ...columns.flatMap(({ column, field }) =>
    field === null ? [] : [column === field ? `  ${column}` : `  ${column} is ${field}`],
  ),
  ...columns.flatMap(({ column, field }) => (field === null ? [`  ${column} is not used`] : [])),
];

export const describeIssue = ({ line, column, column_name: name, level, message }: RosterIssue): string =>
  `${level === 'error' ? 'FAIL' : 'warn'} line ${line}${column === null ? '' : `, column ${column} (${name})`}: ${message}`;

export function summarize({ rows, errors, warnings }: CheckedRoster, issues: readonly RosterIssue[]): string[] {
  const more = errors + warnings - issues.length;
  return [
    ...(more > 0 ? [`and ${more} more; use --refused <file> for all`] : []),
    `${rows} rows, ${errors} errors, ${warnings} warnings.`,
  ];
}
