import { describe, expect, it } from 'vitest';
import { processorMs } from '#test/processes/processor-ms';
import { changeHeader, digestOf, get, headerOf, post, publicBaseUrl, signByHand } from '#test/http/signed-requests';
import { classifyRequest, readProfile } from './gap-v2.ts';

const bearer = (authorization: string) => ({ kind: 'bearer', authorization });
const signed = { kind: 'signed' };
const none = { kind: 'none' };

describe('the kind of credential of a request', () => {
  it.each<[string, readonly string[], object]>([
    ['no header at all', [], none],
    ['headers of no account', ['Host', 'x', 'Cookie', 'Authorization: Bearer x'], none],
    ['Authorization: Bearer', ['Authorization', 'Bearer svc_x'], bearer('Bearer svc_x')],
    ['any case of name and scheme', ['aUTHORIZATION', 'bEARER svc_x'], bearer('bEARER svc_x')],
    ['blanks around it', ['authorization', '\t Bearer svc_x '], bearer('Bearer svc_x')],
    ['Bearer without a key, which is then a wrong one', ['Authorization', 'Bearer'], bearer('Bearer')],
    ['a scheme that only begins like it', ['Authorization', 'Bearers x'], none],
    ['another scheme', ['Authorization', 'Basic eDp5'], none],
    ['an empty Authorization', ['Authorization', ''], none],
    ['a key without its scheme', ['Authorization', 'svc_x'], none],
    ['two Authorization headers', ['Authorization', 'Bearer a', 'authorization', 'Bearer b'], none],
    ['the same Authorization twice', ['Authorization', 'Bearer a', 'Authorization', 'Bearer a'], none],
    ['Signature-Input', ['Signature-Input', 'svc=()'], signed],
    ['an empty Signature-Input', ['signature-input', ''], signed],
    ['Signature-Input beside a bearer key', ['Authorization', 'Bearer a', 'SIGNATURE-INPUT', ''], signed],
    [
      'a lone Signature beside a bearer key',
      ['Signature', 'svc=:AA==:', 'Authorization', 'Bearer a'],
      bearer('Bearer a'),
    ],
    ['a lone Signature', ['Signature', ''], signed],
    ['a lone Signature beside another scheme', ['Signature', 'x', 'Authorization', 'Basic x'], signed],
    [
      'a lone Signature beside two keys',
      ['Signature', '', 'Authorization', 'Bearer a', 'Authorization', 'Bearer b'],
      signed,
    ],
  ])('%s', (_name, rawHeaders, kind) => {
    expect(classifyRequest(rawHeaders)).toEqual(kind);
  });
});

describe('reading a request that follows the profile', () => {
  it.each(['TEST', 'PRODUCTION'] as const)(
    'the parsed headers contain everything that later checks need, in %s',
    (environment) => {
      const change = signByHand(changeHeader(post, 'x-svc-environment', () => environment));
      const signature = Buffer.from(headerOf(change, 'signature')!.slice('svc=:'.length, -1), 'base64');
      const list = '("@method" "@target-uri" "content-digest" "idempotency-key" "x-svc-environment")';
      expect(readProfile(change, publicBaseUrl)).toEqual({
        profile: {
          keyid: 'crd_ed25519',
          alg: 'ed25519',
          created: 1_794_744_000,
          nonce: 'n-1',
          environment,
          idempotencyKey: 'loan-1',
          contentDigest: digestOf(post.body),
          signature,
          base: [
            '"@method": POST',
            '"@target-uri": https://api.example.com/api/gap/v1/referrals?x=1&y=%7e',
            `"content-digest": ${digestOf(post.body)}`,
            '"idempotency-key": loan-1',
            `"x-svc-environment": ${environment}`,
            `"@signature-params": ${list};created=1794744000;nonce="n-1";keyid="crd_ed25519";alg="ed25519";tag="gap-v2"`,
          ].join('\n'),
        },
      });
    },
  );

  it('the result has no key and no digest where none was sent', () => {
    const read = readProfile(signByHand(get, { alg: 'ecdsa-p256-sha256' }), publicBaseUrl);
    const absent = { idempotencyKey: undefined, contentDigest: undefined };
    expect(read).toMatchObject({ profile: { alg: 'ecdsa-p256-sha256', keyid: 'crd_p256', ...absent } });
  });

  it.each(['md5=:AA==:', 'sha-256=:AA==:', 'sha-256', 'x y', ''])(
    'a digest that no body could match gives no result: %j',
    (digest) => {
      const message = signByHand(changeHeader(post, 'content-digest', () => digest));
      expect(readProfile(message, publicBaseUrl)).toEqual({ violation: expect.stringContaining('Content-Digest') });
    },
  );
});

describe('a violation message', () => {
  it('a violation message names the header and repeats nothing of the request', () => {
    const secret = 'svc_live_secret';
    const texts = [
      ['Signature-Input', secret, 'Signature', secret, 'Authorization', `Bearer ${secret}`],
      ['Signature-Input', secret, 'Signature', secret, 'Signature', secret],
      ['Signature-Input', secret, 'Signature', secret, 'X-SVC-Environment', secret],
      [
        'Signature-Input',
        secret,
        'Signature',
        secret,
        'X-SVC-Environment',
        'TEST',
        'Idempotency-Key',
        `${secret} `.repeat(2),
      ],
      ['Signature-Input', secret, 'Signature', secret, 'X-SVC-Environment', 'TEST'],
    ].map((rawHeaders) =>
      JSON.stringify(readProfile({ method: 'GET', target: `/${secret}`, rawHeaders }, 'https://x')),
    );
    expect(texts.filter((text) => text.includes(secret))).toEqual([]);
    expect(texts).toEqual([
      expect.stringContaining('Authorization'),
      expect.stringContaining('Signature is there more than once'),
      expect.stringContaining('X-SVC-Environment'),
      expect.stringContaining('Idempotency-Key'),
      expect.stringContaining('Signature-Input'),
    ]);
  });

  it('finding a violation costs no more than reading the headers, however they are filled', async () => {
    const long = (text: string) => text.repeat(65_536 / text.length);
    const fills = [' ', '"', '\\', ';', ', ', 'svc=(', '("@method" ', 'sha-256=:', ':A', ';created=1', '\t,'].map(long);
    const readAll = () => {
      for (const fill of fills) {
        for (const name of ['Signature-Input', 'Signature', 'Content-Digest', 'Idempotency-Key', 'X-SVC-Environment']) {
          const values = {
            'Signature-Input': 'svc=()',
            Signature: 'x',
            'Content-Digest': 'x',
            'Idempotency-Key': 'x',
            'X-SVC-Environment': 'TEST',
          };
          const rawHeaders = Object.entries({ ...values, [name]: `x${fill}x` }).flat();
          expect(readProfile({ method: 'POST', target: `/${long('?')}`, rawHeaders }, 'https://x')).toHaveProperty(
            'violation',
          );
        }
      }
    };
    // 55 requests of 128 KiB each; a quadratic algorithm would take minutes.
    expect(await processorMs(readAll)).toBeLessThan(5000);
  });
});
