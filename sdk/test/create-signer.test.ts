import { generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSigner, signAttempt } from '../src/create-signer.ts';
import { toBytes } from '../src/bytes.ts';
import { CannotSign, type Environment, type SignedMethod } from '../src/signature-base.ts';
import published from '../vectors/gap-v2.json' with { type: 'json' };

describe.each(published.vectors)('WebCrypto signs the published request "$name"', ({ request, headers, ...vector }) => {
  const { keyid, method, url, environment, created, nonce } = request;
  const key = published.keys.find((one) => one.keyid === keyid)!;

  it('as the file says', async () => {
    const signer = createSigner({ keyid, privateKey: key.private_key });
    const signed = await signAttempt(signer, {
      method: method as SignedMethod,
      url,
      environment: environment as Environment,
      created,
      nonce,
      body: 'body' in request ? toBytes(request.body ?? '') : undefined,
      idempotencyKey: 'idempotency_key' in request ? request.idempotency_key : undefined,
    });
    const { signature = '', ...rest } = signed;
    const { signature: expected, ...others } = headers as unknown as Record<string, string>;
    expect(rest).toEqual(others);
    // An ECDSA signature is random.
    if (signer.alg === 'ed25519') expect(signature).toBe(expected);
    const bytes = Buffer.from(signature.slice('svc=:'.length, -1), 'base64');
    const holds = { key: key.public_key, dsaEncoding: 'ieee-p1363' } as const;
    const hash = signer.alg === 'ed25519' ? null : 'sha256';
    expect(verify(hash, Buffer.from(vector.signature_base), holds, bytes)).toBe(true);
  });
});

describe('a WebCrypto key', () => {
  it('signs if the profile supports its kind, and is refused otherwise', async () => {
    const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify']);
    const signer = createSigner({ keyid: 'crd_1', privateKey: pair.privateKey });
    expect((await signer.sign(toBytes('x'))).length).toBe(64);
    expect(() => createSigner({ keyid: 'crd_1', privateKey: pair.publicKey })).toThrow(CannotSign);
    const other = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, false, ['sign', 'verify']);
    expect(() => createSigner({ keyid: 'crd_1', privateKey: other.privateKey })).toThrow(/P-256/);
  });

  it('refuses another curve in PEM', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => createSigner({ keyid: 'crd_1', privateKey: pem })).toThrow(/another kind/);
  });
});
