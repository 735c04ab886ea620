// Requests signed by hand: the signer writes exactly the parts it is given, valid or not, and signs them.
import { createPublicKey, generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto';
import {
  classifyRequest,
  digestViolation,
  readProfile,
  isSignatureValid,
  type RawRequest,
  type SignatureAlgorithm,
} from '#lib/http-signatures/gap-v2';

export const publicBaseUrl = 'https://api.example.com';

export const privateKeys: Readonly<Record<SignatureAlgorithm, KeyObject>> = {
  ed25519: generateKeyPairSync('ed25519').privateKey,
  'ecdsa-p256-sha256': generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
};
export const keyids: Readonly<Record<SignatureAlgorithm, string>> = {
  ed25519: 'crd_ed25519',
  'ecdsa-p256-sha256': 'crd_p256',
};
const publicKeys = new Map(
  Object.entries(keyids).map(([alg, keyid]) => [keyid, createPublicKey(privateKeys[alg as SignatureAlgorithm])]),
);

export type Message = RawRequest & { readonly body: Buffer };

export const digestOf = (body: string | Uint8Array, name: 'sha-256' | 'sha-512' = 'sha-256'): string =>
  `${name}=:${hash(name === 'sha-256' ? 'sha256' : 'sha512', body, 'base64')}:`;

const content = Buffer.from('{"external_ref":"L-1001"}');

export const post: Message = {
  method: 'POST',
  target: '/api/gap/v1/referrals?x=1&y=%7e',
  body: content,
  rawHeaders: Object.entries({
    Host: 'internal:8080',
    'Content-Type': 'application/json',
    'Content-Length': String(content.length),
    'Content-Digest': digestOf(content),
    'Idempotency-Key': 'loan-1',
    'X-SVC-Environment': 'TEST',
  }).flat(),
};
export const get: Message = {
  method: 'GET',
  target: '/api/gap/v1/me',
  body: Buffer.alloc(0),
  rawHeaders: ['Host', 'internal:8080', 'X-SVC-Environment', 'TEST'],
};

/** The value of a header that occurs once. */
export function headerOf({ rawHeaders }: RawRequest, name: string): string | undefined {
  const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === name);
  return at === -1 ? undefined : rawHeaders[at + 1];
}

export const withHeader = <M extends RawRequest>(message: M, name: string, value: string): M => ({
  ...message,
  rawHeaders: [...message.rawHeaders, name, value],
});

export const withoutHeader = <M extends RawRequest>(message: M, name: string): M => ({
  ...message,
  rawHeaders: pairs(message).flatMap((pair) => (pair[0].toLowerCase() === name ? [] : pair)),
});

export const changeHeader = <M extends RawRequest>(message: M, name: string, change: (value: string) => string): M => ({
  ...message,
  rawHeaders: pairs(message).flatMap(([key, value]) => [key, key.toLowerCase() === name ? change(value) : value]),
});

const pairs = ({ rawHeaders }: RawRequest): [string, string][] =>
  rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));

export const changeComponents = ['@method', '@target-uri', 'content-digest', 'idempotency-key', 'x-svc-environment'];
export const readComponents = ['@method', '@target-uri', 'x-svc-environment'];

export type Signing = {
  readonly alg?: SignatureAlgorithm;
  readonly components?: readonly string[];
  /** The parameters after the list, as text. */
  readonly parameters?: string;
  readonly baseUrl?: string;
  readonly key?: KeyObject;
};

export const parametersOf = (alg: SignatureAlgorithm): string =>
  `;created=1794744000;nonce="n-1";keyid="${keyids[alg]}";alg="${alg}";tag="gap-v2"`;

const listOf = (components: readonly string[]): string => `(${components.map(quoted).join(' ')})`;
const quoted = (component: string) => (component.startsWith('"') ? component : `"${component}"`);

/** Signs as the profile requires by default; a component given with its quotation marks may have parameters. */
export function signByHand(message: Message, signing: Signing = {}): Message {
  const { alg = 'ed25519', baseUrl = publicBaseUrl, key = privateKeys[alg] } = signing;
  const usual = headerOf(message, 'content-digest') === undefined ? readComponents : changeComponents;
  const { components = usual, parameters = parametersOf(alg) } = signing;
  const signatureParams = listOf(components) + parameters;
  const lines = components.map((component) => {
    const name = component.replaceAll(/^"|".*$/g, '').toLowerCase();
    const derived: Record<string, string> = { '@method': message.method, '@target-uri': baseUrl + message.target };
    return `${quoted(component)}: ${derived[name] ?? headerOf(message, name) ?? ''}\n`;
  });
  const base = Buffer.from(`${lines.join('')}"@signature-params": ${signatureParams}`, 'latin1');
  const signature = sign(alg === 'ed25519' ? null : 'sha256', base, { key, dsaEncoding: 'ieee-p1363' });
  const rawHeaders = [...message.rawHeaders, 'Signature-Input', `svc=${signatureParams}`];
  return { ...message, rawHeaders: [...rawHeaders, 'Signature', `svc=:${signature.toString('base64')}:`] };
}

export type Verdict = 'accepted' | 'violation' | 'does not hold' | 'not signed';

/** Runs every check that needs no credential store and no clock, in the order of the service. */
export async function verdictOf(message: Message, keys: ReadonlyMap<string, KeyObject> = publicKeys): Promise<Verdict> {
  if (classifyRequest(message.rawHeaders).kind !== 'signed') return 'not signed';
  const read = readProfile(message, publicBaseUrl);
  if ('violation' in read) return 'violation';
  const { profile } = read;
  if (profile.contentDigest !== undefined && digestViolation(profile.contentDigest, message.body)) return 'violation';
  const key = keys.get(profile.keyid);
  return key !== undefined && (await isSignatureValid(profile, key)) ? 'accepted' : 'does not hold';
}
