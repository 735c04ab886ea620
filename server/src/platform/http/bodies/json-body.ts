import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findJsonMistake } from '#lib/json/find-json-mistake';
import { hasTooManyValues, isNestedTooDeep, jsonValuesMax } from '#lib/json/json-depth';
import { AppError, malformedBody, validationFailed, notText } from '#platform/errors';
import { maxIssues, tooDeep, unstorable } from '#platform/validation';

/** The body of a browser form or a provider's callback: a flat list of names and values, each name once. */
export function readFormBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => parseForm(body),
  );
  app.addContentTypeParser('*', async () => {
    throw new AppError('unsupported_media_type', 'The body must be a form.', { status: 415 });
  });
}

function parseForm(body: string): Record<string, string> {
  const form: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [name, value] of new URLSearchParams(body)) {
    if (name in form) throw malformedBody('A form field is sent twice.');
    if (name.includes('\0') || value.includes('\0')) throw malformedBody(`A form field ${notText}.`);
    form[name] = value;
  }
  return form;
}

/** Compares names only: behind a proxy the scheme and the port differ from those that the browser used. */
const isElsewhere = (origin: string, { host }: FastifyRequest): boolean =>
  URL.parse(origin)?.hostname !== URL.parse(`http://${host}`)?.hostname;

/** Refuses forms that the browser marks as cross-site: another site must not submit a customer's form. */
export const refuseForeignForms =
  (member: string) =>
  async (request: FastifyRequest): Promise<void> => {
    const { 'sec-fetch-site': site, origin } = request.headers;
    // A browser without Sec-Fetch-Site sends Origin; `null` is the origin of a page without one, such as ours without a referrer.
    const isForeign = site === undefined && origin !== undefined && origin !== 'null' && isElsewhere(origin, request);
    if (isForeign || (site !== undefined && site !== 'same-origin')) {
      throw new AppError('forbidden', 'Please open the link from your message and answer there.', { status: 403 });
    }
    if (request.body === undefined) throw validationFailed([{ path: member, message: 'is required' }]);
  };

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses JSON and nothing else; the framework's text and prototype rules do not apply. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) =>
    parseJson(body),
  );
  app.addContentTypeParser('*', async () => {
    throw new AppError('unsupported_media_type', 'The body must be application/json.', { status: 415 });
  });
}

/** For operations without a body: any body is discarded. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => {
    payload.resume();
  });
}

/**
 * Strict UTF-8 JSON. Zero bytes count as no body, because many clients declare JSON and send none. `__proto__` stays an
 * ordinary own property here, and closed schemas refuse it.
 */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  const text = decode(body);
  if (isNestedTooDeep(text)) throw malformedBody(`The body ${tooDeep}.`);
  if (hasTooManyValues(text)) throw malformedBody(`The body holds more than ${jsonValuesMax} values.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw notJsonAt(text);
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw malformedBody('The body must be a JSON object.');
  }
  const issues = unstorable(text, value);
  if (issues.length > 0) throw validationFailed(issues.slice(0, maxIssues));
  return value;
}

const notJson = () => malformedBody('The body is not valid JSON in UTF-8.');

/** Never quotes the text, which may be personal data. */
function notJsonAt(text: string) {
  const mistake = findJsonMistake(text);
  if (mistake === undefined) return notJson();
  const { line, column, expected } = mistake;
  return malformedBody(`The body is not valid JSON: line ${line}, column ${column}: ${expected} is expected.`);
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw notJson();
  }
}
