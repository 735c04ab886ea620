import { canonicalJson } from '#lib/json/canonical-json';
import { ArraySplitter } from '#lib/json/json-rows';
import { validationFailed, type Issue } from '#platform/errors';
import { maxIssues } from '#platform/http';
import { readRows, type RosterOptions, type RosterReader } from './read-rows.ts';

const modes = ['apply', 'dry_run'] as const;

/** One object with the rows in it, read as it arrives. */
export const readRosterObject: RosterReader = async (chunks, row) => {
  const frame = await readRows(chunks, { splitterOf: (give) => new ArraySplitter('roster', give), row });
  return { options: readOptions(frame), canonical: canonicalJson(frame) };
};

function readOptions(frame: Readonly<Record<string, unknown>>): RosterOptions {
  const { mode = 'apply', confirm_cancel_count: confirmed, roster: _rows, ...others } = frame;
  const issues: Issue[] = Object.keys(others).map((path) => ({ path, message: 'is not a known member' }));
  const known = modes.find((one) => one === mode);
  if (known === undefined) issues.push({ path: 'mode', message: `must be one of: ${modes.join(', ')}` });
  if (confirmed !== undefined && !(Number.isSafeInteger(confirmed) && (confirmed as number) >= 0))
    issues.push({ path: 'confirm_cancel_count', message: 'must be a whole number' });
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return { mode: known ?? 'apply', confirmCancelCount: confirmed as number | undefined };
}
