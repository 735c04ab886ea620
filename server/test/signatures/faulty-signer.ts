import { createHash, createPublicKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import type { OwnCredential, RequestToDiagnose } from '#lib/signature-diagnosis/diagnose-request';

// An independent signer, which shares no code with the diagnosis: each injected mistake is made where a real signer makes
// it.

export const base = 'https://api.example.com';
export const now = new Date('2026-11-17T12:00:00Z');
export const seconds = Math.floor(now.getTime() / 1000);
export const algorithms = ['ed25519', 'ecdsa-p256-sha256'] as const;

export const makePair = (alg: SignatureAlgorithm) =>
  alg === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });

export type Pair = { readonly id: string; readonly privateKey: KeyObject; readonly credential: OwnCredential };

export function givenCredential(id: string, alg: SignatureAlgorithm, changes: Partial<OwnCredential> = {}): Pair {
  const { privateKey } = makePair(alg);
  const key = createPublicKey(privateKey);
  return { id, privateKey, credential: { id, alg, key, status: 'active', livemode: false, ...changes } };
}

export const own = {
  ed25519: givenCredential('crd_ed', 'ed25519'),
  'ecdsa-p256-sha256': givenCredential('crd_ec', 'ecdsa-p256-sha256'),
};
export const second = givenCredential('crd_second', 'ed25519');
export const secondEc = givenCredential('crd_second_ec', 'ecdsa-p256-sha256');
export const pending = givenCredential('crd_pending', 'ed25519', { status: 'pending' });
export const revoked = givenCredential('crd_revoked', 'ecdsa-p256-sha256', { status: 'revoked' });
export const live = givenCredential('crd_live', 'ed25519', { livemode: true });
export const stranger = givenCredential('crd_stranger', 'ed25519');
export const credentials = [...Object.values(own), second, secondEc, pending, revoked, live].map(
  ({ credential }) => credential,
);

export const body = Buffer.from('{"vin":"1HGCM82633A004352","owner":{"name":"Zoë Synthetic"},"amount":12}');
export const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
export const digestHeader = (bytes: Buffer | string) => `sha-256=:${sha256(bytes).toString('base64')}:`;

/** A signer's decisions, each with the right answer; an injected mistake changes one or more. */
export type Signer = {
  method: string;
  target: string;
  signedMethod: string;
  signedUri: string;
  digest: string;
  body: Buffer;
  environment: string;
  names: string[];
  lineOf: (name: string, value: string) => string;
  lines: (lines: string[]) => string[];
  join: (lines: string[]) => string;
  parameters: string;
  paramsLine: (params: string) => string[];
  label: string;
  keyid: string;
  alg: string;
  created: string;
  key: KeyObject;
  hash: string | null;
  dsa: 'ieee-p1363' | 'der';
  message: (text: string) => Buffer;
  encode: (signature: Buffer) => string;
  headers: (headers: [string, string][]) => [string, string][];
};

export const usual = (
  alg: SignatureAlgorithm,
  method = 'POST',
  target = '/api/gap/v1/referrals?x=1&y=%7e',
): Signer => ({
  method,
  target,
  signedMethod: method,
  signedUri: base + target,
  digest: digestHeader(body),
  body: method === 'GET' ? Buffer.alloc(0) : body,
  environment: 'TEST',
  names:
    method === 'GET'
      ? ['@method', '@target-uri', 'x-svc-environment']
      : ['@method', '@target-uri', 'content-digest', 'idempotency-key', 'x-svc-environment'],
  lineOf: (name, value) => `"${name}": ${value}`,
  lines: (lines) => lines,
  join: (lines) => lines.join('\n'),
  parameters: '',
  paramsLine: (params) => [`"@signature-params": ${params}`],
  label: 'svc',
  keyid: own[alg].id,
  alg,
  created: String(seconds),
  key: own[alg].privateKey,
  hash: alg === 'ed25519' ? null : 'sha256',
  dsa: 'ieee-p1363',
  message: (text) => Buffer.from(text),
  encode: (signature) => `svc=:${signature.toString('base64')}:`,
  headers: (headers) => headers,
});

export function signWith(signer: Signer): RequestToDiagnose {
  const { names, keyid, alg, created } = signer;
  const values: Record<string, string> = {
    '@method': signer.signedMethod,
    '@target-uri': signer.signedUri,
    '@path': signer.target.split('?')[0] ?? '',
    '@authority': 'api.example.com',
    'content-digest': signer.digest,
    'content-type': 'application/json',
    'idempotency-key': 'loan-1',
    'x-svc-environment': signer.environment,
    date: 'Tue, 17 Nov 2026 12:00:00 GMT',
  };
  const parameters = signer.parameters || `;created=${created};nonce="n-1";keyid="${keyid}";alg="${alg}";tag="gap-v2"`;
  const params = `(${names.map((name) => `"${name}"`).join(' ')})${parameters}`;
  const lines = signer.lines(names.map((name) => signer.lineOf(name, values[name.toLowerCase()] ?? '')));
  const text = signer.join([...lines, ...signer.paramsLine(params)]);
  const signature = sign(signer.hash, signer.message(text), { key: signer.key, dsaEncoding: signer.dsa });
  const headers: [string, string][] = [
    ['Host', 'internal:8080'],
    ['Content-Type', 'application/json'],
    ['Date', values['date'] ?? ''],
    ...(signer.method === 'GET'
      ? []
      : ([
          ['Content-Digest', signer.digest],
          ['Idempotency-Key', 'loan-1'],
        ] as [string, string][])),
    ['X-SVC-Environment', signer.environment],
    ['Signature-Input', `${signer.label}=${params}`],
    ['Signature', signer.encode(signature)],
  ];
  return {
    request: {
      method: signer.method,
      target: signer.target,
      body: signer.body,
      rawHeaders: signer.headers(headers).flat(),
    },
    publicBaseUrl: base,
    credentials,
    at: now,
    windowS: 300,
  };
}
