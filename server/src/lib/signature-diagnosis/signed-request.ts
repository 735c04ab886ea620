// A tolerant reading of a signed request: what its signer may have meant, and which rules of the profile it breaks.
import {
  isInnerList,
  parseDictionary,
  serializeDictionary,
  serializeInnerList,
  type InnerList,
  type Item,
} from 'structured-headers';
import { componentsOf, type RawRequest } from '#lib/http-signatures/gap-v2';
import { mistake, type Mistake } from './mistakes.ts';

/** Without a body its digest is not compared. */
export type SignedRequest = RawRequest & { readonly body: Buffer | undefined };

export type Line = { readonly name: string; readonly value: string };

/** The text that was probably signed, according to the headers. */
export type ReadRequest = {
  readonly keyid: string | undefined;
  readonly alg: string | undefined;
  readonly created: number | undefined;
  readonly environment: string | undefined;
  readonly headers: ReadonlyMap<string, string>;
  readonly lines: readonly Line[];
  /** The value of the @signature-params line, in the spellings that were sent. */
  readonly params: readonly string[];
  readonly label: string;
  /** Rules that the headers break, whoever signed. */
  readonly mistakes: readonly Mistake[];
};

/** Longer headers are not read: no signer needs them. */
const lengthMax = 2048;

const once = [
  'signature-input',
  'signature',
  'content-digest',
  'idempotency-key',
  'x-svc-environment',
  'authorization',
];

/** Undefined when there is nothing to read. */
export function readSignedRequest(request: SignedRequest, publicBaseUrl: string): ReadRequest | undefined {
  const { headers, repeated } = readHeaders(request.rawHeaders);
  const text = headers.get('signature-input');
  if (text === undefined || !headers.has('signature') || text.length > lengthMax) return undefined;
  const member = readMember(text);
  if (member === undefined) return undefined;
  const { label, list, count } = member;
  const [items, parameters] = list;
  const names = items.map(([name]) => String(name));
  const lines = names.map((name) => ({ name, value: valueOf(name, request, { headers, publicBaseUrl }) }));
  const raw = count === 1 ? text.slice(text.indexOf('=') + 1).trim() : serializeInnerList(list);
  const created = parameters.get('created');
  const textOf = (name: string) =>
    typeof parameters.get(name) === 'string' ? String(parameters.get(name)) : undefined;
  const mistakes = [
    ...(repeated.size > 0 ? [mistake('input.repeated', `It is ${[...repeated].join(', ')}.`)] : []),
    ...(headers.has('authorization') ? [mistake('input.authorization')] : []),
    ...(count > 1 ? [mistake('input.several')] : []),
    ...(label === 'svc' ? [] : [mistake('input.label')]),
    ...componentMistakes(names, request.method, headers),
    ...parameterMistakes(parameters),
    ...(count === 1 && serializeDictionary(new Map([[label, list]])) !== text ? [mistake('input.spelling')] : []),
    ...headerMistakes(request.method, headers),
  ];
  return {
    keyid: textOf('keyid'),
    alg: textOf('alg'),
    created: typeof created === 'number' ? created : undefined,
    environment: headers.get('x-svc-environment'),
    headers,
    lines,
    params: [...new Set([raw, serializeInnerList(list)])],
    label,
    mistakes,
  };
}

function readHeaders(rawHeaders: readonly string[]) {
  const headers = new Map<string, string>();
  const repeated = new Set<string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (headers.has(name) && once.includes(name)) repeated.add(name);
    if (!headers.has(name)) headers.set(name, rawHeaders[index + 1]?.trim() ?? '');
  }
  return { headers, repeated };
}

/** The signature labeled svc, or the first one. */
function readMember(text: string): { label: string; list: InnerList; count: number } | undefined {
  try {
    const members = parseDictionary(text);
    const lists = [...members].filter((entry): entry is [string, InnerList] => isInnerList(entry[1]));
    const [label, list] = lists.find(([name]) => name === 'svc') ?? lists[0] ?? [];
    return label === undefined || list === undefined ? undefined : { label, list, count: members.size };
  } catch {
    return undefined;
  }
}

type Parts = { readonly headers: ReadonlyMap<string, string>; readonly publicBaseUrl: string };

function valueOf(name: string, { method, target }: RawRequest, { headers, publicBaseUrl }: Parts): string {
  const [path = '', query] = target.split('?', 2);
  const derived: Record<string, string> = {
    '@method': method,
    '@target-uri': publicBaseUrl + target,
    '@path': path,
    '@query': `?${query ?? ''}`,
    '@request-target': target,
    '@authority': publicBaseUrl.replace(/^https?:\/\//, ''),
    '@scheme': publicBaseUrl.split(':', 1)[0] ?? '',
  };
  return derived[name] ?? headers.get(name.toLowerCase()) ?? '';
}

function componentMistakes(names: readonly string[], method: string, headers: ReadonlyMap<string, string>): Mistake[] {
  const wanted = componentsOf(method, headers);
  if (names.join() === wanted.join()) return [];
  const lower = names.map((name) => name.toLowerCase());
  if (lower.join() === wanted.join()) return [mistake('text.title_case')];
  const missing = wanted.filter((name) => !lower.includes(name));
  const extra = lower.filter((name) => !(wanted as readonly string[]).includes(name));
  if (missing.length === 0 && extra.length === 0) return [mistake('input.order', `It is ${wanted.join(', ')}.`)];
  const parts = [
    missing.length > 0 ? `Missing: ${missing.join(', ')}.` : '',
    extra.length > 0 ? `Too many: ${extra.join(', ')}.` : '',
  ];
  return [mistake('input.components', parts.filter(Boolean).join(' '))];
}

function parameterMistakes(parameters: Item[1]): Mistake[] {
  const created = parameters.get('created');
  const isWhole = typeof created === 'number' && Number.isInteger(created);
  const wrongCreated = parameters.has('created') && !isWhole ? [mistake('input.created')] : [];
  if ([...parameters.keys()].join() !== 'created,nonce,keyid,alg,tag')
    return [mistake('input.parameters'), ...wrongCreated];
  const tag = parameters.get('tag') === 'gap-v2' ? [] : [mistake('input.parameters', 'The tag is "gap-v2".')];
  return [...wrongCreated, ...tag];
}

function headerMistakes(method: string, headers: ReadonlyMap<string, string>): Mistake[] {
  const changes = method === 'POST' || method === 'PATCH';
  const environment = headers.get('x-svc-environment');
  const missing = [
    ...(environment === undefined ? ['X-SVC-Environment'] : []),
    ...(changes && !headers.has('idempotency-key') ? ['Idempotency-Key'] : []),
    ...(changes && !headers.has('content-digest') && !headers.has('digest') ? ['Content-Digest'] : []),
  ];
  return [
    ...missing.map((name) => mistake('headers.missing', `It is ${name}.`)),
    ...(changes && !headers.has('content-digest') && headers.has('digest') ? [mistake('digest.old_header')] : []),
    ...(environment === undefined || environment === 'TEST' || environment === 'PRODUCTION'
      ? []
      : [mistake('environment.value')]),
  ];
}
