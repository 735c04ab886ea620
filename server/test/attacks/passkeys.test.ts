import { execFileSync } from 'node:child_process';
import { sign, X509Certificate, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  attestationObject,
  cborBytes,
  createSoftwareAuthenticator,
  type AuthenticatorLie,
} from '#test/doubles/software-authenticator';
import { useHarness, type Answer } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';

const base = 'http://localhost:8099';
const harness = useHarness({ PUBLIC_BASE_URL: base });

const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const refused = '403 passkey_refused';

const cookieOf = (answer: Answer, name: string): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';

type Headers = Readonly<Record<string, string>>;

const post = (path: string, headers: Headers, body?: unknown) =>
  harness.current.call('POST', `/api/portal/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });

/** Requests a challenge and returns it with the headers that the response must carry. */
async function begin(path: string, headers: Headers) {
  const answer = await post(path, headers);
  expect(answer.status).toBe(200);
  const cookies = [headers['cookie'], cookieOf(answer, '__Host-makewhole-passkey')];
  return { options: answer.body.options, headers: { ...headers, cookie: cookies.filter(Boolean).join('; ') } };
}

async function register({ headers: own }: Pick<PortalBrowser, 'headers'>, lie: AuthenticatorLie = {}) {
  const authenticator = createSoftwareAuthenticator(base);
  const { options, headers } = await begin('/passkeys/options', own);
  const credential = authenticator.create(options, lie);
  return { authenticator, answer: await post('/passkeys', headers, { label: 'synthetic', credential }) };
}

const signIn = async (authenticator: ReturnType<typeof createSoftwareAuthenticator>) => {
  const { options, headers } = await begin('/sign-in/passkey-options', { origin: base });
  return post('/sign-in/passkey', headers, { credential: authenticator.get(options) });
};

const listOf = async ({ headers }: PortalBrowser): Promise<unknown[]> =>
  (await harness.current.call('GET', '/api/portal/v1/passkeys', { headers })).body.data;

/** The key and certificate of an authenticator manufacturer, as the "packed" format requires them. */
function makeMaker() {
  const directory = mkdtempSync(join(tmpdir(), 'makewhole-maker-'));
  const subject = '/C=US/O=Synthetic/OU=Authenticator Attestation/CN=Synthetic';
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem'];
  const certificate = [
    '-x509',
    '-out',
    'cert.pem',
    '-days',
    '2',
    '-subj',
    subject,
    '-addext',
    'basicConstraints=CA:FALSE',
  ];
  execFileSync('openssl', ['req', ...key, ...certificate], { cwd: directory, stdio: 'ignore' });
  const [pem, der] = [
    readFileSync(join(directory, 'key.pem')),
    new X509Certificate(readFileSync(join(directory, 'cert.pem'))).raw,
  ];
  rmSync(directory, { recursive: true });
  return { pem, der };
}

const maker = makeMaker();
const text = (value: string) => Buffer.concat([Buffer.from([0x60 | value.length]), Buffer.from(value)]);

/** CBOR of {"alg": -7, "sig": bytes}, signed by the passkey itself. Browsers do not remove this attestation. */
const ownStatement = (signed: Buffer, key: KeyObject) =>
  Buffer.concat([
    Buffer.from([0xa2]),
    text('alg'),
    Buffer.from([0x26]),
    text('sig'),
    cborBytes(sign('sha256', signed, key)),
  ]);

/** CBOR of {"alg": -7, "sig": bytes, "x5c": [certificate]}, with a valid signature. */
const makersStatement = (data: Buffer, clientDataHash: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3]),
    text('alg'),
    Buffer.from([0x26]),
    text('sig'),
    cborBytes(sign('sha256', Buffer.concat([data, clientDataHash]), maker.pem)),
    text('x5c'),
    Buffer.from([0x81]),
    cborBytes(maker.der),
  ]);

const cose = (...bytes: number[]) => Buffer.from(bytes);
const point = [0x21, 0x58, 0x20, ...Buffer.alloc(32), 0x22, 0x58, 0x20, ...Buffer.alloc(32)];

describe('a hostile authenticator', () => {
  it.each<[string, AuthenticatorLie]>([
    ['a frame of another page', { crossOrigin: true }],
    ['a credential id longer than the standard allows', { credentialId: Buffer.alloc(1024, 7) }],
    ['a credential id that does not fit into an index', { credentialId: Buffer.alloc(5000, 7) }],
    ['an empty credential id', { credentialId: Buffer.alloc(0) }],
    ['an algorithm that was not asked for (ES512)', { publicKey: cose(0xa4, 0x01, 0x02, 0x03, 0x38, 0x23, ...point) }],
    ['no algorithm', { publicKey: cose(0xa3, 0x01, 0x02, ...point) }],
    ['an algorithm that is a text', { publicKey: cose(0xa4, 0x01, 0x02, 0x03, 0x61, 0x41, ...point) }],
    ['no key', { publicKey: Buffer.alloc(0) }],
    ['a key that ends early', { publicKey: cose(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20) }],
    ['a key that is nested 5,000 deep', { publicKey: Buffer.alloc(5000, 0x81) }],
    ['an attestation nested 11,000 deep', { attest: () => Buffer.alloc(11_000, 0x81) }],
    ['a map that says it has 2^53 entries', { attest: () => cose(0xbb, 0, 0x1f, 255, 255, 255, 255, 255, 255) }],
    ['an array that says it has 2^32 entries', { attest: () => cose(0x9a, 255, 255, 255, 255) }],
    ['a string that says it has 2^31 bytes', { attest: () => cose(0x5a, 0x7f, 255, 255, 255) }],
    ['an indefinite map that never ends', { attest: () => Buffer.alloc(9000, 0xbf) }],
    ['an attestation that is a number', { attest: () => cose(0x01) }],
    [
      'a statement with "none"',
      { attest: (data, hash) => attestationObject(data, 'none', makersStatement(data, hash)) },
    ],
    ['a format that does not exist', { attest: (data) => attestationObject(data, 'x', Buffer.from([0xa0])) }],
    ...['packed', 'fido-u2f', 'tpm', 'android-key', 'android-safetynet', 'apple'].map(
      (format): [string, AuthenticatorLie] => [
        `the certificate of a maker (${format})`,
        { attest: (data, hash) => attestationObject(data, format, makersStatement(data, hash)) },
      ],
    ),
  ])('a hostile authenticator cannot register a passkey with %s', async (_what, lie) => {
    const owner = await givenPortalUser(harness.current, { fresh: true });
    const { answer } = await register(owner, lie);
    expect([codeOf(answer), await listOf(owner)]).toEqual([refused, []]);
  });

  it.each<[string, AuthenticatorLie]>([
    ['of another kind than its algorithm (RSA for ES256)', { publicKey: cose(0xa4, 0x01, 0x03, 0x03, 0x26, ...point) }],
    ['that is on no curve', { publicKey: cose(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, ...point) }],
    ['of ES256 under the number of RS256', { publicKey: cose(0xa5, 0x01, 0x02, 0x03, 0x39, 1, 0, 0x20, 1, ...point) }],
  ])('a hostile authenticator cannot sign in with a key %s', async (_what, lie) => {
    const { authenticator } = await register(await givenPortalUser(harness.current, { fresh: true }), lie);
    expect(codeOf(await signIn(authenticator))).toBe(refused);
  });

  it("a hostile authenticator cannot take over another user's credential", async () => {
    const victim = await givenPortalUser(harness.current, { fresh: true });
    const { authenticator, answer } = await register(victim);
    expect(answer.status).toBe(201);
    const attacker = await givenPortalUser(harness.current, { fresh: true });
    const taken = await register(attacker, { credentialId: Buffer.from(authenticator.credentialId, 'base64url') });
    expect([codeOf(taken.answer), await listOf(attacker)]).toEqual([refused, []]);
    const inside = await signIn(authenticator);
    const headers = { cookie: cookieOf(inside, '__Host-makewhole-portal') };
    expect((await harness.current.call('GET', '/api/portal/v1/me', { headers })).body.id).toBe(victim.userId);
  });

  it('an authenticator can register everything the standard allows: the longest id, the highest counter, self-attestation', async () => {
    const owner = await givenPortalUser(harness.current, { fresh: true });
    const allowed: AuthenticatorLie[] = [
      { counter: 2 ** 32 - 1, credentialId: Buffer.alloc(1023, 9) },
      {
        attest: (data, hash, key) => attestationObject(data, 'packed', ownStatement(Buffer.concat([data, hash]), key)),
      },
    ];
    for (const lie of allowed) expect(codeOf((await register(owner, lie)).answer)).toBe('201');
  });
});

describe('twenty-five answers to challenges requested in advance', () => {
  it('these answers cannot register more passkeys than a user may have', async () => {
    const owner = await givenPortalUser(harness.current, { fresh: true });
    const asked = [];
    for (let count = 0; count < 25; count += 1) {
      const authenticator = createSoftwareAuthenticator(base);
      const { options, headers } = await begin('/passkeys/options', owner.headers);
      asked.push({ headers, credential: authenticator.create(options) });
    }
    const answers = await Promise.all(
      asked.map(({ headers, credential }) => post('/passkeys', headers, { label: 'synthetic', credential })),
    );
    const codes = answers.map(codeOf).toSorted();
    expect(codes).toEqual([
      ...Array.from({ length: 20 }, () => '201'),
      ...Array.from({ length: 5 }, () => '409 too_many_passkeys'),
    ]);
    expect(await listOf(owner)).toHaveLength(20);
  });
});
