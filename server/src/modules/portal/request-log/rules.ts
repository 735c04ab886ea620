import type { DayPartitions } from '#platform/db';

/** How long a call is shown, and its headers and bodies in test mode. */
export const callDays = 30;
export const contentDays = 7;

export const logDays: readonly DayPartitions[] = [
  { table: 'request_log.requests', key: 'at', daysAhead: 8, retentionDays: callDays },
  { table: 'request_log.contents', key: 'at', daysAhead: 8, retentionDays: contentDays },
];

/** Of each body: more than any single object of the interface needs, little enough to hold for a quarter of a second. */
export const bodyMax = 65_536;

/** Whose call it is: by the credential that was found good or whose own holder showed it, or by the keyid of a signature. */
export type CallOrigin =
  | { readonly institutionId: string; readonly livemode: boolean; readonly credentialId: string }
  | { readonly keyid: string };

export type StoredBody = {
  /** The first `bodyMax` bytes, in base64. */
  readonly bytes: string;
  /** How long it was. */
  readonly length: number;
};

/** What is stored of a call in test mode, encrypted. */
export type CallContent = {
  /** As it was received, with its query. */
  readonly target: string;
  /** Names and values in turn; credentials are left out. */
  readonly headers: readonly string[];
  /** Null where it was not read, or read as a stream. */
  readonly requestBody: StoredBody | null;
  readonly responseBody: StoredBody | null;
};

/** A body, or its beginning, and how long it was. */
export type BodyStart = { readonly bytes: Buffer; readonly length: number };

/** The same before it is stored. */
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

/** A copy where it is cut, so that the rest is not held in memory. */
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

/** A text that can only be an id of ours: a prefix and 24 characters. */
const isId = (text: unknown): text is string => typeof text === 'string' && idForm.test(text);

/** The path of a call by its pattern: ids of ours stay, and whatever else somebody wrote there is left as the pattern. */
export const writePath = (route: string, params: Readonly<Record<string, unknown>>): string =>
  route.replace(/:(\w+)/g, (whole, name: string) => (isId(params[name]) ? params[name] : `{${whole.slice(1)}}`));

const idsMax = 20;

/** The objects that the path names, and the one that the answer is, with those it points to. */
export function listObjectIds(params: Readonly<Record<string, unknown>>, answer: unknown): string[] {
  const ofPath = Object.values(params).filter(isId);
  const isObject = typeof answer === 'object' && answer !== null;
  const ofAnswer = isObject
    ? Object.entries(answer).flatMap(([name, value]) => (/(?:^|_)id$/.test(name) && isId(value) ? [value] : []))
    : [];
  return [...new Set([...ofPath, ...ofAnswer])].slice(0, idsMax);
}

/** Where a schema may name members. */
const nested = ['items', 'anyOf', 'oneOf', 'allOf', 'additionalProperties', 'patternProperties'] as const;

/** Every name of a member in a JSON schema. */
export function listMemberNames(schema: unknown, depth = 0): Set<string> {
  const names = new Set<string>();
  // Deeper than any schema of ours.
  if (typeof schema !== 'object' || schema === null || depth > 12) return names;
  const { properties } = schema as { properties?: Readonly<Record<string, unknown>> };
  const inner = nested.flatMap((part) => (schema as Readonly<Record<string, unknown>>)[part] ?? []).flat();
  for (const name of Object.keys(properties ?? {})) names.add(name);
  for (const part of [...Object.values(properties ?? {}), ...inner])
    for (const name of listMemberNames(part, depth + 1)) names.add(name);
  return names;
}

const issuesMax = 20;

/** Paths of issues, with names of the contract only: any other name is what somebody typed, and becomes an asterisk. */
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

/** A credential, and what of it must not be shown to everybody who reads the log. */
const withheldHeaders = new Set(['authorization', 'cookie', 'proxy-authorization', 'x-forwarded-for', 'forwarded']);

const headersMax = 16_384;

/** Headers as they came, without credentials and the addresses of others; as many as fit. */
export function listShownHeaders(rawHeaders: readonly string[]): string[] {
  const shown: string[] = [];
  let length = 0;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2);
    length += name.length + value.length;
    if (length > headersMax) return shown;
    // Whether one was there matters to whoever looks for a mistake; what it was does not.
    if (!withheldHeaders.has(name.toLowerCase())) shown.push(name, value);
    else if (name.toLowerCase() === 'authorization') shown.push(name, '[not stored]');
  }
  return shown;
}
