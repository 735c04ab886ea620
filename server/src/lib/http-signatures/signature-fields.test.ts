import { sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  changeComponents,
  changeHeader,
  get,
  headerOf,
  verdictOf,
  parametersOf,
  post,
  privateKeys,
  publicBaseUrl,
  readComponents,
  signByHand,
  withHeader,
  withoutHeader,
  type Message,
  type Verdict,
} from '#test/http/signed-requests';
import { readProfile } from './gap-v2.ts';

const usual = parametersOf('ed25519');
const parameters = (change: (text: string) => string) => signByHand(post, { parameters: change(usual) });
const inputAs = (change: (text: string) => string) => changeHeader(signByHand(post), 'signature-input', change);
const signatureAs = (change: (text: string) => string) => changeHeader(signByHand(post), 'signature', change);
const bothAs = (change: (text: string) => string) => changeHeader(inputAs(change), 'signature', change);
const signatureOf = (message: Message) => Buffer.from((headerOf(message, 'signature') ?? '').slice(5, -1), 'base64');
const written = (bytes: Uint8Array) => `svc=:${Buffer.from(bytes).toString('base64')}:`;
const without = (components: readonly string[], name: string) => components.filter((one) => one !== name);
const replaced = (name: string, by: string) => changeComponents.map((one) => (one === name ? by : one));
const parameterNames = ['created', 'nonce', 'keyid', 'alg', 'tag'];
const withoutParameter = (name: string) => usual.replace(new RegExp(`;${name}=[^;]*`), '');
function derEncoded(): Message {
  const message = signByHand(post, { alg: 'ecdsa-p256-sha256' });
  const read = readProfile(message, publicBaseUrl);
  const base = 'profile' in read ? read.profile.base : '';
  const der = sign('sha256', Buffer.from(base), privateKeys['ecdsa-p256-sha256']);
  return changeHeader(message, 'signature', () => written(der));
}

type Promised = { readonly promise: string; readonly verdict: Verdict; readonly cases: Record<string, Message> };

const promises: Promised[] = [
  {
    promise: 'exactly one signature: a second label is a violation [P-SIG-003]',
    verdict: 'violation',
    cases: {
      'in both headers': bothAs((text) => `${text}, other=${text.slice(4)}`),
      'before the right one': bothAs((text) => `other=${text.slice(4)}, ${text}`),
      'in Signature-Input only': inputAs((text) => `${text}, other=${text.slice(4)}`),
      'in Signature only': signatureAs((text) => `${text}, other=${text.slice(4)}`),
      'the same label twice in Signature-Input': inputAs((text) => `svc=("@method");created=1, ${text}`),
      'the same label twice in Signature': signatureAs((text) => `svc=:AA==:, ${text}`),
      'without a value': inputAs((text) => `${text}, other`),
    },
  },
  {
    promise: 'the label must be svc [P-SIG-004]',
    verdict: 'violation',
    cases: {
      'sig1 in both headers': bothAs((text) => text.replace('svc', 'sig1')),
      'sig1 in Signature-Input': inputAs((text) => text.replace('svc', 'sig1')),
      'sig1 in Signature': signatureAs((text) => text.replace('svc', 'sig1')),
      'SVC in both headers': bothAs((text) => text.replace('svc', 'SVC')),
    },
  },
  {
    promise: 'Signature-Input alone is a violation [P-SIG-005]',
    verdict: 'violation',
    cases: {
      'no Signature': withoutHeader(signByHand(post), 'signature'),
      'an empty Signature': signatureAs(() => ''),
    },
  },
  {
    promise: 'Signature alone is a violation [P-SIG-006]',
    verdict: 'violation',
    cases: {
      'no Signature-Input': withoutHeader(signByHand(post), 'signature-input'),
      'an empty Signature-Input': inputAs(() => ''),
    },
  },
  {
    promise: 'another order of components is a violation [P-SIG-011]',
    verdict: 'violation',
    cases: {
      'target before method': signByHand(post, {
        components: ['@target-uri', '@method', 'content-digest', 'idempotency-key', 'x-svc-environment'],
      }),
      'environment first': signByHand(post, {
        components: ['x-svc-environment', ...without(changeComponents, 'x-svc-environment')],
      }),
      'key before digest': signByHand(post, {
        components: ['@method', '@target-uri', 'idempotency-key', 'content-digest', 'x-svc-environment'],
      }),
      'GET, backwards': signByHand(get, { components: readComponents.toReversed() }),
    },
  },
  {
    promise: 'a missing component is a violation [P-SIG-012]',
    verdict: 'violation',
    cases: {
      ...Object.fromEntries(
        changeComponents.map((name) => [name, signByHand(post, { components: without(changeComponents, name) })]),
      ),
      'all of them': signByHand(post, { components: [] }),
    },
  },
  {
    promise: 'an additional component is a violation [P-SIG-013]',
    verdict: 'violation',
    cases: {
      date: signByHand(withHeader(post, 'Date', 'Sun, 15 Nov 2026 12:00:00 GMT'), {
        components: [...changeComponents, 'date'],
      }),
      '@authority': signByHand(post, { components: [...changeComponents, '@authority'] }),
      'one of them again': signByHand(post, { components: ['@method', ...changeComponents] }),
      'on GET': signByHand(get, { components: [...readComponents, 'host'] }),
    },
  },
  {
    promise: 'a component with a parameter, or spelled otherwise, is a violation',
    verdict: 'violation',
    cases: {
      sf: signByHand(post, { components: replaced('content-digest', '"content-digest";sf') }),
      bs: signByHand(post, { components: replaced('idempotency-key', '"idempotency-key";bs') }),
      req: signByHand(post, { components: replaced('@method', '"@method";req') }),
      key: signByHand(post, { components: replaced('content-digest', '"content-digest";key="sha-256"') }),
      'in upper case': signByHand(post, { components: replaced('content-digest', 'Content-Digest') }),
      'as a token': inputAs((text) => text.replace('"x-svc-environment"', 'x-svc-environment')),
      'as one string': inputAs((text) => text.replace('" "', ' ')),
      'as bytes': inputAs((text) => text.replace('"@method"', ':QG1ldGhvZA==:')),
    },
  },
  {
    promise: 'another order of parameters is a violation [P-SIG-016]',
    verdict: 'violation',
    cases: Object.fromEntries(
      parameterNames.slice(1).map((name, index) => {
        const texts = usual.slice(1).split(';');
        const swapped = texts.with(index, texts[index + 1] ?? '').with(index + 1, texts[index] ?? '');
        return [`${name} one place earlier`, signByHand(post, { parameters: `;${swapped.join(';')}` })];
      }),
    ),
  },
  {
    promise: 'a missing parameter is a violation [P-SIG-017]',
    verdict: 'violation',
    cases: Object.fromEntries(
      parameterNames.map((name) => [name, signByHand(post, { parameters: withoutParameter(name) })]),
    ),
  },
  {
    promise: 'an additional parameter is a violation [P-SIG-018]',
    verdict: 'violation',
    cases: {
      expires: parameters((text) => `${text};expires=1794744100`),
      'one that nobody knows': parameters((text) => `${text};x=1`),
      'one before the others': parameters((text) => `;x${text}`),
      'one of them again, another value first': inputAs((text) => text.replace(';created=', ';created=1;created=')),
      'one of them again, the same value': inputAs((text) =>
        text.replace(';tag="gap-v2"', ';tag="gap-v2";tag="gap-v2"'),
      ),
    },
  },
  {
    promise: 'another alg is a violation [P-SIG-019]',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['rsa-pss-sha512', 'hmac-sha256', 'ES256', 'ecdsa-p384-sha384', 'Ed25519', 'ed25519 ', '', 'none'].map((alg) => [
        JSON.stringify(alg),
        parameters((text) => text.replace('"ed25519"', `"${alg}"`)),
      ]),
    ),
  },
  {
    promise: 'another tag is a violation [P-SIG-020]',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['"gap-v1"', '"GAP-V2"', '"gap-v2 "', '""', 'gap-v2', '?1', '2'].map((tag) => [
        tag,
        parameters((text) => text.replace('"gap-v2"', tag)),
      ]),
    ),
  },
  {
    promise: 'created is whole unix seconds, or a violation',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['1794744000.0', '1794744000.5', '-1', '-0', '01794744000', '"1794744000"', '@1794744000', '253402300800'].map(
        (created) => [created, parameters((text) => text.replace('1794744000', created))],
      ),
    ),
  },
  {
    promise: 'nonce and keyid are 1 to 255 visible characters that need no escaping, or a violation',
    verdict: 'violation',
    cases: Object.fromEntries(
      ['nonce', 'keyid'].flatMap((name) =>
        [
          '""',
          `"${'n'.repeat(256)}"`,
          '"a b"',
          String.raw`"a\"b"`,
          String.raw`"a\\b"`,
          'token',
          '1',
          '"é"',
          ':AA==:',
        ].map((value) => [
          `${name} ${value.slice(0, 12)}`,
          parameters((text) => text.replace(new RegExp(`${name}="[^"]*"`), () => `${name}=${value}`)),
        ]),
      ),
    ),
  },
  {
    promise: 'a signature of other than 64 bytes is a violation [P-SIG-021]',
    verdict: 'violation',
    cases: {
      '63': signatureAs(() => written(signatureOf(signByHand(post)).subarray(1))),
      '65': signatureAs(() => written(Buffer.concat([signatureOf(signByHand(post)), Buffer.alloc(1)]))),
      '0': signatureAs(() => written(Buffer.alloc(0))),
      '4096': signatureAs(() => written(Buffer.alloc(4096))),
      'DER-encoded': derEncoded(),
    },
  },
  {
    promise: 'a signature in another form is a violation',
    verdict: 'violation',
    cases: {
      'with a parameter': signatureAs((text) => `${text};x=1`),
      'without padding': signatureAs((text) => text.replace('==:', ':')),
      'with other bits in the padding': signatureAs((text) =>
        text.replace(/.==:$/, (end) => `${String.fromCharCode(end.charCodeAt(0) + 1)}==:`),
      ),
      'in the alphabet of URLs': signatureAs(() => written(Buffer.alloc(64, 0xff)).replaceAll('/', '_')),
      'as a string': signatureAs((text) => text.replaceAll(':', '"')),
      'as a list': signatureAs((text) => `svc=(${text.slice(4)})`),
      'as a boolean': signatureAs(() => 'svc'),
    },
  },
  {
    promise: 'a header that is not in canonical form is a violation',
    verdict: 'violation',
    cases: {
      'two spaces in the list': inputAs((text) => text.replace('" "', '"  "')),
      'a space after the bracket': inputAs((text) => text.replace('(', '( ')),
      'a space before a parameter': inputAs((text) => text.replace(';nonce', '; nonce')),
      'a comma at the end': inputAs((text) => `${text},`),
      'a tab within': inputAs((text) => text.replace('" "', '"\t"')),
      'no list': inputAs((text) => text.replace(/\(.*\)/, '"@method"')),
      'a list of lists': inputAs((text) => text.replace('(', '((').replace(')', '))')),
      'an endless list': inputAs((text) => text.replace('(', `(${'"@method" '.repeat(5000)}`)),
      'no structured field at all': inputAs(() => '\u0000%'),
    },
  },
];

// Inserted by %s, because a title inserted by $ is truncated, and its clause ids with it.
describe.each(promises.map((one) => [one.promise, one] as const))('%s', (_promise, { verdict, cases }) => {
  it.each(Object.entries(cases))('%s', async (_name, message) => {
    expect(await verdictOf(message)).toBe(verdict);
  });
});
