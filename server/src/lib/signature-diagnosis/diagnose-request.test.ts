import { describe, expect, it } from 'vitest';
import {
  algorithms,
  givenCredential,
  own,
  secondEc,
  signWith,
  stranger,
  usual,
  type Signer,
} from '#test/signatures/faulty-signer';
import { plants } from '#test/signatures/planted-mistakes';
import { diagnoseRequest } from './diagnose-request.ts';
import { mistakeCodes } from './mistakes.ts';

const cases = plants.flatMap(([expected, what, changes, only]) =>
  algorithms
    .filter((alg) => only === undefined || alg === only)
    .map((alg) => {
      const signer = usual(alg);
      return { expected: expected.toSorted(), what, alg, signed: signWith({ ...signer, ...changes(signer) }) };
    }),
);

describe('a signer that makes no mistake', () => {
  it.each(algorithms.flatMap((alg) => ['POST', 'GET'].map((method) => ({ alg, method }))))(
    'is valid: $method, $alg',
    async ({ alg, method }) => {
      expect(await diagnoseRequest(signWith(usual(alg, method)))).toMatchObject({
        verdict: 'valid',
        mistakes: [],
        credentialId: own[alg].id,
      });
    },
  );
});

describe('a planted mistake', () => {
  it.each(cases)('is named, and no other: $what, $alg', async ({ expected, signed }) => {
    const { verdict, mistakes } = await diagnoseRequest(signed);
    expect([verdict, mistakes.map(({ code }) => code).toSorted()]).toEqual(['explained', expected]);
  });

  it('is of a kind that is documented, and every kind of a request was planted', () => {
    const planted = new Set(plants.flatMap(([codes]) => codes));
    const ofRequests = mistakeCodes.filter((code) => !/^(secret|webhook|received)\./.test(code));
    const elsewhere = ['nonce.used', 'body.crlf', 'headers.missing', 'digest.old_header', 'input.several'];
    expect(ofRequests.filter((code) => !planted.has(code) && !elsewhere.includes(code))).toEqual([]);
    expect(plants.length).toBeGreaterThanOrEqual(60);
  });
});

describe('what nobody can know', () => {
  it('is not explained: the key of a stranger, random bytes, an unknown text', async () => {
    const unknown: Partial<Signer>[] = [
      { key: stranger.privateKey },
      { encode: () => `svc=:${Buffer.alloc(64, 7).toString('base64')}:` },
      { message: (text) => Buffer.from(`${text} and something else`) },
    ];
    for (const change of unknown) {
      const { verdict, mistakes, signedText } = await diagnoseRequest(signWith({ ...usual('ed25519'), ...change }));
      expect([verdict, mistakes, signedText]).toEqual(['not_explained', [], undefined]);
    }
  });

  it('is not explained by the credential of another institution', async () => {
    const signed = signWith({ ...usual('ed25519'), keyid: stranger.id, key: stranger.privateKey });
    expect(await diagnoseRequest(signed)).toMatchObject({ verdict: 'not_explained', credentialId: undefined });
  });

  it('takes a bounded time, whatever is sent', async () => {
    const long = Buffer.from(`{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`);
    const signed = signWith({ ...usual('ecdsa-p256-sha256'), key: secondEc.privateKey, body: long });
    const { credentials: _own, ...rest } = signed;
    const many = Array.from(
      { length: 20 },
      (_, index) => givenCredential(`crd_${index}`, 'ecdsa-p256-sha256').credential,
    );
    expect((await diagnoseRequest({ ...rest, credentials: many })).verdict).toBe('not_explained');
  });
});
