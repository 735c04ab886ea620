// Builds the parts of a request signed by the profile gap-v2. It imports nothing, so every runtime can use it.
// SPDX-License-Identifier: Apache-2.0

/** Thrown for a request that cannot be signed by the profile; nothing has been sent. */
export class CannotSign extends Error {
  override readonly name = 'CannotSign';
}

export type SignedMethod = 'GET' | 'HEAD' | 'POST' | 'PATCH';
export type SignatureAlgorithm = 'ed25519' | 'ecdsa-p256-sha256';
export type Environment = 'TEST' | 'PRODUCTION';

export type BaseInput = {
  readonly method: SignedMethod;
  readonly url: string | URL;
  /** The other headers, checked only for those that must not be sent with a signature. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Base64 of the body's SHA-256; used on POST and PATCH. */
  readonly digest: string;
  readonly hasBody: boolean;
  readonly keyid: string;
  readonly alg: SignatureAlgorithm;
  readonly environment: Environment;
  readonly idempotencyKey?: string | undefined;
  /** In unix seconds. */
  readonly created: number;
  readonly nonce: string;
};

export type SignatureBase = {
  /** What is signed. */
  readonly base: string;
  /** The headers of the signed request. */
  toHeaders(signature: string): Record<string, string>;
};

/** The signature base, and a function that returns the headers for its base64 signature. */
export function computeSignatureBase(input: BaseInput): SignatureBase {
  const { method, idempotencyKey, environment, keyid, alg, created, nonce } = input;
  requireSignable(input);
  const added: Record<string, string> = {
    ...(isChange(method) ? { 'content-digest': `sha-256=:${input.digest}:` } : {}),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    'x-svc-environment': environment,
  };
  // The order of the members above is the order in which the profile requires them.
  const components = { '@method': method, '@target-uri': targetUri(input.url), ...added };
  const covered = Object.keys(components).map((name) => `"${name}"`);
  const parameters = `(${covered.join(' ')});created=${created};nonce="${nonce}";keyid="${keyid}";alg="${alg}";tag="gap-v2"`;
  const lines = Object.entries({ ...components, '@signature-params': parameters });
  return {
    base: lines.map(([name, value]) => `"${name}": ${value}`).join('\n'),
    toHeaders: (signature) => ({
      ...added,
      'signature-input': `svc=${parameters}`,
      signature: `svc=:${signature}:`,
    }),
  };
}

const isChange = (method: string): boolean => method === 'POST' || method === 'PATCH';

/** The URL as fetch sends it, which the server rebuilds from its own address and the request line. */
function targetUri(text: string | URL): string {
  const url = new URL(text);
  url.hash = '';
  return url.href;
}

/** `authorization` makes the request ambiguous; the others would be sent twice. */
const notBeside = [
  'authorization',
  'content-digest',
  'idempotency-key',
  'signature',
  'signature-input',
  'x-svc-environment',
];

function requireSignable({ method, headers = {}, hasBody, idempotencyKey, created, ...input }: BaseInput): void {
  const clash = Object.keys(headers).find((name) => notBeside.includes(name.toLowerCase()));
  if (clash !== undefined) throw new CannotSign(`${clash} must not be among the headers of a request to sign`);
  if (!isChange(method) && method !== 'GET' && method !== 'HEAD')
    throw new CannotSign('the method must be one of GET, HEAD, POST and PATCH');
  if (isChange(method) && idempotencyKey === undefined) throw new CannotSign(`${method} needs an idempotencyKey`);
  if (!isChange(method) && hasBody) throw new CannotSign(`${method} must have no body`);
  if (idempotencyKey !== undefined && !/^[\x21-\x7e]{1,255}$/.test(idempotencyKey)) {
    throw new CannotSign('an idempotencyKey is 1 to 255 visible ASCII characters');
  }
  if (!Number.isSafeInteger(created) || created < 0) throw new CannotSign('created is in whole unix seconds');
  for (const [name, value] of Object.entries({ keyid: input.keyid, nonce: input.nonce })) {
    if (/^[\x21\x23-\x5b\x5d-\x7e]{1,255}$/.test(value)) continue;
    throw new CannotSign(`${name} is 1 to 255 visible ASCII characters without quotation marks and backslashes`);
  }
}
