import { partnerProblems, type ProblemEntry } from '#lib/api/problems';
import { problemBody } from '#platform/http';
import { answerHeaders, partnerLimitHeaders } from './answer-headers.ts';
import { reference, type Response, type Schema } from './document-types.ts';

const catalogue: Readonly<Record<string, ProblemEntry>> = partnerProblems;

const text: Schema = { type: 'string' };

/** What every problem has. */
const problem: Schema = {
  type: 'object',
  required: ['error', 'code', 'type', 'title', 'status', 'detail', 'instance', 'request_id'],
  properties: {
    error: text,
    code: { ...text, description: 'branch on it; each code has its own schema' },
    type: { ...text, format: 'uri' },
    title: text,
    status: { type: 'integer' },
    detail: text,
    instance: text,
    request_id: { ...text, pattern: '^req_' },
  },
  description: 'The fields of every error response (RFC 9457).',
};

const issue: Schema = {
  type: 'object',
  required: ['path', 'message'],
  properties: { path: text, message: text },
  additionalProperties: false,
  description: 'The problem with one field.',
};

const hint: Schema = {
  type: 'object',
  required: ['code', 'what', 'fix'],
  properties: {
    code: { ...text, description: 'the mistake' },
    what: { ...text, description: 'the problem with the signature' },
    fix: { ...text, description: 'what to do instead' },
  },
  description: 'A mistake detected in a signature.',
};

/** Members that a code adds; those that not every such body has. */
const memberSchemas: Readonly<Record<string, Schema>> = {
  issues: { type: 'array', items: reference('Issue') },
  hints: { type: 'array', items: reference('SignatureHint') },
};
const optionalMembers: ReadonlySet<string> = new Set(['hints', 'signature_base']);

/** `not_found` reads NotFound. */
const pascal = (code: string): string =>
  code
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const schemaName = (code: string): string => `${pascal(code)}Problem`;

function problemOf(code: string, { when, members = {} }: ProblemEntry): Schema {
  const own = Object.entries(members).map(([name, value]): [string, Schema] => [
    name,
    { ...(memberSchemas[name] ?? { type: typeof value === 'number' ? 'integer' : 'string' }) },
  ]);
  const needed = own.map(([name]) => name).filter((name) => !optionalMembers.has(name));
  return {
    allOf: [
      reference('Problem'),
      {
        type: 'object',
        required: ['code', ...needed],
        properties: { code: { type: 'string', const: code }, ...Object.fromEntries(own) },
      },
    ],
    description: when,
  };
}

/** The schemas of these codes, and what they are made of. */
export const problemSchemas = (codes: ReadonlySet<string>): Record<string, Schema> => ({
  Issue: issue,
  SignatureHint: hint,
  Problem: problem,
  ...Object.fromEntries(
    Object.entries(catalogue)
      .filter(([code]) => codes.has(code))
      .map(([code, entry]) => [schemaName(code), problemOf(code, entry)]),
  ),
});

/** The answer of a status: any of these codes, told apart by `code`, each with an example. */
export function problemResponse(codes: readonly string[], publicBaseUrl: string): Response {
  const entries = codes.flatMap((code) => (catalogue[code] ? [{ code, ...catalogue[code] }] : []));
  const [first] = entries;
  const challenges = first?.status === 401;
  return {
    description: entries.map(({ code, when }) => `${code}: ${when}`).join(' '),
    headers: {
      'X-Request-Id': answerHeaders['X-Request-Id'],
      ...(challenges ? { 'WWW-Authenticate': answerHeaders['WWW-Authenticate'] } : {}),
      ...(entries.some(({ retryAfter }) => retryAfter) ? { 'Retry-After': answerHeaders['Retry-After'] } : {}),
      ...(codes.includes('rate_limited') ? partnerLimitHeaders : {}),
    },
    content: {
      'application/problem+json': {
        schema: unionOf(codes),
        examples: Object.fromEntries(
          entries.map((entry) => [entry.code, { summary: entry.when, value: exampleOf(entry, publicBaseUrl) }]),
        ),
      },
    },
  };
}

function unionOf(codes: readonly string[]): Schema {
  const [only = ''] = codes;
  if (codes.length === 1) return reference(schemaName(only));
  const mapping = Object.fromEntries(codes.map((code) => [code, `#/components/schemas/${schemaName(code)}`]));
  return {
    oneOf: codes.map((code) => reference(schemaName(code))),
    discriminator: { propertyName: 'code', mapping },
  };
}

/** A complete example body. */
export const exampleOf = ({ code, status, when, members = {} }: ProblemEntry & { code: string }, base: string) =>
  problemBody(
    { code, status, message: when, details: members },
    { publicBaseUrl: base, instance: '/api/gap/v1/referrals', requestId: 'req_0Ai1jZkB0000000000000000' },
  );

const statusWords: Readonly<Record<string, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'PayloadTooLarge',
  415: 'UnsupportedMediaType',
  429: 'TooManyRequests',
  500: 'ServerError',
};

/** Named by its codes: by its status, and by the codes that not every answer of that status has. */
export function responseName(status: number, codes: readonly string[], everywhere: ReadonlySet<string>): string {
  const own = codes.filter((code) => !everywhere.has(code)).map(pascal);
  const [only = ''] = codes;
  return codes.length === 1 ? pascal(only) : `${own.join('')}${statusWords[status] ?? `Status${status}`}`;
}
