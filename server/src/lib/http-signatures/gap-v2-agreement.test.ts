import { createPublicKey, createSecretKey, randomBytes, sign, webcrypto as web } from 'node:crypto';
import { createSignature, verifySignature, webcrypto } from 'http-message-sig';
import { createSigner, createVerifier, httpbis } from 'http-message-signatures';
import { describe, expect, it } from 'vitest';
import {
  changeComponents,
  changeHeader,
  get,
  verdictOf,
  keyids,
  post,
  privateKeys,
  publicBaseUrl,
  readComponents,
  signByHand,
  withHeader,
  type Message,
} from '#test/http/signed-requests';
import { readPublicKey, isSignatureValid, type SignatureAlgorithm, type SignedProfile } from './gap-v2.ts';

const algorithms = ['ed25519', 'ecdsa-p256-sha256'] as const;
const names = ['created', 'nonce', 'keyid', 'alg', 'tag'];
const fieldsOf = ({ rawHeaders }: Message) =>
  rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [{ name, value: rawHeaders[at + 1] ?? '' }] : []));
const recordOf = (message: Message) => Object.fromEntries(fieldsOf(message).map(({ name, value }) => [name, value]));
const componentsOf = ({ method }: Message) => (method === 'POST' ? changeComponents : readComponents);

const rfc = [
  {
    section: 'B.2.4',
    alg: 'ecdsa-p256-sha256',
    key: 'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf\nw0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==',
    base: [
      '"@status": 200',
      '"content-type": application/json',
      '"content-digest": sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:',
      '"content-length": 23',
      '"@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    ],
    signature: 'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==',
  },
  {
    section: 'B.2.6',
    alg: 'ed25519',
    key: 'MCowBQYDK2VwAyEAJrQLj5P/89iXES9+vFgrIy29clF9CC/oPPsw3c5D0bs=',
    base: [
      '"date": Tue, 20 Apr 2021 02:07:55 GMT',
      '"@method": POST',
      '"@path": /foo',
      '"@authority": example.com',
      '"content-type": application/json',
      '"content-length": 18',
      '"@signature-params": ("date" "@method" "@path" "@authority" "content-type" "content-length");created=1618884473;keyid="test-key-ed25519"',
    ],
    signature: 'wqcAqbmYJ2ji2glfAMaRy4gruYYnx2nEFN2HN6jrnDnQCK1u02Gb04v9EDgwUPiu4A0w6vuQv5lIp5WPpBKRCw==',
  },
] as const;

describe.each(rfc)('the example $section of RFC 9421', ({ alg, key: base64, base, signature }) => {
  const key = readPublicKey(alg, `-----BEGIN PUBLIC KEY-----\n${base64}\n-----END PUBLIC KEY-----\n`);
  const signed = (change: Partial<SignedProfile> = {}) =>
    ({ alg, base: base.join('\n'), signature: Buffer.from(signature, 'base64'), ...change }) as SignedProfile;

  it('the RFC example verifies', async () => {
    expect(await isSignatureValid(signed(), key!)).toBe(true);
  });

  it('does not hold with one bit changed, anywhere in the signature', async () => {
    const flipped = Array.from({ length: 512 }, (_, bit) => {
      const bytes = Buffer.from(signature, 'base64');
      bytes[bit >> 3]! ^= 1 << (bit & 7);
      return isSignatureValid(signed({ signature: bytes }), key!);
    });
    expect((await Promise.all(flipped)).filter(Boolean)).toEqual([]);
  });

  it('does not verify for another text, by another algorithm, or for a secret that pretends to be a key', async () => {
    expect(await isSignatureValid(signed({ base: `${base.join('\n')}\n` }), key!)).toBe(false);
    const other = alg === 'ed25519' ? 'ecdsa-p256-sha256' : 'ed25519';
    expect(await isSignatureValid(signed({ alg: other }), key!)).toBe(false);
    expect(await isSignatureValid(signed(), createSecretKey(Buffer.from(base64)))).toBe(false);
  });
});

/** Signed by independent libraries, as the profile requires. */
const libraries: Record<string, (message: Message, alg: SignatureAlgorithm) => Promise<Message>> = {
  async 'http-message-signatures'(message, alg) {
    const { headers } = await httpbis.signMessage(
      {
        key: createSigner(privateKeys[alg], alg, keyids[alg]),
        name: 'svc',
        fields: componentsOf(message),
        params: names,
        paramValues: {
          created: new Date(1_794_744_000_000),
          nonce: randomBytes(9).toString('base64url'),
          tag: 'gap-v2',
        },
      },
      { method: message.method, url: publicBaseUrl + message.target, headers: recordOf(message) },
    );
    return { ...message, rawHeaders: Object.entries(headers).flat(2) };
  },
  async 'http-message-sig'(message, alg) {
    const options = { key: privateKeys[alg], dsaEncoding: 'ieee-p1363' } as const;
    const pkcs8 = privateKeys.ed25519.export({ type: 'pkcs8', format: 'der' });
    const signer =
      alg === 'ed25519'
        ? webcrypto.signer(await web.subtle.importKey('pkcs8', pkcs8, 'Ed25519', false, ['sign']))
        : // The library has no ECDSA.
          { algorithm: alg, sign: (data: Uint8Array) => sign('sha256', data, options) };
    const { signature, signatureInput } = await createSignature(
      { kind: 'request', method: message.method, targetUri: publicBaseUrl + message.target, fields: fieldsOf(message) },
      {
        label: 'svc',
        components: componentsOf(message),
        parameters: { created: 1_794_744_000, nonce: 'n-2', keyid: keyids[alg], alg, tag: 'gap-v2' },
        signer,
      },
    );
    return withHeader(withHeader(message, 'Signature-Input', signatureInput), 'Signature', signature);
  },
};

describe.each(Object.entries(libraries))('%s', (_name, signWith) => {
  it.each(algorithms)('signs so that it is accepted, %s', async (alg) => {
    expect(await verdictOf(await signWith(post, alg))).toBe('accepted');
    expect(await verdictOf(await signWith(get, alg))).toBe('accepted');
    const tampered = changeHeader(await signWith(post, alg), 'idempotency-key', () => 'another');
    expect(await verdictOf(tampered)).toBe('does not hold');
  });
});

describe.each(algorithms)('a request signed by hand with %s', (alg) => {
  const message = signByHand(post, { alg });
  const publicKey = createPublicKey(privateKeys[alg]);

  it('a request signed by hand is accepted by http-message-signatures', async () => {
    const keyLookup = async () => ({ id: keyids[alg], algs: [alg], verify: createVerifier(publicKey, alg) });
    const request = { method: message.method, url: publicBaseUrl + message.target, headers: recordOf(message) };
    const config = { keyLookup, notAfter: new Date(1_794_744_000_000) };
    expect(await httpbis.verifyMessage(config, request)).toBe(true);
  });

  it('a request signed by hand is accepted by http-message-sig', async () => {
    const verify = (base: Uint8Array, signature: Uint8Array) =>
      isSignatureValid(
        { alg, base: Buffer.from(base).toString(), signature: Buffer.from(signature) } as SignedProfile,
        publicKey,
      );
    const policy = { algorithms, requiredComponents: changeComponents, requiredParameters: names, now: 1_794_744_000 };
    const verified = await verifySignature(
      { kind: 'request', method: message.method, targetUri: publicBaseUrl + message.target, fields: fieldsOf(message) },
      { label: 'svc', policy, resolveVerifier: () => ({ algorithm: alg, verify }) },
    );
    expect(verified.components.map(({ name }) => name)).toEqual(changeComponents);
  });
});
