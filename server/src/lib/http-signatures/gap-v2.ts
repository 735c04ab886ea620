// Signed requests by the profile gap-v2, a strict subset of RFC 9421. Nothing here needs the credential or the clock:
// the key of a keyid, the age of `created` and the uniqueness of a nonce are checked later.
import { verify, type KeyObject } from 'node:crypto';
import { visibleKeyPattern } from '#lib/network/idempotency-key';
import { readDigests } from './content-digest.ts';
import { readSignature, readSignatureInput, type Component, type SignatureInput } from './signature-fields.ts';
import { matchesAlgorithm } from './signature-keys.ts';

export { digestViolation, digestViolationOf, createDigestCheck } from './content-digest.ts';
export type { SignatureAlgorithm } from './signature-fields.ts';
export { readPublicKey } from './signature-keys.ts';

export type RawRequest = {
  readonly method: string;
  /** As received, for example `/api/gap/v1/me?x=1`; nothing decoded, nothing resolved. */
  readonly target: string;
  /** Node's flat list of names and values, because only it shows repeated headers. */
  readonly rawHeaders: readonly string[];
};

type CredentialKind =
  | { readonly kind: 'signed' }
  | { readonly kind: 'bearer'; readonly authorization: string }
  | { readonly kind: 'none' };

export type SignedProfile = SignatureInput & {
  readonly environment: 'TEST' | 'PRODUCTION';
  readonly idempotencyKey: string | undefined;
  readonly contentDigest: string | undefined;
  readonly signature: Buffer;
  /** The signature base of RFC 9421: the text that was signed. ASCII only. */
  readonly base: string;
};

/** Headers that the profile uses, by their lowercase names; each may occur once. */
const profileHeaders: ReadonlyMap<string, string> = new Map([
  ['signature-input', 'Signature-Input'],
  ['signature', 'Signature'],
  ['content-digest', 'Content-Digest'],
  ['idempotency-key', 'Idempotency-Key'],
  ['x-svc-environment', 'X-SVC-Environment'],
  ['authorization', 'Authorization'],
]);

/** Headers that indicate a body. Node refuses requests in which they contradict each other. */
const bodyHeaders: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding']);

type Headers = { readonly values: ReadonlyMap<string, string>; readonly repeated: ReadonlySet<string> };

/**
 * The kind of credential of a request (D-075). With two Authorization headers neither is trusted, because each proxy on
 * the way may have read a different one: such a request has no bearer key.
 */
export function classifyRequest(rawHeaders: readonly string[]): CredentialKind {
  const { values, repeated } = readHeaders(rawHeaders);
  if (values.has('signature-input')) return { kind: 'signed' };
  const authorization = values.get('authorization') ?? '';
  const isBearer = /^bearer(?:[ \t]|$)/i.test(authorization) && !repeated.has('authorization');
  if (isBearer) return { kind: 'bearer', authorization };
  return { kind: values.has('signature') ? 'signed' : 'none' };
}

/**
 * Reads a signed request's headers by the strict profile, or returns a violation that repeats nothing of the request.
 * It needs no body, so up to ten megabytes from an unknown client need not be read.
 */
export function readProfile(
  request: RawRequest,
  publicBaseUrl: string,
): { readonly profile: SignedProfile } | { readonly violation: string } {
  const headers = readHeaders(request.rawHeaders);
  const violation = shapeViolation(request, headers) ?? valueViolation(headers.values);
  if (violation !== undefined) return { violation };
  const { values } = headers;
  const components = componentsOf(request.method, values);
  const text = values.get('signature-input') ?? '';
  const input = readSignatureInput(text, components);
  if ('violation' in input) return input;
  const signature = readSignature(values.get('signature') ?? '');
  if ('violation' in signature) return signature;

  const valueOf = (component: Component) => {
    if (component === '@method') return request.method;
    // Never from Host or a parsed URL: the client would choose what it signed (D-077).
    return component === '@target-uri' ? publicBaseUrl + request.target : values.get(component);
  };
  const lines = components.map((component) => `"${component}": ${valueOf(component)}\n`).join('');
  const profile = {
    ...input.input,
    environment: values.get('x-svc-environment') === 'TEST' ? ('TEST' as const) : ('PRODUCTION' as const),
    idempotencyKey: values.get('idempotency-key'),
    contentDigest: values.get('content-digest'),
    signature: signature.signature,
    // The parameters as received, because only their canonical spelling was accepted.
    base: `${lines}"@signature-params": ${text.slice('svc='.length)}`,
  };
  return { profile };
}

/** Runs on the thread pool, because a verification takes longer than many whole requests. */
export function isSignatureValid({ alg, base, signature }: SignedProfile, key: KeyObject): Promise<boolean> {
  // The algorithm belongs to the key. A message with another algorithm must not choose how the key is used.
  if (!matchesAlgorithm(alg, key)) return Promise.resolve(false);
  return new Promise((resolve, reject) => {
    const hash = alg === 'ed25519' ? null : 'sha256';
    // RFC 9421 encodes an ECDSA signature as r and s, 32 bytes each; Ed25519 ignores this option.
    verify(hash, Buffer.from(base), { key, dsaEncoding: 'ieee-p1363' }, signature, (error, holds) =>
      error ? reject(error) : resolve(holds),
    );
  });
}

function readHeaders(rawHeaders: readonly string[]): Headers {
  const values = new Map<string, string>();
  const repeated = new Set<string>();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]?.toLowerCase() ?? '';
    if (!profileHeaders.has(name) && !bodyHeaders.has(name)) continue;
    if (values.has(name)) repeated.add(name);
    else values.set(name, trimBlanks(rawHeaders[index + 1] ?? ''));
  }
  return { values, repeated };
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** HTTP's definition of blank; `trim` would also remove a no-break space, which is part of the value. */
function trimBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const originForm = /^\/[\x21\x22\x24-\x7e]*$/;

/** Checks that need no parsing of header values. */
function shapeViolation({ method, target }: RawRequest, { values, repeated }: Headers): string | undefined {
  for (const [name, spelled] of profileHeaders) if (repeated.has(name)) return `${spelled} is there more than once`;
  if (values.has('authorization')) return 'Authorization must not accompany a signature';
  if (!values.has('signature-input')) return 'Signature-Input is missing';
  if (!values.has('signature')) return 'Signature is missing';
  if (!originForm.test(target)) return 'the request target must be a path in visible ASCII without a fragment';
  if (method === 'POST' || method === 'PATCH') {
    if (!values.has('content-digest')) return `Content-Digest is missing, which ${method} needs`;
    return values.has('idempotency-key') ? undefined : `Idempotency-Key is missing, which ${method} needs`;
  }
  if (method !== 'GET' && method !== 'HEAD') return 'only GET, HEAD, POST and PATCH can be signed';
  if (values.has('content-digest')) return `Content-Digest has no place in ${method}`;
  // No digest covers the body, so it is not signed.
  const hasBody = values.has('transfer-encoding') || (values.get('content-length') ?? '0') !== '0';
  return hasBody ? `${method} must have no body` : undefined;
}

function valueViolation(values: Headers['values']): string | undefined {
  const environment = values.get('x-svc-environment');
  if (environment !== 'TEST' && environment !== 'PRODUCTION') return 'X-SVC-Environment must be TEST or PRODUCTION';
  const key = values.get('idempotency-key');
  if (key !== undefined && !visibleKeyPattern.test(key)) {
    return 'Idempotency-Key must be 1 to 255 visible ASCII characters';
  }
  const digest = values.get('content-digest');
  const read = digest === undefined ? undefined : readDigests(digest);
  return read !== undefined && 'violation' in read ? read.violation : undefined;
}

const ofChange: readonly Component[] = [
  '@method',
  '@target-uri',
  'content-digest',
  'idempotency-key',
  'x-svc-environment',
];
const ofRead: readonly Component[] = ['@method', '@target-uri', 'x-svc-environment'];
const readWithKeyComponents: readonly Component[] = ['@method', '@target-uri', 'idempotency-key', 'x-svc-environment'];

/** The components that must be covered, in this order; an empty header counts as present. */
export function componentsOf(method: string, values: Headers['values']): readonly Component[] {
  if (method === 'POST' || method === 'PATCH') return ofChange;
  return values.has('idempotency-key') ? readWithKeyComponents : ofRead;
}
