import { createHmac, timingSafeEqual } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { verifyServiceSignature, verifyStandardWebhook, WebhookRefused } from './webhooks.ts';

vi.mock(import('node:crypto'), { spy: true });

beforeEach(() => {
  vi.mocked(timingSafeEqual).mockClear();
});

const body = '{"id":"evt_1","type":"referral.activated","data":{"note":"Zoë ☂"}}';
const gap = `whsec_gap_${'Aa0'.repeat(13)}z`;
const agent = `whsec_agent_${'Bb1'.repeat(13)}z`;
const standard = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const signedAt = 1_794_744_000;
const at = (seconds: number) => new Date((signedAt + seconds) * 1000);

const keyOf = (secret: string) => (secret === standard || secret === other ? base64Key(secret) : secret);
const base64Key = (secret: string) => Buffer.from(secret.slice(6), 'base64');
const v1 = (secret: string, text = body) =>
  createHmac('sha256', keyOf(secret)).update(`${signedAt}.${text}`).digest('hex');
const entry = (secret: string, text = body) =>
  `v1,${createHmac('sha256', keyOf(secret)).update(`evt_1.${signedAt}.${text}`).digest('base64')}`;

const service = (header: string | undefined, changes: object = {}) =>
  outcomeOf(() => verifyServiceSignature({ header, body, secret: gap, now: at(0), ...changes }));

const standardHeaders = (signature: string) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(signedAt),
  'webhook-signature': signature,
});
const standardly = (signature: string, changes: object = {}) =>
  outcomeOf(() =>
    verifyStandardWebhook({ headers: standardHeaders(signature), body, secret: standard, now: at(0), ...changes }),
  );

function outcomeOf(verify: () => void): string {
  try {
    verify();
    return 'accepted';
  } catch (error) {
    if (error instanceof WebhookRefused) return error.reason;
    throw error;
  }
}

describe('X-Service-Signature', () => {
  it.each([
    ['whsec_gap_', gap],
    ['whsec_agent_', agent],
    ['whsec_ and base64', standard],
  ])('is verified with a secret of the kind %s', (_kind, secret) => {
    expect(service(`t=${signedAt},v1=${v1(secret)}`, { secret })).toBe('accepted');
    expect(service(`t=${signedAt},v1=${v1(secret)}`, { secret, body: Buffer.from(body) })).toBe('accepted');
    expect(service(`t=${signedAt},v1=${v1(secret, `${body} `)}`, { secret })).toBe('signature');
  });

  it('is accepted when any of several v1 matches, in any place [P-SIGN-009]', () => {
    const [right, wrong] = [`v1=${v1(gap)}`, `v1=${v1(other)}`];
    expect(service(`t=${signedAt},${wrong},${right}`)).toBe('accepted');
    expect(service(`t=${signedAt},${right},${wrong}`)).toBe('accepted');
    expect(service(`${right},t=${signedAt}`)).toBe('accepted');
    expect(service(`t=${signedAt}, ${wrong}, v2=later, ${right}`)).toBe('accepted');
    expect(service(`t=${signedAt},${wrong},${wrong}`)).toBe('signature');
  });

  it('is accepted with either secret while both are active', () => {
    for (const secret of [gap, standard]) {
      expect(service(`t=${signedAt},v1=${v1(secret)}`, { secret: [standard, gap] })).toBe('accepted');
    }
    expect(service(`t=${signedAt},v1=${v1(other)}`, { secret: [standard, gap] })).toBe('signature');
  });

  it('may be 300 seconds from the clock and not 301, either way [P-SIGN-011]', () => {
    const header = `t=${signedAt},v1=${v1(gap)}`;
    const outcomes = [-301, -300, -299.5, 0, 299, 300, 300.999, 301].map((s) => service(header, { now: at(s) }));
    expect(outcomes).toEqual([
      'timestamp',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'accepted',
      'timestamp',
    ]);
    expect(service(header, { now: at(61), toleranceSeconds: 60 })).toBe('timestamp');
    expect(service(header, { now: at(60), toleranceSeconds: 60 })).toBe('accepted');
    expect(service(header, { now: new Date(Number.NaN) })).toBe('timestamp');
  });

  it('is checked against the current time by default', () => {
    expect(service(`t=${signedAt - 100_000_000},v1=${v1(gap)}`, { now: undefined })).toBe('timestamp');
    const t = Math.floor(Date.now() / 1000);
    const fresh = createHmac('sha256', gap).update(`${t}.${body}`).digest('hex');
    expect(service(`t=${t},v1=${fresh}`, { now: undefined })).toBe('accepted');
  });

  it.each<[string, string | undefined]>([
    ['nothing', undefined],
    ['an empty text', ''],
    ['no t', `v1=${v1(gap)}`],
    ['no v1', `t=${signedAt}`],
    ['two t', `t=${signedAt},t=${signedAt},v1=${v1(gap)}`],
    ['a t that is no number', `t=1e9,v1=${v1(gap)}`],
    ['a negative t', `t=-1,v1=${v1(gap)}`],
    ['another separator', `t=${signedAt};v1=${v1(gap)}`],
  ])('is refused when it is %s', (_name, header) => {
    expect(service(header)).toBe('header');
  });

  it.each([
    ['too short', v1(gap).slice(0, 62)],
    ['too long', `${v1(gap)}00`],
    ['followed by something', `${v1(gap)}zz`],
    ['in capitals', v1(gap).toUpperCase()],
    ['empty', ''],
  ])('is refused when its v1 is %s', (_name, text) => {
    expect(service(`t=${signedAt},v1=${text}`)).toBe('signature');
  });

  it.each(['', 'whsec_', 'whsec_not base64', 'nothing like it', 'whsec_other_abc'])(
    'cannot be verified with %j for a secret',
    (secret) => {
      expect(service(`t=${signedAt},v1=${v1(gap)}`, { secret })).toBe('secret');
    },
  );
});

describe('comparing', () => {
  it('goes through timingSafeEqual for every pair, whichever of them matches [P-SIGN-010]', () => {
    const compared = () => vi.mocked(timingSafeEqual).mock.calls.length;
    service(`t=${signedAt},v1=${v1(gap)},v1=${v1(other)}`);
    expect(compared()).toBe(2);
    service(`t=${signedAt},v1=${v1(gap)},v1=${v1(other)}`, { secret: [gap, standard] });
    expect(compared()).toBe(2 + 4);
    standardly(`${entry(standard)} ${entry(other)}`);
    expect(compared()).toBe(2 + 4 + 2);
    expect(vi.mocked(timingSafeEqual).mock.calls.every(([a, b]) => a.byteLength === 32 && b.byteLength === 32)).toBe(
      true,
    );
  });
});

describe('webhook-signature', () => {
  it('is accepted when any entry matches, and other versions are ignored [P-SIGN-014]', () => {
    expect(standardly(entry(standard))).toBe('accepted');
    expect(standardly(`${entry(other)} ${entry(standard)}`)).toBe('accepted');
    expect(standardly(`${entry(standard)} ${entry(other)}`)).toBe('accepted');
    expect(standardly(`v1a,later ${entry(standard)}`)).toBe('accepted');
    expect(standardly(`${entry(other)} ${entry(other)}`)).toBe('signature');
    expect(standardly(entry(standard).replace('v1,', 'v2,'))).toBe('signature');
    expect(standardly(entry(standard, `${body} `))).toBe('signature');
  });

  it('may be 300 seconds from the clock and not 301, either way [P-SIGN-015]', () => {
    const outcomes = [-301, -300, 0, 300, 301].map((seconds) => standardly(entry(standard), { now: at(seconds) }));
    expect(outcomes).toEqual(['timestamp', 'accepted', 'accepted', 'accepted', 'timestamp']);
  });

  it('is not verified by a text secret, which is skipped when another secret can verify it', () => {
    expect(standardly(entry(gap), { secret: gap })).toBe('secret');
    expect(standardly(entry(agent), { secret: [agent] })).toBe('secret');
    expect(standardly(entry(standard), { secret: [gap, standard] })).toBe('accepted');
    expect(standardly(entry(gap), { secret: [gap, standard] })).toBe('signature');
  });

  it('is read from the headers of fetch and from names in any case', () => {
    const headers = standardHeaders(entry(standard));
    const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
    expect(standardly('', { headers: new Headers(headers) })).toBe('accepted');
    expect(standardly('', { headers: capitals })).toBe('accepted');
  });

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('is refused when %s is missing', (name) => {
    const headers = standardHeaders(entry(standard));
    for (const value of [undefined, '', ['twice', 'twice']]) {
      expect(standardly('', { headers: { ...headers, [name]: value } })).toBe('header');
    }
  });

  it('is refused if the time or the id differs from the signed one', () => {
    const headers = standardHeaders(entry(standard));
    expect(standardly('', { headers: { ...headers, 'webhook-id': 'evt_2' } })).toBe('signature');
    expect(standardly('', { headers: { ...headers, 'webhook-timestamp': String(signedAt + 1) } })).toBe('signature');
    expect(standardly('', { headers: { ...headers, 'webhook-timestamp': `${signedAt}.0` } })).toBe('header');
  });
});
