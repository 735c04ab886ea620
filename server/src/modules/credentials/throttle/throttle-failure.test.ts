import { describe, expect, it } from 'vitest';
import { recordTransactions } from '#test/database/record-transactions';
import { useHarness, type Answer } from '#test/harness';
import { setFeatureFlags } from '#testing/feature-flags';
import { givenStaffToken } from '#testing/staff';
import { givenPartner, givenSignedCredential, partnerOperations, type SignedClient } from '#testing/partners';
import { freshClientAddress } from '../partner-credentials/testing.ts';

const harness = useHarness();
const me = '/api/gap/v1/me';
const throttled = '429 auth_failures_throttled';

const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const from = (address: string, headers: Readonly<Record<string, string>> = {}) =>
  harness.current.call('GET', me, { headers: { 'x-forwarded-for': address, ...headers } });
const unknownKey = () => ({ authorization: `Bearer gap_test_${crypto.randomUUID().replaceAll('-', '')}` });

/** Fails so often that the address is throttled. */
async function exhaust(address: string): Promise<void> {
  for (let failed = 0; failed < 10; failed += 1) expect((await from(address)).status).toBe(401);
  expect(codeOf(await from(address))).toBe(throttled);
}

/** The codes of eleven calls. */
async function eleven(call: () => Promise<Answer>): Promise<string[]> {
  const answers: string[] = [];
  for (let made = 0; made < 11; made += 1) answers.push(codeOf(await call()));
  return answers;
}

const tenOf = (code: string) => [...Array.from({ length: 10 }, () => `401 ${code}`), throttled];

async function revoke({ institutionId, id }: SignedClient): Promise<void> {
  const token = await givenStaffToken(harness.current);
  await harness.current.call('POST', `/api/staff/v1/institutions/${institutionId}/credentials/${id}/revoke`, { token });
}

describe('the eleventh failure of an address within a minute is throttled', () => {
  it('a missing key counts [P-THROTTLE-001, P-THROTTLE-005, P-ERR-013]', async () => {
    const address = freshClientAddress();
    expect(await eleven(() => from(address))).toEqual(tenOf('authentication_required'));
  });

  it('unknown keys count [P-THROTTLE-001, P-THROTTLE-006]', async () => {
    const address = freshClientAddress();
    expect(await eleven(() => from(address, unknownKey()))).toEqual(tenOf('key_unknown'));
  });

  it('signatures that do not verify count [P-THROTTLE-007]', async () => {
    const address = freshClientAddress();
    const caller = await givenSignedCredential(harness.current);
    const { privateKey: key } = await givenSignedCredential(harness.current, { pending: true });
    const call = () => caller.call('GET', me, { signing: { key }, from: address });
    expect(await eleven(call)).toEqual(tenOf('signature_invalid'));
  });

  it('signatures of a revoked credential count [P-THROTTLE-008]', async () => {
    const address = freshClientAddress();
    const caller = await givenSignedCredential(harness.current);
    await revoke(caller);
    expect(await eleven(() => caller.call('GET', me, { from: address }))).toEqual(tenOf('signature_invalid'));
  });

  it('for bodies that are not the digested ones [P-THROTTLE-009]', async () => {
    const address = freshClientAddress();
    const caller = await givenSignedCredential(harness.current);
    const spoil = <M>(message: M) => ({ ...message, body: Buffer.from('{"b":1}') });
    const call = () => caller.call('POST', '/api/gap/v1/referrals', { body: { a: 1 }, spoil, from: address });
    expect(await eleven(call)).toEqual(tenOf('signature_profile_invalid'));
  });

  it('profile violations, stale signatures and used nonces are all counted together', async () => {
    const address = freshClientAddress();
    const caller = await givenSignedCredential(harness.current);
    await caller.call('GET', me, { nonce: 'used' });
    const codes = [];
    for (const call of [{ environment: 'x' }, { created: 1 }, { nonce: 'used' }, { keyid: 'crd_none' }]) {
      for (let made = 0; made < 3; made += 1)
        codes.push(codeOf(await caller.call('GET', me, { ...call, from: address })));
    }
    expect(codes).toEqual([
      ...Array.from({ length: 3 }, () => '401 signature_profile_invalid'),
      ...Array.from({ length: 3 }, () => '401 signature_stale'),
      ...Array.from({ length: 3 }, () => '401 nonce_replayed'),
      '401 signature_invalid',
      throttled,
      throttled,
    ]);
  });

  it('also when fifty arrive at once: ten are answered 401 and no more', async () => {
    const address = freshClientAddress();
    const answers = await Promise.all(Array.from({ length: 50 }, () => from(address, unknownKey())));
    const codes = Object.groupBy(answers, codeOf);
    expect([codes['401 key_unknown']?.length, codes[throttled]?.length]).toEqual([10, 40]);
  });

  it.each(partnerOperations)('throttling applies to $name [P-THROTTLE-019]', async ({ method, path }) => {
    const address = freshClientAddress();
    await exhaust(address);
    const headers = { 'x-forwarded-for': address };
    const body = method === 'GET' ? {} : { body: {} };
    expect(codeOf(await harness.current.call(method, path, { headers, ...body }))).toBe(throttled);
  });
});

describe('the database', () => {
  /** The transactions of calls that all get this code. */
  async function transactionsOf(code: string, calls: readonly (() => Promise<Answer>)[]): Promise<number> {
    const { transactions, stop } = recordTransactions();
    for (const call of calls) expect(codeOf(await call())).toBe(code);
    stop();
    return transactions.filter((statements) => !statements.some((text) => text.includes('request_log'))).length;
  }

  it('the database is not queried for requests without a credential once their address is throttled', async () => {
    const address = freshClientAddress();
    await exhaust(address);
    expect(await transactionsOf(throttled, [() => from(address), () => from(address)])).toBe(0);
  });

  it('the database is not queried again for a key that was not found', async () => {
    const address = freshClientAddress();
    await exhaust(address);
    const headers = unknownKey();
    const call = () => from(address, headers);
    expect(await transactionsOf(throttled, [call])).toBe(1);
    expect(await transactionsOf(throttled, [call, call])).toBe(0);
    // Also from an address that is not throttled.
    expect(await transactionsOf('401 key_unknown', [() => from('10.1.2.3', headers)])).toBe(0);
  });

  it('the database is queried for a key that was just created', async () => {
    const address = freshClientAddress();
    await exhaust(address);
    const { key } = await givenPartner(harness.current);
    expect((await from(address, { authorization: `Bearer ${key}` })).status).toBe(200);
  });
});

describe('Retry-After', () => {
  it('Retry-After is exact to the second [P-THROTTLE-002]', async () => {
    const h = harness.current;
    const address = freshClientAddress();
    for (let failed = 0; failed < 10; failed += 1) {
      expect((await from(address)).status).toBe(401);
      h.clock.advance(3);
    }
    // The oldest failure is 30 seconds old.
    const waits = [];
    for (const step of [0, 0.4, 28.6, 0.999]) {
      h.clock.advance(step);
      const answer = await from(address);
      waits.push([answer.status, answer.headers.get('retry-after')]);
    }
    expect(waits).toEqual([
      [429, '30'],
      [429, '30'],
      [429, '1'],
      [429, '1'],
    ]);
    h.clock.advance(0.001);
    expect((await from(address)).status).toBe(401);
  });

  it('Retry-After slides: each failure expires a minute after it, and throttled calls do not count', async () => {
    const h = harness.current;
    const address = freshClientAddress();
    for (let failed = 0; failed < 10; failed += 1) {
      await from(address);
      h.clock.advance(6);
    }
    // Now the first is exactly a minute old, the next ones follow every six seconds.
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await from(address)).status).toBe(401);
      const refused = await Promise.all(Array.from({ length: 5 }, () => from(address)));
      expect(refused.map((answer) => [codeOf(answer), answer.headers.get('retry-after')])).toEqual(
        refused.map(() => [throttled, '6']),
      );
      h.clock.advance(6);
    }
  });

  it('Retry-After ends at the same time for failures that came together', async () => {
    const address = freshClientAddress();
    await exhaust(address);
    expect((await from(address)).headers.get('retry-after')).toBe('60');
    harness.current.clock.advance(59);
    expect((await from(address)).headers.get('retry-after')).toBe('1');
    harness.current.clock.advance(1);
    expect(await eleven(() => from(address))).toEqual(tenOf('authentication_required'));
  });
});

describe('a throttled address', () => {
  it('the address is one IPv4 address: its neighbor is not throttled [P-THROTTLE-004]', async () => {
    await exhaust('198.51.100.7');
    expect((await from('198.51.100.8')).status).toBe(401);
    expect(codeOf(await from('::ffff:198.51.100.7'))).toBe(throttled);
    expect(codeOf(await from('::ffff:c633:6407'))).toBe(throttled);
  });

  it('the address is a whole IPv6 /64 [P-THROTTLE-003]', async () => {
    const codes = [];
    for (let host = 1; host <= 11; host += 1)
      codes.push(codeOf(await from(`2001:db8:5:6:${host.toString(16)}:${host}::${host}`)));
    expect(codes).toEqual(tenOf('authentication_required'));
    expect(codeOf(await from('2001:DB8:5:6::'))).toBe(throttled);
    expect((await from('2001:db8:5:7::1')).status).toBe(401);
    expect((await from('2001:db8:5::6')).status).toBe(401);
  });

  it('the address is the one that our proxy saw, not one that the client claims', async () => {
    const address = freshClientAddress();
    const codes = [];
    for (let made = 0; made < 11; made += 1) codes.push(codeOf(await from(`${freshClientAddress()}, ${address}`)));
    expect(codes).toEqual(tenOf('authentication_required'));
  });

  it.each([
    ['a CDN', 'P-THROTTLE-015', ['173.245.48.9', '104.16.0.1', '2606:4700::1111']],
    ['a private network', 'P-THROTTLE-016', ['10.1.2.3', '172.16.0.1', '172.31.255.254', '192.168.1.1']],
    ['a carrier’s NAT', 'P-THROTTLE-017', ['100.64.0.1', '100.127.255.254']],
    ['this machine and this link', 'D-087', ['127.0.0.1', '169.254.1.1', 'fe80::1', 'fd00::1', '::1']],
    ['such a network, mapped', 'D-006', ['::ffff:10.1.2.3', '::ffff:100.64.0.1']],
  ])('an address shared by many is never throttled: %s [%s]', async (_what, _clause, addresses) => {
    for (const address of addresses) {
      const answers = await Promise.all(Array.from({ length: 15 }, () => from(address)));
      expect([address, new Set(answers.map(codeOf))]).toEqual([address, new Set(['401 authentication_required'])]);
    }
    const { rows } = await harness.current.ctx.db.pool.query(
      'select caller from credentials.failed_callers where caller = any($1)',
      [addresses],
    );
    expect(rows).toEqual([]);
  });

  it('an address next to such a range is throttled as usual', async () => {
    for (const address of ['172.32.0.1', '100.128.0.1', '9.255.255.255'])
      expect(await eleven(() => from(address))).toEqual(tenOf('authentication_required'));
  });
});

describe('a client that authenticates is never throttled', () => {
  it('with a valid, a revoked or an expired key [P-THROTTLE-010, P-THROTTLE-011, P-THROTTLE-012]', async () => {
    const h = harness.current;
    const address = freshClientAddress();
    await exhaust(address);
    const token = await givenStaffToken(h);
    const valid = await givenPartner(h);
    const revoked = await givenPartner(h);
    const keys = `/api/staff/v1/institutions/${revoked.institutionId}/keys`;
    await h.call('POST', `${keys}/${revoked.keyId}/revoke`, { token });
    const expired = await givenPartner(h, { expiresAt: h.clock.now() });
    for (const [{ key }, expected] of [
      [valid, '200'],
      [revoked, '401 key_revoked'],
      [expired, '401 key_expired'],
    ] as const) {
      const call = () => from(address, { authorization: `Bearer ${key}` });
      expect(new Set(await eleven(call))).toEqual(new Set([expected]));
    }
    // They do not throttle other clients either.
    const fresh = freshClientAddress();
    await eleven(() => from(fresh, { authorization: `Bearer ${revoked.key}` }));
    expect(codeOf(await from(fresh))).toBe('401 authentication_required');
  });

  it('a valid key sent with Signature-Input is throttled [P-THROTTLE-013]', async () => {
    const { key } = await givenPartner(harness.current);
    const mixed = { authorization: `Bearer ${key}`, 'signature-input': 'svc=()' };
    const address = freshClientAddress();
    expect(codeOf(await from(address, mixed))).toBe('401 signature_profile_invalid');
    for (let failed = 0; failed < 9; failed += 1) await from(address);
    expect(codeOf(await from(address, mixed))).toBe(throttled);
  });

  it('a valid signature is not throttled, whatever the outcome of the request [P-THROTTLE-014]', async () => {
    const address = freshClientAddress();
    await exhaust(address);
    const caller = await givenSignedCredential(harness.current);
    const answers = [
      await caller.call('GET', me, { from: address }),
      await caller.call('GET', me, { from: address, environment: 'PRODUCTION' }),
      await caller.call('POST', '/api/gap/v1/referrals', { from: address, body: {} }),
    ];
    expect(answers.map(codeOf)).toEqual(['200', '403 environment_mismatch', '400 validation_failed']);
  });
});

describe('before the security platform is open', () => {
  it('no client is throttled, and nothing is counted [P-THROTTLE-018]', async () => {
    const address = freshClientAddress();
    await setFeatureFlags(harness.current, { partner_security_platform: false });
    const answers = await Promise.all(Array.from({ length: 20 }, () => from(address)));
    await setFeatureFlags(harness.current, { partner_security_platform: true });
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['401 authentication_required']));
    expect(await eleven(() => from(address))).toEqual(tenOf('authentication_required'));
  });
});
