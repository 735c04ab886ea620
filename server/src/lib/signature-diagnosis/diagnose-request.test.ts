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

describe('a signer without mistakes', () => {
  it.each(algorithms.flatMap((alg) => ['POST', 'GET'].map((method) => ({ alg, method }))))(
    'a signer without mistakes is valid: $method, $alg',
    async ({ alg, method }) => {
      expect(await diagnoseRequest(signWith(usual(alg, method)))).toMatchObject({
        verdict: 'valid',
        mistakes: [],
        credentialId: own[alg].id,
      });
    },
  );
});

describe('an injected mistake', () => {
  it.each(cases)('an injected mistake is named, and no other: $what, $alg', async ({ expected, signed }) => {
    const { verdict, mistakes } = await diagnoseRequest(signed);
    expect([verdict, mistakes.map(({ code }) => code).toSorted()]).toEqual(['explained', expected]);
  });

  it('every kind of request mistake is documented and injected', () => {
    const planted = new Set(plants.flatMap(([codes]) => codes));
    const ofRequests = mistakeCodes.filter((code) => !/^(secret|webhook|received)\./.test(code));
    const elsewhere = ['nonce.used', 'body.crlf', 'headers.missing', 'digest.old_header', 'input.several'];
    expect(ofRequests.filter((code) => !planted.has(code) && !elsewhere.includes(code))).toEqual([]);
    expect(plants.length).toBeGreaterThanOrEqual(60);
  });
});

describe('a mistake that cannot be identified', () => {
  it('an unknown key, random bytes and an unknown text are not explained', async () => {
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

  it("a mistake is not explained by another institution's credential", async () => {
    const signed = signWith({ ...usual('ed25519'), keyid: stranger.id, key: stranger.privateKey });
    expect(await diagnoseRequest(signed)).toMatchObject({ verdict: 'not_explained', credentialId: undefined });
  });

  it('a diagnosis takes a bounded time, whatever is sent', async () => {
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
