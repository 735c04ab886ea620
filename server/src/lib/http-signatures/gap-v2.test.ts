import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  changeComponents,
  changeHeader,
  digestOf,
  get,
  headerOf,
  verdictOf,
  keyids,
  parametersOf,
  post,
  readComponents,
  signByHand,
  withHeader,
  withoutHeader,
  type Message,
  type Verdict,
} from '#test/http/signed-requests';

const patch: Message = { ...post, method: 'PATCH' };
const head: Message = { ...get, method: 'HEAD' };
const namedGet = withHeader(get, 'Idempotency-Key', 'k');
const namedComponents = ['@method', '@target-uri', 'idempotency-key', 'x-svc-environment'];
const usual = parametersOf('ed25519');
const environmentOf = (value: string) => changeHeader(post, 'x-svc-environment', () => value);
const idempotencyKeyOf = (value: string) => signByHand(changeHeader(post, 'idempotency-key', () => value));
const digestedAs = (value: string) => signByHand(changeHeader(post, 'content-digest', () => value));
const parameters = (change: (text: string) => string) => signByHand(post, { parameters: change(usual) });
const inputAs = (change: (text: string) => string) => changeHeader(signByHand(post), 'signature-input', change);
const signatureAs = (change: (text: string) => string) => changeHeader(signByHand(post), 'signature', change);
const written = (bytes: Uint8Array) => `svc=:${Buffer.from(bytes).toString('base64')}:`;
const without = (components: readonly string[], name: string) => components.filter((one) => one !== name);
type Promised = { readonly promise: string; readonly verdict: Verdict; readonly cases: Record<string, Message> };

const promises: Promised[] = [
  {
    promise: 'what follows the profile is accepted',
    verdict: 'accepted',
    cases: {
      'POST, Ed25519': signByHand(post),
      'POST, P-256': signByHand(post, { alg: 'ecdsa-p256-sha256' }),
      'GET, P-256': signByHand(get, { alg: 'ecdsa-p256-sha256' }),
      'blanks around a value': changeHeader(signByHand(post), 'idempotency-key', (value) => ` \t${value} `),
      'header names in any case': {
        ...signByHand(post),
        rawHeaders: signByHand(post).rawHeaders.map((text, at) => (at % 2 === 0 ? text.toUpperCase() : text)),
      },
      'an empty body': signByHand({
        ...withoutHeader(post, 'content-digest'),
        body: Buffer.alloc(0),
        rawHeaders: [...withoutHeader(post, 'content-digest').rawHeaders, 'Content-Digest', digestOf('')],
      }),
      'an empty query': signByHand({ ...get, target: '/api/gap/v1/me?' }),
      'dot segments and doubled slashes, as they were sent': signByHand({ ...get, target: '//a/../b;c?"' }),
      'a GET that says it has no body': signByHand(withHeader(get, 'Content-Length', '0')),
      'created at zero': parameters((text) => text.replace('1794744000', '0')),
      'a nonce of 255': parameters((text) => text.replace('n-1', '~'.repeat(255))),
      'a nonce of one': parameters((text) => text.replace('n-1', '!')),
      'another digest beside the right one': digestedAs(`${digestOf(post.body)}, ${digestOf(post.body, 'sha-512')}`),
    },
  },
  {
    promise: 'POST and PATCH cover method, target, digest, idempotency key and environment [P-SIG-007]',
    verdict: 'accepted',
    cases: { POST: signByHand(post), PATCH: signByHand(patch) },
  },
  {
    promise: 'GET and HEAD cover method, target and environment [P-SIG-008]',
    verdict: 'accepted',
    cases: { GET: signByHand(get), HEAD: signByHand(head) },
  },
  {
    promise: 'GET and HEAD have no digest [P-SIG-008]',
    verdict: 'violation',
    cases: {
      'covered and sent': signByHand(withHeader(get, 'Content-Digest', digestOf('')), {
        components: ['@method', '@target-uri', 'content-digest', 'x-svc-environment'],
      }),
      'covered, not sent': signByHand(get, {
        components: ['@method', '@target-uri', 'content-digest', 'x-svc-environment'],
      }),
      'sent, not covered': signByHand(withHeader(get, 'Content-Digest', digestOf('')), { components: readComponents }),
      'HEAD, as POST would': signByHand({ ...post, method: 'HEAD' }),
    },
  },
  {
    promise: 'GET and HEAD cover an idempotency key that they send, before the environment [P-SIG-009]',
    verdict: 'accepted',
    cases: {
      GET: signByHand(namedGet, { components: namedComponents }),
      HEAD: signByHand({ ...namedGet, method: 'HEAD' }, { components: namedComponents }),
    },
  },
  {
    promise: 'an idempotency key that is sent and not covered there is a violation [P-SIG-009]',
    verdict: 'violation',
    cases: {
      'not covered in GET': signByHand(namedGet, { components: readComponents }),
      'not covered in HEAD': signByHand({ ...namedGet, method: 'HEAD' }, { components: readComponents }),
      'covered after the environment': signByHand(namedGet, { components: [...readComponents, 'idempotency-key'] }),
      'sent empty and not covered': signByHand(withHeader(get, 'Idempotency-Key', ''), { components: readComponents }),
    },
  },
  {
    promise: 'an idempotency key that is covered and not sent is a violation [P-SIG-010]',
    verdict: 'violation',
    cases: {
      GET: signByHand(get, { components: namedComponents }),
      HEAD: signByHand(head, { components: namedComponents }),
    },
  },
  {
    promise: 'POST and PATCH need Content-Digest [P-SIG-014]',
    verdict: 'violation',
    cases: {
      POST: withoutHeader(signByHand(post), 'content-digest'),
      PATCH: withoutHeader(signByHand(patch), 'content-digest'),
      'nor covered': signByHand(withoutHeader(post, 'content-digest'), { components: namedComponents }),
    },
  },
  {
    promise: 'POST and PATCH need Idempotency-Key [P-SIG-015]',
    verdict: 'violation',
    cases: {
      POST: withoutHeader(signByHand(post), 'idempotency-key'),
      PATCH: withoutHeader(signByHand(patch), 'idempotency-key'),
      'nor covered': signByHand(withoutHeader(post, 'idempotency-key'), {
        components: without(changeComponents, 'idempotency-key'),
      }),
    },
  },
  {
    promise: 'Idempotency-Key of 1, of 255 and with either end of visible ASCII is accepted [P-SIG-022, P-SIG-023]',
    verdict: 'accepted',
    cases: { one: idempotencyKeyOf('k'), '255': idempotencyKeyOf('k'.repeat(255)), '!~': idempotencyKeyOf('!~') },
  },
  {
    promise: 'Idempotency-Key of 0 or 256 characters is a violation [P-SIG-022]',
    verdict: 'violation',
    cases: {
      none: idempotencyKeyOf(''),
      '256': idempotencyKeyOf('k'.repeat(256)),
      '0 on GET': signByHand(withHeader(get, 'Idempotency-Key', ''), { components: namedComponents }),
    },
  },
  {
    promise: 'Idempotency-Key with a character that is not visible ASCII is a violation [P-SIG-024]',
    verdict: 'violation',
    cases: {
      space: idempotencyKeyOf('a b'),
      tab: idempotencyKeyOf('a\tb'),
      delete: idempotencyKeyOf('a\x7f'),
      'line feed': idempotencyKeyOf('a\n"x-svc-environment": TEST'),
      accent: idempotencyKeyOf('caf\u00e9'),
      'no-break space': idempotencyKeyOf('a\u00a0'),
    },
  },
  {
    promise: 'X-SVC-Environment of TEST or PRODUCTION is accepted',
    verdict: 'accepted',
    cases: { TEST: signByHand(environmentOf('TEST')), PRODUCTION: signByHand(environmentOf('PRODUCTION')) },
  },
  {
    promise: 'another X-SVC-Environment, or none, is a violation [P-SIG-026]',
    verdict: 'violation',
    cases: {
      missing: withoutHeader(signByHand(post), 'x-svc-environment'),
      'missing and not covered': signByHand(withoutHeader(get, 'x-svc-environment'), {
        components: ['@method', '@target-uri'],
      }),
      ...Object.fromEntries(
        ['test', 'SANDBOX', '', 'TEST, TEST'].map((text) => [text, signByHand(environmentOf(text))]),
      ),
    },
  },
  {
    promise: 'Authorization beside a signature is a violation [P-SIG-027]',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['Bearer x', 'Basic eDp5', ''].map((value) => [value, withHeader(signByHand(post), 'Authorization', value)]),
    ),
  },
  {
    promise: 'a header of the profile that is there twice is a violation',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['content-digest', 'idempotency-key', 'x-svc-environment', 'signature', 'signature-input'].flatMap((name) => {
        const signed = signByHand(post);
        const value = headerOf(signed, name) ?? '';
        const first = { ...signed, rawHeaders: [name, 'x', ...signed.rawHeaders] };
        return [
          [`${name}, the same again`, withHeader(signed, name, value)],
          [`${name}, another one last`, withHeader(signed, name.toUpperCase(), 'x')],
          [`${name}, another one first`, first],
        ];
      }),
    ),
  },
  {
    promise: 'a digest that no known algorithm made, or not of this body, is a violation',
    verdict: 'violation',
    cases: {
      'another body': { ...signByHand(post), body: Buffer.from('{}') },
      'a body where there was none': signByHand({ ...post, body: Buffer.from(' ') }),
      'sha-512 wrong beside sha-256 right': digestedAs(`${digestOf(post.body)}, ${digestOf('x', 'sha-512')}`),
      'sha-256 wrong, then right': digestedAs(`${digestOf('x')}, ${digestOf(post.body)}`),
      'md5 only': digestedAs('md5=:1B2M2Y8AsgTpgAmY7PhCfg==:'),
      'no text': digestedAs(''),
      'line feed': digestedAs(`${digestOf(post.body)}\n`),
      'of the old standard': digestedAs(digestOf(post.body).replaceAll(/=:|:$/g, '=')),
    },
  },
  {
    promise: 'a target that is no path is a violation',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['https://api.example.com/x', '*', '', 'api/gap', 'api.example.com:443', '/a#b', '/a b', '/\u00e9', '/a\nb'].map(
        (target) => [JSON.stringify(target), signByHand({ ...get, target })],
      ),
    ),
  },
  {
    promise: 'another method is a violation',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['DELETE', 'PUT', 'OPTIONS', 'get', 'Post', ''].flatMap((method) => [
        [`${method} as GET`, signByHand({ ...get, method })],
        [`${method} as POST`, signByHand({ ...post, method })],
      ]),
    ),
  },
  {
    promise: 'a body of GET is a violation',
    verdict: 'violation',
    cases: {
      'with a length': signByHand(withHeader(get, 'Content-Length', '2')),
      'in chunks': signByHand(withHeader(get, 'Transfer-Encoding', 'chunked')),
      'of HEAD': signByHand(withHeader(head, 'Content-Length', '2')),
    },
  },
  {
    promise: 'a signature of something else does not hold',
    verdict: 'does not hold',
    cases: {
      'another path': { ...signByHand(post), target: '/api/gap/v1/referrals/x?x=1&y=%7e' },
      'another query': { ...signByHand(post), target: '/api/gap/v1/referrals?x=2&y=%7e' },
      'a percent-encoding in the other case': { ...signByHand(post), target: '/api/gap/v1/referrals?x=1&y=%7E' },
      'a query that was not there': { ...signByHand(get), target: '/api/gap/v1/me?' },
      'another method': { ...signByHand(post), method: 'PATCH' },
      'HEAD for GET': { ...signByHand(get), method: 'HEAD' },
      'another idempotency key': changeHeader(signByHand(post), 'idempotency-key', () => 'loan-2'),
      'another environment': changeHeader(signByHand(post), 'x-svc-environment', () => 'PRODUCTION'),
      'another body with its own digest': {
        ...changeHeader(signByHand(post), 'content-digest', () => digestOf('{}')),
        body: Buffer.from('{}'),
      },
      'the same digest by another algorithm': changeHeader(signByHand(post), 'content-digest', () =>
        digestOf(post.body, 'sha-512'),
      ),
      'another created': inputAs((text) => text.replace('1794744000', '1794744001')),
      'another nonce': inputAs((text) => text.replace('n-1', 'n-2')),
      'another scheme': signByHand(post, { baseUrl: 'http://api.example.com' }),
      'the Host header': signByHand(post, { baseUrl: 'https://internal:8080' }),
      'another key': signByHand(post, { key: generateKeyPairSync('ed25519').privateKey }),
      'a key that nobody knows': parameters((text) => text.replace(keyids.ed25519, 'crd_nobody')),
      'the other algorithm than its key has': parameters((text) => text.replace('"ed25519"', '"ecdsa-p256-sha256"')),
      'the other key than its algorithm has': parameters((text) =>
        text.replace(keyids.ed25519, keyids['ecdsa-p256-sha256']),
      ),
      zeros: signatureAs(() => written(Buffer.alloc(64))),
      ones: signatureAs(() => written(Buffer.alloc(64, 0xff))),
      'zeros for P-256': changeHeader(signByHand(post, { alg: 'ecdsa-p256-sha256' }), 'signature', () =>
        written(Buffer.alloc(64)),
      ),
    },
  },
];

// Inserted by %s, because a title inserted by $ is truncated, and its clause ids with it.
describe.each(promises.map((one) => [one.promise, one] as const))('%s', (_promise, { verdict, cases }) => {
  it.each(Object.entries(cases))('%s', async (_name, message) => {
    expect(await verdictOf(message)).toBe(verdict);
  });
});
