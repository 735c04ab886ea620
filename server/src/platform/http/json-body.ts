import type { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError, malformedBody, validationFailed, type Issue } from '#platform/errors';

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

/** Strict UTF-8 JSON; no bytes are no body, as many clients announce JSON and send none. `__proto__` is an ordinary member here: it stays an own property, and closed schemas refuse it. */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(body);
    value = JSON.parse(text);
  } catch {
    throw malformedBody('The body is not valid JSON in UTF-8.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw malformedBody('The body must be a JSON object.');
  }
  const issues = unstorable(text, value);
  if (issues.length > 0) throw validationFailed(issues.slice(0, 100));
  return value;
}

/** Where JSON holds what PostgreSQL stores not: U+0000 or half a surrogate pair. */
export function unstorable(text: string, value: unknown): Issue[] {
  const issues: Issue[] = [];
  // Only an escape can put such characters into a string, so most texts need no second look.
  if (!text.includes('\\u')) return issues;
  walkStrings(value, { path: '', depth: 0 }, (path, string) => {
    if (string.includes('\u0000') || !string.isWellFormed())
      issues.push({ path, message: 'holds a character that is not text' });
  });
  return issues;
}

/** Deeper than any schema of ours; below it the schema has already refused the member. */
const maxDepth = 32;

type Place = { readonly path: string; readonly depth: number };

function walkStrings(value: unknown, place: Place, visit: (path: string, text: string) => void): void {
  if (typeof value === 'string') visit(place.path, value);
  if (value === null || typeof value !== 'object' || place.depth > maxDepth) return;
  for (const [name, member] of Object.entries(value)) {
    const path = place.path === '' ? name : `${place.path}.${name}`;
    visit(path, name);
    walkStrings(member, { path, depth: place.depth + 1 }, visit);
  }
}
