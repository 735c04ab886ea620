import type { DayPartitions } from '#platform/db';

/** How long a call is shown, and how long its headers and bodies are in test mode. */
export const callDays = 30;
export const contentDays = 7;

export const logDays: readonly DayPartitions[] = [
  { table: 'request_log.requests', key: 'at', daysAhead: 8, retentionDays: callDays },
  { table: 'request_log.contents', key: 'at', daysAhead: 8, retentionDays: contentDays },
];

/** Per body: more than any single API object needs, and little enough to hold for a quarter of a second. */
export const bodyMax = 65_536;

/** Whose call it is: known by a credential that was valid or that its own holder presented, or by a signature's keyid. */
export type CallOrigin =
  | { readonly institutionId: string; readonly livemode: boolean; readonly credentialId: string }
  | { readonly keyid: string };

export type StoredBody = {
  /** The first `bodyMax` bytes, in base64. */
  readonly bytes: string;
  /** The full length in bytes. */
  readonly length: number;
};

/** The content of a test call, stored encrypted. */
export type CallContent = {
  /** As received, including the query. */
  readonly target: string;
  /** Alternating names and values, without credentials. */
  readonly headers: readonly string[];
  /** Null if the body was not read or was read as a stream. */
  readonly requestBody: StoredBody | null;
  readonly responseBody: StoredBody | null;
};

/** A body or its beginning, and its full length. */
export type BodyStart = { readonly bytes: Buffer; readonly length: number };

/** The content before it is encoded for storage. */
export type ReceivedContent = {
  readonly target: string;
  readonly headers: readonly string[];
  readonly requestBody: BodyStart | undefined;
  readonly responseBody: BodyStart | undefined;
};

/** A call that was answered. */
export type AnsweredCall = {
  readonly id: string;
  readonly at: Date;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly queryNames: readonly string[];
  readonly status: number;
  readonly code: string | undefined;
  readonly issuePaths: readonly string[];
  readonly durationMs: number;
  readonly clientAddress: string;
  readonly replayed: boolean;
  readonly objectIds: readonly string[];
  readonly owner: CallOrigin;
  readonly content: ReceivedContent | undefined;
};

export type UnrecordedReason = 'queue_full' | 'not_written' | 'refused_often';

export const contentAad = (id: string): string => `request_log.contents/${id}`;

/** Copies a body that is cut, so that the rest is not held in memory. */
export const startOf = (bytes: Buffer): BodyStart => ({
  bytes: bytes.length > bodyMax ? Buffer.from(bytes.subarray(0, bodyMax)) : bytes,
  length: bytes.length,
});

const toStoredBody = (body: BodyStart | undefined): StoredBody | null =>
  body === undefined ? null : { bytes: body.bytes.toString('base64'), length: body.length };

export const toContent = ({ target, headers, requestBody, responseBody }: ReceivedContent): CallContent => ({
  target,
  headers,
  requestBody: toStoredBody(requestBody),
  responseBody: toStoredBody(responseBody),
});

const idForm = /^[a-z]{2,5}_[0-9A-Za-z]{24}$/;

/** Whether a text has the form of one of our ids: a prefix and 24 characters. */
const isId = (text: unknown): text is string => typeof text === 'string' && idForm.test(text);

/** The call's path: our ids stay, and any other text that the caller put there is replaced by the parameter's name. */
export const writePath = (route: string, params: Readonly<Record<string, unknown>>): string =>
  route.replace(/:(\w+)/g, (whole, name: string) => (isId(params[name]) ? params[name] : `{${whole.slice(1)}}`));

const idsMax = 20;

/** The objects that the path names, and the object in the response with those it points to. */
export function listObjectIds(params: Readonly<Record<string, unknown>>, answer: unknown): string[] {
  const ofPath = Object.values(params).filter(isId);
  const isObject = typeof answer === 'object' && answer !== null;
  const ofAnswer = isObject
    ? Object.entries(answer).flatMap(([name, value]) => (/(?:^|_)id$/.test(name) && isId(value) ? [value] : []))
    : [];
  return [...new Set([...ofPath, ...ofAnswer])].slice(0, idsMax);
}

/** Schema keywords that can contain member names. */
const nested = ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'patternProperties'] as const;

/** All member names in a JSON schema. */
export function listMemberNames(schema: unknown, depth = 0): Set<string> {
  const names = new Set<string>();
  // Deeper than any of our schemas.
  if (typeof schema !== 'object' || schema === null || depth > 12) return names;
  const { properties } = schema as { properties?: Readonly<Record<string, unknown>> };
  const inner = nested.flatMap((part) => (schema as Readonly<Record<string, unknown>>)[part] ?? []).flat();
  for (const name of Object.keys(properties ?? {})) names.add(name);
  for (const part of [...Object.values(properties ?? {}), ...inner])
    for (const name of listMemberNames(part, depth + 1)) names.add(name);
  return names;
}

const issuesMax = 20;

/** Issue paths with contract names only: any other name is what the caller typed, and becomes an asterisk. */
export function writeIssuePaths(paths: readonly string[], known: ReadonlySet<string>): string[] {
  const written = paths.map((path) =>
    path
      .split('.')
      .map((part) => (part === '' || known.has(part) || /^\d{1,6}$/.test(part) ? part : '*'))
      .join('.')
      .slice(0, 200),
  );
  return [...new Set(written)].slice(0, issuesMax);
}

/** Credentials, and headers whose values must not be shown to readers of the log. */
const withheldHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-forwarded-for', 'forwarded']);

const headersMax = 16_384;

/** The received headers that fit, without credentials and other parties' addresses. */
export function listShownHeaders(rawHeaders: readonly string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    length += name.length + value.length;
    if (length > headersMax) return shown;
    // Whether such a header was present helps to find a mistake; its value does not.
    if (!withheldHeaders.has(name.toLowerCase())) shown.push(name, value);
    else if (name.toLowerCase() === 'authorization') shown.push(name, '[not stored]');
  }
  return shown;
}
