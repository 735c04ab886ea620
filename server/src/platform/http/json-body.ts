import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { holdsTooMany, isNestedTooDeep, jsonDepthMax, jsonValuesMax } from '#lib/json-depth';
import { AppError, malformedBody, notText, validationFailed, type Issue } from '#platform/errors';
import { maxIssues } from './validation.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** One parser for JSON and none for anything else; the framework's text and prototype rules do not apply. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  );
  app.addContentTypeParser('*', async () => {
    throw new AppError('unsupported_media_type', 'The body must be application/json.', { status: 415 });
  });
}

/** For operations that take no body: whatever is sent is read away and not looked at. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => {
    payload.resume();
  });
}

export const tooDeep = `is nested deeper than ${jsonDepthMax} levels`;

/** Strict UTF-8 JSON; no bytes are no body, as many clients announce JSON and send none. `__proto__` is an ordinary member here: it stays an own property, and closed schemas refuse it. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const text = decode(body);
  if (isNestedTooDeep(text)) throw malformedBody(`The body ${tooDeep}.`);
  if (holdsTooMany(text)) throw malformedBody(`The body holds more than ${jsonValuesMax} values.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJson();
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw malformedBody('The body must be a JSON object.');
  }
  const issues = unstorable(text, value);
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return value;
}

const notJson = () => malformedBody('The body is not valid JSON in UTF-8.');

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw notJson();
  }
}

/** Where JSON holds what PostgreSQL stores not: U+0000 or half a surrogate pair. */
export function unstorable(text: string, value: unknown): Issue[] {
  const issues: Issue[] = [];
  // Only an escape can put such characters into a string, so most texts need no second look.
  if (!text.includes('\\u')) return issues;
  walkStrings(value, '', (path, string) => {
    if (string.includes('\u0000') || !string.isWellFormed()) issues.push({ path, message: notText });
  });
  return issues;
}

/** No name of ours is as long; a path that repeats a stranger's for every issue under it must not grow by it. */
const shownNameMax = 100;

/** Goes down as deep as JSON may be nested, and no deeper. */
function walkStrings(value: unknown, place: string, visit: (path: string, text: string) => void): void {
  if (typeof value === 'string') visit(place, value);
  if (value === null || typeof value !== 'object') return;
  for (const [name, member] of Object.entries(value)) {
    const shown = name.slice(0, shownNameMax);
    const path = place === '' ? shown : `${place}.${shown}`;
    visit(path, name);
    walkStrings(member, path, visit);
  }
}
