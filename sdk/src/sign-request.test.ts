import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  digestViolation,
  readProfile,
  readPublicKey,
  isSignatureValid,
  type SignatureAlgorithm,
} from '../../server/src/lib/http-signatures/gap-v2.ts';
import { createPartner } from '../examples/signed-request.ts';
import published from '../vectors/gap-v2.json' with { type: 'json' };
import { CannotSign, signRequest, type RequestToSign } from './sign-request.ts';

const spki = (key: KeyObject) => key.export({ type: 'spki', format: 'pem' }).toString();
const pairs = {
  ed25519: generateKeyPairSync('ed25519'),
  'ecdsa-p256-sha256': generateKeyPairSync('ec', { namedCurve: 'P-256' }),
} as const;
const algorithms = ['ed25519', 'ecdsa-p256-sha256'] as const;

type Received = { method: string; target: string; rawHeaders: readonly string[]; body: Uint8Array; baseUrl: string };

/** The service's verdict: accepted, or the problem. */
async function verdictOf({ body, baseUrl, ...request }: Received, key: KeyObject | undefined): Promise<string> {
  const read = readProfile(request, baseUrl);
  if ('violation' in read) return read.violation;
  const { contentDigest } = read.profile;
  const violation = contentDigest === undefined ? undefined : digestViolation(contentDigest, body);
  if (violation !== undefined) return violation;
  return key !== undefined && (await isSignatureValid(read.profile, key)) ? 'accepted' : 'does not hold';
}

describe.each(published.vectors)('the published request "$name"', ({ request, headers, signature_base: base }) => {
  const { keyid, method, url, environment, created, nonce } = request;
  const key = published.keys.find((one) => one.keyid === keyid)!;
  const alg = key.alg as SignatureAlgorithm;
  const body = 'body' in request ? request.body : undefined;
  const received = {
    method,
    target: url.slice(published.public_base_url.length),
    rawHeaders: Object.entries(headers).flat() as string[],
    body: Buffer.from(body ?? ''),
    baseUrl: published.public_base_url,
  };

  it('is accepted, and signs what the file contains', async () => {
    expect(await verdictOf(received, readPublicKey(alg, key.public_key))).toBe('accepted');
    expect(readProfile(received, published.public_base_url)).toMatchObject({
      profile: { base, keyid, created, nonce },
    });
  });

  it('equals the output of this library', () => {
    const signed = signRequest({
      method,
      url,
      body,
      keyid,
      privateKey: key.private_key,
      environment,
      idempotencyKey: 'idempotency_key' in request ? request.idempotency_key : undefined,
      created,
      nonce,
    } as RequestToSign);
    // An ECDSA signature is random.
    const comparable = (all: Record<string, string>) => (alg === 'ed25519' ? all : { ...all, signature: '' });
    expect(comparable(signed)).toEqual(comparable(headers as unknown as Record<string, string>));
  });
});

it('the published keys are marked as such, and every method is there for both algorithms', () => {
  expect(published.warning).toContain('TEST KEYS');
  for (const alg of algorithms) {
    const { keyid } = published.keys.find((one) => one.alg === alg)!;
    const methods = published.vectors
      .filter(({ request }) => request.keyid === keyid)
      .map(({ request }) => request.method);
    expect(new Set(methods)).toEqual(new Set(['GET', 'HEAD', 'POST', 'PATCH']));
  }
});

describe.each(algorithms)('a request signed with %s, over HTTP', (alg) => {
  const { privateKey, publicKey } = pairs[alg];
  const key = readPublicKey(alg, spki(publicKey));
  let baseUrl = '';
  const server = createServer((request: IncomingMessage, response) => {
    const { method = '', url: target = '', rawHeaders } = request;
    void buffer(request)
      .then((body) => verdictOf({ method, target, rawHeaders, body, baseUrl }, key))
      .then((verdict) => response.setHeader('verdict', verdict).end(verdict));
  });
  const partner = () => createPartner({ baseUrl, keyid: 'crd_1', privateKey, environment: 'TEST' });

  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    baseUrl = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
  });
  afterAll(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });

  it.each([
    '/me',
    '',
    '?',
    '/?a=1',
    '/a?',
    '/a b?c=d e',
    '/é?ü',
    '/a/../b/./c',
    '/x#part',
    '/%7e%7E?q="<>`{}|',
    '//a//b',
    '/a\\b',
  ])('is accepted with the address %j', async (path) => {
    expect(await (await partner().read(path)).text()).toBe('accepted');
  });

  it('is accepted as the example sends changes, in UTF-8', async () => {
    const answer = await partner().change('/referrals', { content: { name: 'Zoë ☂' }, idempotencyKey: 'loan-1' });
    expect(await answer.text()).toBe('accepted');
  });

  it('is accepted as HEAD, as PATCH, without a body and with bytes', async () => {
    const common = { url: `${baseUrl}/x`, keyid: 'crd_1', privateKey, environment: 'PRODUCTION' } as const;
    const send = async (request: Omit<RequestToSign, keyof typeof common>) => {
      const { method, body } = request;
      const headers = signRequest({ ...request, ...common });
      return (
        await fetch(common.url, { method, headers, ...(body === undefined ? {} : { body: body as string }) })
      ).headers.get('verdict');
    };
    expect(await send({ method: 'HEAD', idempotencyKey: 'k' })).toBe('accepted');
    expect(await send({ method: 'PATCH', idempotencyKey: 'k', body: '{}' })).toBe('accepted');
    expect(await send({ method: 'POST', idempotencyKey: 'k' })).toBe('accepted');
    expect(await send({ method: 'POST', idempotencyKey: '!~', body: Buffer.from([0, 255, 128]) })).toBe('accepted');
  });

  it('takes the key in PEM as well, and never signs the same way twice', () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const request = {
      method: 'GET',
      url: 'https://x.example/',
      keyid: 'k',
      privateKey: pem,
      environment: 'TEST',
    } as const;
    const inputs = Array.from({ length: 100 }, () => signRequest(request)['signature-input']);
    expect(new Set(inputs).size).toBe(100);
  });
});

describe('a request outside the signature profile', () => {
  const right: RequestToSign = {
    method: 'POST',
    url: 'https://api.example.com/x',
    body: '{}',
    keyid: 'crd_1',
    privateKey: pairs.ed25519.privateKey,
    environment: 'TEST',
    idempotencyKey: 'k',
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each<[string, Partial<RequestToSign>]>([
    ['another method', { method: 'DELETE' as 'GET' }],
    ['a change without a name', { idempotencyKey: undefined }],
    ['a name of nothing', { idempotencyKey: '' }],
    ['a name with a space', { idempotencyKey: 'a b' }],
    ['a name of 256', { idempotencyKey: 'k'.repeat(256) }],
    ['a read with a body', { method: 'GET' }],
    ['a nonce with a quotation mark', { nonce: '"' }],
    ['no keyid', { keyid: '' }],
    ['a time in parts of a second', { created: 1.5 }],
    ['a time before all', { created: -1 }],
    ['Authorization beside it', { headers: { Authorization: 'Bearer x' } }],
    ['a second digest', { headers: { 'Content-Digest': 'x' } }],
    ['another kind of key', { privateKey: rsa }],
    ['another curve', { privateKey: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey }],
  ])('is refused before it is sent: %s', (_name, change) => {
    expect(() => signRequest({ ...right, ...change })).toThrow(CannotSign);
  });

  it('is not refused for headers that carry no credential', () => {
    expect(Object.keys(signRequest({ ...right, headers: { 'content-type': 'application/json' } }))).toEqual([
      'content-digest',
      'idempotency-key',
      'x-svc-environment',
      'signature-input',
      'signature',
    ]);
    expect(() => createPrivateKey(published.keys[0]!.private_key)).not.toThrow();
  });
});
