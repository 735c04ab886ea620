import type { Issue } from '#platform/errors';

/** How to treat a roster, apart from its rows. */
export type RosterOptions = { readonly mode: 'apply' | 'dry_run'; readonly confirmCancelCount: number | undefined };

/** One row per line, with the options in the query; or one object with the rows in it, and the options next to them. */
export type RosterForm = { readonly kind: 'lines'; readonly options: RosterOptions } | { readonly kind: 'object' };

const modes = ['apply', 'dry_run'] as const;

/** The options of an object, from the members next to its rows. */
export function readOptions(
  frame: Readonly<Record<string, unknown>>,
): { readonly options: RosterOptions } | { readonly issues: readonly Issue[] } {
  const { mode = 'apply', confirm_cancel_count: confirmed, roster: _rows, ...others } = frame;
  const issues: Issue[] = Object.keys(others).map((path) => ({ path, message: 'is not a known member' }));
  const known = modes.find((one) => one === mode);
  if (known === undefined) issues.push({ path: 'mode', message: `must be one of: ${modes.join(', ')}` });
  if (confirmed !== undefined && !(Number.isSafeInteger(confirmed) && (confirmed as number) >= 0))
    issues.push({ path: 'confirm_cancel_count', message: 'must be a whole number' });
  if (issues.length > 0) return { issues };
  return { options: { mode: known ?? 'apply', confirmCancelCount: confirmed as number | undefined } };
}
