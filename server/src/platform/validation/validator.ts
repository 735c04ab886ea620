import { Ajv, type ErrorObject } from 'ajv';
import { isEmail } from '#lib/text/email';
import { normalizePhone } from '#lib/text/phone';
import { isCalendarDate, isCalendarMonth, isTimestamp } from '#lib/time/dates';
import { isWebUrl } from '#lib/network/web-url';
import type { Issue } from '#platform/errors';

/** One mistake can cause an issue per member; nobody reads more than this many. */
export const maxIssues = 100;

/** Every format that our schemas use, for requests and for responses. */
export const formats: Record<string, true | ((text: string) => boolean)> = {
  email: isEmail,
  uri: isWebUrl,
  date: isCalendarDate,
  month: isCalendarMonth,
  'us-phone': (text) => normalizePhone(text) !== undefined,
  'date-time': true,
  timestamp: isTimestamp,
};

/** Exactly what the schema says: nothing coerced, filled in or removed, and every issue reported. */
export function createValidator(): Ajv {
  const ajv = new Ajv({
    strict: true,
    allErrors: true,
    coerceTypes: false,
    removeAdditional: false,
    useDefaults: false,
    allowUnionTypes: true,
  });
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  return ajv;
}

/** Ajv's errors as the contract's issues: dotted paths of the members. */
export function toIssues(errors: readonly ErrorObject[]): Issue[] {
  const issues = new Map<string, Issue>();
  for (const error of errors) {
    if (issues.size === maxIssues) break;
    const issue = toIssue(error);
    const key = `${issue.path}\n${issue.message}`;
    if (!issues.has(key)) issues.set(key, issue);
  }
  return [...issues.values()];
}

function toIssue({ instancePath, keyword, params, message }: ErrorObject): Issue {
  const parent = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const pathOf = (member: unknown) => [...parent, String(member)].join('.');
  if (keyword === 'required') return { path: pathOf(params['missingProperty']), message: 'is required' };
  if (keyword === 'additionalProperties')
    return { path: pathOf(params['additionalProperty']), message: 'is not a known member' };
  if (keyword === 'enum')
    return { path: parent.join('.'), message: `must be one of: ${params['allowedValues'].join(', ')}` };
  if (keyword === 'format')
    return { path: parent.join('.'), message: formatMessages[String(params['format'])] ?? 'has the wrong form' };
  return { path: parent.join('.'), message: message ?? 'is not allowed' };
}

const formatMessages: Record<string, string> = {
  email: 'must be an email address',
  uri: 'must be an absolute http or https URL',
  date: 'must be a calendar date written YYYY-MM-DD, from 1900 to 2200',
  month: 'must be a month written YYYY-MM, from 1900 to 2200',
  'us-phone': 'must be a US phone number',
  timestamp: 'must be a date or an ISO 8601 timestamp with an offset, from 1900 to 2200',
};
