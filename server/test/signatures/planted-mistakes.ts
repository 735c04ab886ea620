// Typical mistakes of signers, each with the codes that must name it.
import type { SignatureAlgorithm } from '#lib/http-signatures/gap-v2';
import {
  base,
  body,
  digestHeader,
  live,
  now,
  pending,
  revoked,
  second,
  secondEc,
  seconds,
  sha256,
  type Signer,
} from './faulty-signer.ts';

export type Plant = readonly [
  expected: readonly string[],
  what: string,
  changes: (signer: Signer) => Partial<Signer>,
  only?: SignatureAlgorithm,
];

const parsed = JSON.parse(body.toString());
const pathOf = (signer: Signer) => signer.target.split('?')[0] ?? '';
const withHeader = (name: string, change: (value: string) => string) => ({
  headers: (headers: [string, string][]) =>
    headers.map(([key, value]): [string, string] => [key, key === name ? change(value) : value]),
});

export const plants: readonly Plant[] = [
  [['target.scheme'], 'http instead of https', (s) => ({ signedUri: `http://api.example.com${s.target}` })],
  [['target.host'], 'the host of the container', (s) => ({ signedUri: `https://internal:8080${s.target}` })],
  [['target.host'], 'http and the host of the container', (s) => ({ signedUri: `http://internal:8080${s.target}` })],
  [['target.port'], 'the port 443', (s) => ({ signedUri: `https://api.example.com:443${s.target}` })],
  [['target.no_query'], 'no query', (s) => ({ signedUri: base + pathOf(s) })],
  [['target.trailing_slash'], 'a slash behind the path', (s) => ({ signedUri: `${base}${pathOf(s)}/?x=1&y=%7e` })],
  [['target.double_slash'], 'two slashes', (s) => ({ signedUri: `${base}/${s.target}` })],
  [['target.path_only'], 'the path and query', (s) => ({ signedUri: s.target })],
  [['target.path_only'], 'the path', (s) => ({ signedUri: pathOf(s) })],
  [['target.relative'], 'the path behind the prefix', () => ({ signedUri: '/referrals?x=1&y=%7e' })],
  [['target.normalized'], 'a decoded address', () => ({ signedUri: `${base}/api/gap/v1/referrals?x=1&y=~` })],
  [
    ['target.normalized'],
    'another case of percent-encoding',
    () => ({ signedUri: `${base}/api/gap/v1/referrals?x=1&y=%7E` }),
  ],
  [['method.lower_case'], 'post', () => ({ signedMethod: 'post' })],
  [['method.other'], 'PUT', () => ({ signedMethod: 'PUT' })],
  [['text.final_newline'], 'a line break at the end', () => ({ join: (lines) => `${lines.join('\n')}\n` })],
  [['text.crlf'], 'CRLF', () => ({ join: (lines) => lines.join('\r\n') })],
  [['text.escaped_newlines'], 'backslash n', () => ({ join: (lines) => lines.join('\\n') })],
  [['text.unquoted_names'], 'names without quotation marks', () => ({ lineOf: (name, value) => `${name}: ${value}` })],
  [
    ['text.no_space'],
    'no space behind the colon',
    () => ({
      lineOf: (name, value) => `"${name}":${value}`,
      paramsLine: (params) => [`"@signature-params":${params}`],
    }),
  ],
  [['text.no_params'], 'no line of parameters', () => ({ paramsLine: () => [] })],
  [
    ['text.params_label'],
    'the label in the line of parameters',
    () => ({ paramsLine: (params) => [`"@signature-params": svc=${params}`] }),
  ],
  [
    ['text.params_unquoted'],
    '@signature-params without quotation marks',
    () => ({ paramsLine: (params) => [`@signature-params: ${params}`] }),
  ],
  [
    ['text.title_case'],
    'names as in the header',
    () => ({
      lineOf: (name, value) =>
        `"${name === 'content-digest' ? 'Content-Digest' : name === 'idempotency-key' ? 'Idempotency-Key' : name === 'x-svc-environment' ? 'X-SVC-Environment' : name}": ${value}`,
    }),
  ],
  [['text.order'], 'reversed lines', () => ({ lines: (lines) => lines.toReversed() })],
  [['text.order'], 'two lines swapped', () => ({ lines: ([one = '', two = '', ...rest]) => [two, one, ...rest] })],
  [['text.values_only'], 'values alone', () => ({ lineOf: (_name, value) => value, paramsLine: () => [] })],
  [
    ['body.compact'],
    'the digest of the compact body, sent spaced',
    () => ({ body: Buffer.from(JSON.stringify(parsed, null, 1)), digest: digestHeader(JSON.stringify(parsed)) }),
  ],
  [
    ['body.pretty'],
    'the digest of the pretty-printed body',
    () => ({ digest: digestHeader(JSON.stringify(parsed, null, 2)) }),
  ],
  [
    ['body.pretty'],
    'the digest of the body with tabs',
    () => ({ digest: digestHeader(JSON.stringify(parsed, null, '\t')) }),
  ],
  [
    ['body.spaced'],
    'the digest of what json.dumps writes without ASCII',
    () => ({ digest: digestHeader('{"vin": "1HGCM82633A004352", "owner": {"name": "Zoë Synthetic"}, "amount": 12}') }),
  ],
  [
    ['body.escaped'],
    'the digest of what json.dumps writes',
    () => ({
      digest: digestHeader('{"vin": "1HGCM82633A004352", "owner": {"name": "Zo\\u00eb Synthetic"}, "amount": 12}'),
    }),
  ],
  [
    ['body.sorted'],
    'the digest of sorted members',
    () => ({ digest: digestHeader('{"amount":12,"owner":{"name":"Zoë Synthetic"},"vin":"1HGCM82633A004352"}') }),
  ],
  [
    ['body.final_newline'],
    'the digest of a file with its last line break',
    () => ({ digest: digestHeader(`${body.toString()}\n`) }),
  ],
  [
    ['body.byte_order_mark'],
    'the digest with a byte order mark',
    () => ({ digest: digestHeader(Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), body])) }),
  ],
  [['body.empty'], 'the digest of nothing', () => ({ digest: digestHeader('') })],
  [['body.changed'], 'the digest of another body', () => ({ digest: digestHeader('{"other":true}') })],
  [['digest.hex'], 'a digest in hexadecimal digits', () => ({ digest: `sha-256=:${sha256(body).toString('hex')}:` })],
  [
    ['digest.base64url'],
    'a digest in base64url',
    () => ({ digest: `sha-256=:${sha256('16').toString('base64url')}-_:` }),
  ],
  [['digest.form'], 'a digest without colons', () => ({ digest: `sha-256=${sha256(body).toString('base64')}` })],
  [['signature.der'], 'DER', () => ({ dsa: 'der' }), 'ecdsa-p256-sha256'],
  [
    ['signature.hex'],
    'hexadecimal digits between the colons',
    () => ({ encode: (bytes) => `svc=:${bytes.toString('hex')}:` }),
  ],
  [
    ['signature.hex'],
    'base64 of hexadecimal digits',
    () => ({ encode: (bytes) => `svc=:${Buffer.from(bytes.toString('hex')).toString('base64')}:` }),
  ],
  [['signature.base64url'], 'base64url', () => ({ encode: (bytes) => `svc=:${bytes.toString('base64url')}:` })],
  [
    ['signature.double_base64'],
    'base64 twice',
    () => ({ encode: (bytes) => `svc=:${Buffer.from(bytes.toString('base64')).toString('base64')}:` }),
  ],
  [['signature.form'], 'no colons', () => ({ encode: (bytes) => `svc=${bytes.toString('base64')}` })],
  [['signature.form'], 'quotation marks', () => ({ encode: (bytes) => `svc="${bytes.toString('base64')}"` })],
  [['signature.form'], 'base64 alone', () => ({ encode: (bytes) => bytes.toString('base64') })],
  [
    ['signature.swapped'],
    's before r',
    () => ({
      encode: (bytes) => `svc=:${Buffer.concat([bytes.subarray(32), bytes.subarray(0, 32)]).toString('base64')}:`,
    }),
    'ecdsa-p256-sha256',
  ],
  [['hash.twice'], 'the hash of the text', () => ({ message: (text) => sha256(text) })],
  [
    ['hash.hex'],
    'the hexadecimal hash of the text',
    () => ({ message: (text) => Buffer.from(sha256(text).toString('hex')) }),
  ],
  [['hash.other'], 'SHA-512', () => ({ hash: 'sha512' }), 'ecdsa-p256-sha256'],
  [['credential.other'], 'another key of the same institution', () => ({ key: second.privateKey }), 'ed25519'],
  [
    ['credential.other'],
    'another key of the same institution',
    () => ({ key: secondEc.privateKey }),
    'ecdsa-p256-sha256',
  ],
  [['credential.unknown_keyid'], 'the label as keyid', () => ({ keyid: 'our production key' })],
  [
    ['credential.pending'],
    'a credential that is not active',
    () => ({ keyid: pending.id, key: pending.privateKey }),
    'ed25519',
  ],
  [
    ['credential.revoked'],
    'a revoked credential',
    () => ({ keyid: revoked.id, key: revoked.privateKey }),
    'ecdsa-p256-sha256',
  ],
  [['credential.alg'], 'the name of the other algorithm', () => ({ alg: 'ecdsa-p256-sha256' }), 'ed25519'],
  [['environment.mode'], 'TEST with a live credential', () => ({ keyid: live.id, key: live.privateKey }), 'ed25519'],
  [['environment.value'], 'test in lower case', () => ({ environment: 'test' })],
  [
    ['input.label'],
    'the label of the examples in the RFC',
    () => ({ label: 'sig1', encode: (bytes) => `sig1=:${bytes.toString('base64')}:` }),
  ],
  [['input.components'], 'content-type covered too', (s) => ({ names: [...s.names, 'content-type'] })],
  [
    ['input.components'],
    '@path and @authority',
    (s) => ({ names: ['@method', '@authority', '@path', ...s.names.slice(2)] }),
  ],
  [['input.order'], 'covered in another order', (s) => ({ names: s.names.toReversed() })],
  [
    ['text.title_case'],
    'covered by names as in the header',
    (s) => ({ names: s.names.map((name) => (name === 'content-digest' ? 'Content-Digest' : name)) }),
  ],
  [
    ['input.parameters'],
    'parameters in another order',
    (s) => ({ parameters: `;keyid="${s.keyid}";created=${seconds};nonce="n-1";alg="${s.alg}";tag="gap-v2"` }),
  ],
  [
    ['input.parameters'],
    'no tag',
    (s) => ({ parameters: `;created=${seconds};nonce="n-1";keyid="${s.keyid}";alg="${s.alg}"` }),
  ],
  [
    ['input.parameters'],
    'expires too',
    (s) => ({
      parameters: `;created=${seconds};expires=${seconds + 60};nonce="n-1";keyid="${s.keyid}";alg="${s.alg}";tag="gap-v2"`,
    }),
  ],
  [['input.created'], 'created as text', () => ({ created: `"${seconds}"` })],
  [
    ['input.spelling'],
    'blanks behind semicolons',
    (s) => ({ parameters: `; created=${seconds}; nonce="n-1"; keyid="${s.keyid}"; alg="${s.alg}"; tag="gap-v2"` }),
  ],
  [['created.milliseconds'], 'milliseconds', () => ({ created: String(now.getTime()) })],
  [['created.clock'], 'a clock that is seven minutes slow', () => ({ created: String(seconds - 420) })],
  [['created.clock'], 'a clock that is an hour fast', () => ({ created: String(seconds + 3600) })],
  [
    ['input.authorization'],
    'a bearer key beside it',
    () => ({ headers: (headers) => [['Authorization', 'Bearer x'], ...headers] }),
  ],
  [['input.repeated'], 'a header twice', () => ({ headers: (headers) => [...headers, ['Idempotency-Key', 'loan-1']] })],
  [
    ['input.missing'],
    'no Signature-Input',
    () => ({ headers: (headers) => headers.filter(([name]) => name !== 'Signature-Input') }),
  ],
  [
    ['input.unreadable'],
    'names without quotation marks in the header',
    () => withHeader('Signature-Input', (value) => value.replaceAll('"@method" "@target-uri"', '@method @target-uri')),
  ],
  [
    ['method.lower_case', 'text.final_newline'],
    'two mistakes: post and a line break',
    () => ({ signedMethod: 'post', join: (lines) => `${lines.join('\n')}\n` }),
  ],
  [
    ['target.path_only', 'text.crlf'],
    'two mistakes: the path and CRLF',
    (s) => ({ signedUri: s.target, join: (lines) => lines.join('\r\n') }),
  ],
  [
    ['signature.der', 'target.no_query'],
    'two mistakes: DER and no query',
    (s) => ({ dsa: 'der', signedUri: base + pathOf(s) }),
    'ecdsa-p256-sha256',
  ],
  [
    ['body.pretty', 'target.scheme'],
    'two mistakes: pretty-printed, and http',
    (s) => ({ digest: digestHeader(JSON.stringify(parsed, null, 4)), signedUri: `http://api.example.com${s.target}` }),
  ],
];
