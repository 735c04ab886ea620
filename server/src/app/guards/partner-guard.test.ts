import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { changeHeader, type Message } from '#test/http/signed-requests';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { givenInstitution, givenPartner, givenSignedCredential, partnerOperations } from '#testing/partners';
import { givenReferral } from '#testing/referrals';

const harness = useHarness();
const me = '/api/gap/v1/me';
const from = () => ({ 'x-forwarded-for': freshClientAddress() });
const bearer = (key: string, path = me) =>
  harness.current.call('GET', path, { headers: { authorization: `Bearer ${key}`, ...from() } });
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => `${status} ${body.code ?? ''}`.trim();

describe('a bearer key', () => {
  it('a bearer key in Authorization gives access to the operations [P-AUTH-001]', async () => {
    const { key, keyId } = await givenPartner(harness.current);
    const { status, body } = await bearer(key);
    expect([status, body.id, body.type]).toEqual([200, keyId, 'bearer']);
    const lower = await harness.current.call('GET', me, { headers: { authorization: `bearer ${key}` } });
    expect(lower.status).toBe(200);
  });

  it.each([
    ['nothing at all', {}, 'authentication_required'],
    ['another scheme', { authorization: 'Basic dXNlcjpwYXNz' }, 'authentication_required'],
    ['an empty header', { authorization: '' }, 'authentication_required'],
  ])('a bearer key is required when there is %s [P-AUTH-002]', async (_what, headers: Record<string, string>, code) => {
    const answer = await harness.current.call('GET', '/api/gap/v1/referrals', { headers: { ...headers, ...from() } });
    expect(codeOf(answer)).toBe(`401 ${code}`);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="gap"');
  });

  it('an unknown bearer key is refused, and so are the keys of agents and of staff [P-AUTH-003]', async () => {
    const agent = await givenAgent(harness.current);
    const staff = await givenStaffToken(harness.current);
    const { key } = await givenPartner(harness.current);
    const unknown = [`gap_test_${'a'.repeat(32)}`, agent.key, staff, `${key}x`, key.slice(0, -1), 'gap_', 'x y', ''];
    for (const one of unknown) expect([one, codeOf(await bearer(one))]).toEqual([one, '401 key_unknown']);
  });

  it('a revoked bearer key is refused at the next call, even if it has also expired [P-AUTH-004]', async () => {
    const h = harness.current;
    const token = await givenStaffToken(h);
    const expiresAt = new Date(h.clock.now().getTime() + 1000);
    const { institutionId, keyId, key } = await givenPartner(h, { expiresAt });
    expect((await bearer(key)).status).toBe(200);
    const revoke = `/api/staff/v1/institutions/${institutionId}/keys/${keyId}/revoke`;
    const revoked = await h.call('POST', revoke, { token });
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked']);
    expect(codeOf(await bearer(key))).toBe('401 key_revoked');
    h.clock.advance(1);
    expect(codeOf(await bearer(key))).toBe('401 key_revoked');
    h.clock.advance(60);
    expect((await h.call('POST', revoke, { token })).body).toEqual(revoked.body);
  });

  it('a bearer key works until the second of its expiry and not in it [P-AUTH-005]', async () => {
    const h = harness.current;
    const { key } = await givenPartner(h, { expiresAt: new Date(h.clock.now().getTime() + 10_000) });
    h.clock.advance(9);
    expect((await bearer(key)).status).toBe(200);
    h.clock.advance(1);
    expect(codeOf(await bearer(key))).toBe('401 key_expired');
  });

  it('a bearer key sees only what was created in its mode, by its institution [P-AUTH-006]', async () => {
    const h = harness.current;
    const test = await givenPartner(h);
    const live = await givenPartner(h, { institutionId: test.institutionId, livemode: true });
    const otherInstitution = await givenPartner(h);
    const referral = await givenReferral(h, test.key);
    const path = `/api/gap/v1/referrals/${referral.id}`;
    expect((await bearer(test.key, path)).status).toBe(200);
    for (const { key } of [live, otherInstitution]) {
      expect(codeOf(await bearer(key, path))).toBe('404 not_found');
      expect((await bearer(key, '/api/gap/v1/referrals')).body.data).toEqual([]);
    }
    const sold = await givenReferral(h, live.key);
    expect(codeOf(await bearer(test.key, `/api/gap/v1/referrals/${sold.id}`))).toBe('404 not_found');
    expect((await bearer(test.key, '/api/gap/v1/referrals')).body.data).toHaveLength(1);
  });
});

describe('a signed request', () => {
  it.each(['ed25519', 'ecdsa-p256-sha256'] as const)(
    'a signed request opens the operations and identifies its institution without revealing the key: %s [P-SIG-001, P-SIG-002, P-ME-001]',
    async (alg) => {
      const h = harness.current;
      const caller = await givenSignedCredential(h, { alg, label: 'batch host', role: 'read_only' });
      const { status, body, text } = await caller.call('GET', me);
      const now = h.clock.now().toISOString();
      expect([status, body]).toEqual([
        200,
        expect.objectContaining({
          object: 'gap.credential',
          id: caller.id,
          type: 'signed',
          label: 'batch host',
          key_prefix: null,
          alg,
          livemode: false,
          role: 'read_only',
          status: 'active',
          activated_at: now,
          expires_at: null,
          last_used_at: now,
        }),
      ]);
      expect(text).not.toMatch(/BEGIN|chl_|public_key|challenge/);
      const lookup = await caller.call('POST', '/api/gap/v1/review-status/lookup', { body: { reference: 'none' } });
      expect([lookup.status, lookup.body.data]).toEqual([200, []]);
    },
  );

  it('a signed request is TEST with a test credential and PRODUCTION with a live one [P-SIG-025]', async () => {
    const answers = [];
    for (const livemode of [false, true]) {
      const caller = await givenSignedCredential(harness.current, { livemode });
      for (const environment of ['TEST', 'PRODUCTION']) answers.push(await caller.call('GET', me, { environment }));
    }
    expect(answers.map(codeOf)).toEqual(['200', '403 environment_mismatch', '403 environment_mismatch', '200']);
  });

  it('a bearer request with Signature-Input counts as signed, even with a valid key [P-SIG-028]', async () => {
    const { key } = await givenPartner(harness.current);
    for (const input of ['svc=()', '', 'anything']) {
      const headers = { authorization: `Bearer ${key}`, 'signature-input': input, ...from() };
      expect(codeOf(await harness.current.call('GET', me, { headers }))).toBe('401 signature_profile_invalid');
    }
    const lone = { authorization: `Bearer ${key}`, signature: 'svc=:AA==:' };
    expect((await harness.current.call('GET', me, { headers: lone })).status).toBe(200);
  });

  it('a signed request whose body does not match its digest does nothing [P-SIG-029]', async () => {
    const caller = await givenSignedCredential(harness.current);
    const spoil = (message: Message) => ({ ...message, body: Buffer.from(message.body.toString().replace('a', 'b')) });
    const { challenge, ...pending } = await givenSignedCredential(harness.current, { pending: true });
    const refused = await pending.call('POST', `/api/gap/v1/credentials/${pending.id}/verify`, {
      body: { challenge, a: 1 },
      spoil,
      from: freshClientAddress(),
    });
    expect(codeOf(refused)).toBe('401 signature_profile_invalid');
    const body = { reference: 'a' };
    const other = await caller.call('POST', '/api/gap/v1/review-status/lookup', {
      body,
      spoil,
      from: freshClientAddress(),
    });
    expect(codeOf(other)).toBe('401 signature_profile_invalid');
    expect((await pending.activate()).status).toBe(200);
  });

  it('a signed request that breaks the profile gets the same answer, whatever its keyid [P-SIG-030]', async () => {
    const h = harness.current;
    const active = await givenSignedCredential(h);
    const pending = await givenSignedCredential(h, { pending: true });
    const revoked = await givenSignedCredential(h);
    await revoke(revoked);
    const keyids = [active.id, pending.id, revoked.id, 'crd_nobody'];
    const answers = [];
    for (const keyid of keyids) {
      const broken = { environment: 'test', keyid, from: freshClientAddress() };
      answers.push(await active.call('GET', me, broken));
      const digest = { body: { a: 1 }, keyid, from: freshClientAddress(), spoil: otherBody };
      answers.push(await active.call('POST', '/api/gap/v1/referrals', digest));
    }
    const told = answers.map(({ status, body }) => JSON.stringify([status, body.code, body.detail]));
    expect(new Set(told.filter((_one, index) => index % 2 === 0)).size).toBe(1);
    expect(new Set(told.filter((_one, index) => index % 2 === 1)).size).toBe(1);
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['401 signature_profile_invalid']));
  });

  it.each(partnerOperations)(
    'a signed request that breaks the profile is refused by $name [P-SIG-031]',
    async ({ method, path }) => {
      const caller = await givenSignedCredential(harness.current);
      const body = method === 'GET' ? {} : { body: { a: 1 } };
      const broken = await caller.call(method, path, { environment: 'SANDBOX', from: freshClientAddress(), ...body });
      expect(codeOf(broken)).toBe('401 signature_profile_invalid');
    },
  );

  it('a signed request that does not verify is refused as unknown [P-SIG-032]', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    const other = await givenSignedCredential(h, { alg: 'ecdsa-p256-sha256' });
    const third = await givenSignedCredential(h);
    const changed = (name: string, value: string) => (message: Message) => changeHeader(message, name, () => value);
    const wrong = [
      caller.call('GET', me, { signing: { key: third.privateKey }, from: freshClientAddress() }),
      caller.call('GET', me, { keyid: other.id, from: freshClientAddress() }),
      caller.call('GET', me, { keyid: 'crd_nobody', from: freshClientAddress() }),
      caller.call('GET', me, { signing: { baseUrl: 'https://elsewhere.example' }, from: freshClientAddress() }),
      caller.call('GET', me, { spoil: changed('x-svc-environment', 'PRODUCTION'), from: freshClientAddress() }),
      caller.call('GET', me, { spoil: (message) => ({ ...message, target: `${me}?x=1` }), from: freshClientAddress() }),
      caller.call('GET', me, { spoil: (message) => ({ ...message, method: 'HEAD' }), from: freshClientAddress() }),
      caller.call('POST', '/api/gap/v1/review-status/lookup', {
        body: { reference: 'a' },
        spoil: changed('idempotency-key', 'another'),
        from: freshClientAddress(),
      }),
    ];
    const answers = await Promise.all(wrong);
    expect(answers.map(({ status }) => status)).toEqual(wrong.map(() => 401));
    const told = answers.filter(({ body }) => body !== undefined).map(({ body }) => [body.code, body.detail]);
    expect(new Set(told.map(String)).size).toBe(1);
    expect(told[0]?.[0]).toBe('signature_invalid');
  });

  it('a signed request of a revoked credential is refused as unknown, immediately and in the same words [P-AUTH-007]', async () => {
    const caller = await givenSignedCredential(harness.current);
    expect((await caller.call('GET', me)).status).toBe(200);
    await revoke(caller);
    const refused = await caller.call('GET', me, { from: freshClientAddress() });
    const unknown = await caller.call('GET', me, { keyid: 'crd_nobody', from: freshClientAddress() });
    expect(codeOf(refused)).toBe('401 signature_invalid');
    expect(refused.body.detail).toBe(unknown.body.detail);
  });

  it.each([
    [-301, '401 signature_stale'],
    [-300, '200'],
    [300, '200'],
    [301, '401 signature_stale'],
  ])('a signed request made %i seconds from our clock gets %s', async (offset, expected) => {
    const caller = await givenSignedCredential(harness.current);
    const created = Math.floor(harness.current.clock.now().getTime() / 1000) + offset;
    expect(codeOf(await caller.call('GET', me, { created, from: freshClientAddress() }))).toBe(expected);
    if (offset === 301) {
      const forged = await caller.call('GET', me, { created, keyid: 'crd_nobody', from: freshClientAddress() });
      expect(codeOf(forged)).toBe('401 signature_invalid');
    }
  });

  it('a signed request works while signed credentials are closed (D-085)', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h);
    const token = await givenStaffToken(h);
    const set = (signed_credentials: boolean) =>
      h.call('PATCH', '/api/staff/v1/settings', { token, body: { features: { signed_credentials } } });
    await set(false);
    const answers = [
      await caller.call('GET', me),
      await caller.call('GET', me, { keyid: 'crd_nobody', from: freshClientAddress() }),
      await caller.call('GET', me, { environment: 'x', from: freshClientAddress() }),
    ];
    await set(true);
    expect(answers.map(codeOf)).toEqual(['200', '401 signature_invalid', '401 signature_profile_invalid']);
  });
});

const otherBody = (message: Message) => ({ ...message, body: Buffer.from('{"a":2}') });

async function revoke({ institutionId, id }: { institutionId: string; id: string }): Promise<void> {
  const token = await givenStaffToken(harness.current);
  const path = `/api/staff/v1/institutions/${institutionId}/credentials/${id}/revoke`;
  const { status, body } = await harness.current.call('POST', path, { token });
  expect([status, body.status]).toEqual([200, 'revoked']);
}

describe('an institution that is suspended', () => {
  it('a suspended institution is refused with both kinds of credential, and accepted when it is active again', async () => {
    const h = harness.current;
    const token = await givenStaffToken(h);
    const { id: institutionId } = await givenInstitution(h);
    const { key } = await givenPartner(h, { institutionId });
    const caller = await givenSignedCredential(h, { institutionId });
    const set = (status: string) =>
      h.call('PATCH', `/api/staff/v1/institutions/${institutionId}`, { token, body: { status } });
    await set('suspended');
    expect(codeOf(await bearer(key))).toBe('403 institution_suspended');
    expect(codeOf(await caller.call('GET', me))).toBe('403 institution_suspended');
    await set('active');
    expect([(await bearer(key)).status, (await caller.call('GET', me)).status]).toEqual([200, 200]);
  });
});
