import { jsonDepthMax } from '#lib/json/json-depth';
import { notText, type Issue } from '#platform/errors';

export const tooDeep = `is nested deeper than ${jsonDepthMax} levels`;

/** Issues for text that PostgreSQL cannot store: U+0000 or half a surrogate pair. */
export function unstorable(text: string, value: unknown): Issue[] {
  const issues: Issue[] = [];
  // Only an escape can put such characters into a string, so most texts need no scan.
  if (!text.includes('\\u')) return issues;
  walkStrings(value, '', (path, string) => {
    if (string.includes('\u0000') || !string.isWellFormed()) issues.push({ path, message: notText });
  });
  return issues;
}

/** Longer than any name of ours; issue paths must not grow with names that a client chose. */
const shownNameMax = 100;

/** Visits strings as deep as JSON may be nested, and no deeper. */
function walkStrings(value: unknown, parent: string, visit: (path: string, text: string) => void): void {
  if (typeof value === 'string') visit(parent, value);
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const shown = name.slice(0, shownNameMax);
    const path = parent === '' ? shown : `${parent}.${shown}`;
    visit(path, name);
    walkStrings(member, path, visit);
  }
}
