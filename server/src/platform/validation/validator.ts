import { Ajv, type ErrorObject } from 'ajv';
import { isEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { isCalendarDate, isCalendarMonth, isTimestamp } from '#lib/time/dates';
import { isWebUrl } from '#lib/network/web-url';
import { type Issue, notText } from '#platform/errors';
import { issueWords } from './issue-messages.ts';
import { jsonDepthMax } from '#lib/json/json-depth';

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

/** Visits strings down to the maximum nesting of JSON, and no deeper. */
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

/** One mistake can cause an issue per member, and no client needs more than this many. */
export const maxIssues = 100;

/** All formats in our schemas, for requests and for responses. */
export const formats: Record<string, true | ((text: string) => boolean)> = {
  email: isEmail,
  uri: isWebUrl,
  date: isCalendarDate,
  month: isCalendarMonth,
  'us-phone': (text) => normalizePhone(text) !== undefined,
  'date-time': true,
  timestamp: isTimestamp,
};

/** Exactly what the schema says: nothing coerced, filled in or removed, and all issues reported. */
export function createValidator(): Ajv {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    // Includes the member's schema, from which an issue's message is made.
    verbose: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allowUnionTypes: true,
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}

/** Ajv's errors as the contract's issues: dotted paths of the members, one issue for each. */
export function toIssues(errors: readonly ErrorObject[]): Issue[] {
  const byPath = Map.groupBy(errors, pathOf);
  const issues: Issue[] = [];
  for (const [path, ofMember] of byPath) {
    if (issues.length === maxIssues) break;
    const message = messageOf(ofMember);
    // For an object that may be null, the issues are about its members.
    if (message !== undefined) issues.push({ path, message });
    else if (![...byPath.keys()].some((other) => other.startsWith(path === '' ? '' : `${path}.`) && other !== path))
      issues.push({ path, message: 'has none of the documented forms' });
  }
  return issues;
}

const isNull = ({ keyword, params }: ErrorObject): boolean => keyword === 'type' && params['type'] === 'null';

/** The first issue of a member; undefined where only a choice of forms failed. */
function messageOf(errors: readonly ErrorObject[]): string | undefined {
  const choice = errors.find(({ keyword }) => keyword === 'anyOf');
  const [first] = errors.filter((error) => error !== choice && !(choice !== undefined && isNull(error)));
  if (first === undefined) return undefined;
  const mayBeNull = first.keyword === 'type' && choice !== undefined && errors.some(isNull);
  return mayBeNull ? `${issueWords(first)}, or null` : issueWords(first);
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  const parent = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  if (keyword === 'required') parent.push(String(params['missingProperty']));
  if (keyword === 'additionalProperties') parent.push(String(params['additionalProperty']));
  return parent.join('.');
}
