import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { setFeatureFlags } from '#testing/feature-flags';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenStaffToken } from '#testing/staff';
import { givenInstitution, givenKeyPair, givenPartner, givenSignedCredential, toPem } from '#testing/partners';

const harness = useHarness();
const me = '/api/gap/v1/me';
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();
const verifyPath = (id: string) => `/api/gap/v1/credentials/${id}/verify`;

async function staffCall(method: string, path: string, body?: unknown): Promise<Answer> {
  const token = await givenStaffToken(harness.current);
  return harness.current.call(method, `/api/staff/v1/institutions/${path}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
}

const p256 = () => toPem(givenKeyPair('ecdsa-p256-sha256').publicKey);
const ed25519 = () => toPem(givenKeyPair('ed25519').publicKey);
const pemOf = (type: 'rsa' | 'p384' | 'private') => {
  if (type === 'rsa') return toPem(generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey);
  if (type === 'p384') return toPem(generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey);
  return String(givenKeyPair('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
};

describe('uploading a public key', () => {
  it('uploading a public key returns a pending credential and its challenge, which no other response shows', async () => {
    const { id } = await givenInstitution(harness.current);
    const body = { alg: 'ed25519', public_key: ed25519(), livemode: true, label: 'host', role: 'read_only' };
    const uploaded = await staffCall('POST', `${id}/credentials`, body);
    const now = harness.current.clock.now();
    expect(uploaded.status).toBe(201);
    expect(uploaded.body).toEqual({
      id: expect.stringMatching(/^crd_[0-9A-Za-z]{24}$/),
      object: 'gap.signed_credential',
      livemode: true,
      role: 'read_only',
      label: 'host',
      alg: 'ed25519',
      status: 'pending',
      challenge: expect.stringMatching(/^chl_[0-9A-Za-z]{32}$/),
      challenge_expires_at: new Date(now.getTime() + 86_400_000).toISOString(),
      created_at: now.toISOString(),
      activated_at: null,
      revoked_at: null,
      last_used_at: null,
      replaced_by: null,
    });
    const list = await staffCall('GET', `${id}/credentials`);
    const { challenge, ...shown } = uploaded.body;
    expect(list.body).toEqual({ object: 'list', data: [shown], has_more: false, next_cursor: null });
    const { rows } = await harness.current.ctx.db.pool.query(
      'select c::text as row from credentials.signed_credentials c',
    );
    expect(rows.map(({ row }) => row).join('')).not.toContain(challenge);
  });

  it.each<[string, object]>([
    ['a P-256 key called ed25519', { alg: 'ed25519', public_key: p256() }],
    ['an Ed25519 key called P-256', { alg: 'ecdsa-p256-sha256', public_key: ed25519() }],
    ['an RSA key', { alg: 'ed25519', public_key: pemOf('rsa') }],
    ['a P-384 key', { alg: 'ecdsa-p256-sha256', public_key: pemOf('p384') }],
    ['a private key', { alg: 'ed25519', public_key: pemOf('private') }],
    ['no key', { alg: 'ed25519', public_key: 'not a key' }],
    ['two keys', { alg: 'ed25519', public_key: ed25519() + ed25519() }],
    ['a key with a line before it', { alg: 'ed25519', public_key: `x\n${ed25519()}` }],
    ['an empty text', { alg: 'ed25519', public_key: '' }],
    ['another algorithm', { alg: 'rsa-pss-sha512', public_key: pemOf('rsa') }],
    ['no algorithm', { public_key: ed25519() }],
    ['a member that is not known', { alg: 'ed25519', public_key: ed25519(), keyid: 'mine' }],
    ['another role', { alg: 'ed25519', public_key: ed25519(), role: 'admin' }],
  ])('uploading a public key refuses %s', async (_what, body) => {
    const { id } = await givenInstitution(harness.current);
    const answer = await staffCall('POST', `${id}/credentials`, { livemode: false, ...body });
    expect(codeOf(answer)).toBe('400 validation_failed');
    expect((await staffCall('GET', `${id}/credentials`)).body.data).toEqual([]);
  });

  it('uploading a public key needs an institution, and a staff member', async () => {
    const body = { alg: 'ed25519', public_key: ed25519(), livemode: false };
    for (const path of ['inst_none/credentials', 'inst_none/keys']) {
      const sent = path.endsWith('keys') ? { livemode: false } : body;
      expect(codeOf(await staffCall('POST', path, sent))).toBe('404 not_found');
      expect(codeOf(await staffCall('GET', path))).toBe('404 not_found');
    }
    expect(codeOf(await staffCall('POST', 'inst_none/credentials/crd_none/revoke'))).toBe('404 not_found');
    expect(codeOf(await staffCall('POST', 'inst_none/keys/key_none/revoke'))).toBe('404 not_found');
  });
});

describe('creating a bearer key', () => {
  it.each([
    [false, /^gap_test_[0-9A-Za-z]{32}$/],
    [true, /^gap_live_[0-9A-Za-z]{32}$/],
  ])('a new bearer key is shown once, with its mode in it: live %s', async (livemode, form) => {
    const { id } = await givenInstitution(harness.current);
    const expires_at = '2027-01-01T00:00:00.000Z';
    const made = await staffCall('POST', `${id}/keys`, { livemode, expires_at, label: 'k', role: 'read_only' });
    expect(made.status).toBe(201);
    const { key, ...shown } = made.body;
    expect(key).toMatch(form);
    expect(shown).toMatchObject({ status: 'active', expires_at, label: 'k', role: 'read_only' });
    expect(shown.key_prefix).toBe(key.slice(0, 15));
    expect((await staffCall('GET', `${id}/keys`)).body.data).toEqual([shown]);
    const { rows } = await harness.current.ctx.db.pool.query('select k::text as row from credentials.partner_keys k');
    expect(rows.map(({ row }) => row).join('')).not.toContain(key);
  });

  it('creating a bearer key refuses an expiry in the past, and unknown members', async () => {
    const { id } = await givenInstitution(harness.current);
    const now = harness.current.clock.now().toISOString();
    for (const body of [{ livemode: true, expires_at: now }, { livemode: 'yes' }, {}, { livemode: true, scope: 'x' }])
      expect(codeOf(await staffCall('POST', `${id}/keys`, body))).toBe('400 validation_failed');
  });

  it('a bearer key is revoked in its own institution only', async () => {
    const { keyId, key } = await givenPartner(harness.current);
    const other = await givenInstitution(harness.current);
    expect(codeOf(await staffCall('POST', `${other.id}/keys/${keyId}/revoke`))).toBe('404 not_found');
    expect((await harness.current.call('GET', me, { token: key })).status).toBe(200);
  });
});

describe('verifying a credential', () => {
  it('verifying activates a credential, which then signs everything its role allows [P-CRED-001]', async () => {
    const caller = await givenSignedCredential(harness.current, { pending: true, label: 'host' });
    const activated = await caller.activate();
    const now = harness.current.clock.now().toISOString();
    expect([activated.status, activated.body]).toEqual([
      200,
      expect.objectContaining({ id: caller.id, type: 'signed', status: 'active', activated_at: now, label: 'host' }),
    ]);
    const got = await caller.call('GET', me);
    expect([got.status, got.body]).toEqual([200, activated.body]);
    const { body } = await staffCall('GET', `${caller.institutionId}/credentials`);
    expect(body.data[0]).toMatchObject({ status: 'active', challenge_expires_at: null });
  });

  it('verifying is the only thing a pending credential may do', async () => {
    const caller = await givenSignedCredential(harness.current, { pending: true });
    const other = await givenSignedCredential(harness.current, {
      pending: true,
      institutionId: caller.institutionId,
    });
    const answers = [
      await caller.call('GET', me, { from: freshClientAddress() }),
      await caller.call('POST', '/api/gap/v1/signature-check', { body: {}, from: freshClientAddress() }),
      await caller.call('POST', verifyPath(other.id), {
        body: { challenge: other.challenge },
        from: freshClientAddress(),
      }),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => '401 signature_invalid'));
    expect((await caller.activate()).status).toBe(200);
  });

  it('verifying works for a read-only credential and for a live one', async () => {
    for (const input of [{ role: 'read_only' }, { livemode: true }, { alg: 'ecdsa-p256-sha256' }] as const)
      expect((await (await givenSignedCredential(harness.current, input)).call('GET', me)).status).toBe(200);
  });

  it('verifying needs the challenge that was shown', async () => {
    const caller = await givenSignedCredential(harness.current, { pending: true });
    const other = await givenSignedCredential(harness.current, { pending: true });
    const wrong = [other.challenge, `${caller.challenge}x`, caller.challenge.slice(1), caller.challenge.toLowerCase()];
    for (const challenge of wrong)
      expect(codeOf(await caller.activate({ body: { challenge } }))).toBe('400 challenge_invalid');
    for (const body of [{}, { challenge: 1 }, { challenge: '' }, { challenge: 'x', more: 1 }])
      expect(codeOf(await caller.activate({ body }))).toBe('400 validation_failed');
    expect((await caller.activate()).status).toBe(200);
  });

  it('verifying must happen within a day', async () => {
    const h = harness.current;
    const late = await givenSignedCredential(h, { pending: true });
    const inTime = await givenSignedCredential(h, { pending: true });
    h.clock.advance(86_399);
    expect((await inTime.activate()).status).toBe(200);
    h.clock.advance(1);
    expect(codeOf(await late.activate())).toBe('410 challenge_expired');
    expect(codeOf(await late.activate({ body: { challenge: 'chl_wrong' } }))).toBe('410 challenge_expired');
  });

  it('verifying happens once: one of ten concurrent calls activates', async () => {
    const caller = await givenSignedCredential(harness.current, { pending: true });
    const answers = await Promise.all(Array.from({ length: 10 }, () => caller.activate()));
    const codes = answers.map(codeOf).sort();
    expect(codes).toEqual(['200', ...Array.from({ length: 9 }, () => '409 credential_already_active')]);
    // Its response is not stored either, whatever the key.
    const again = await caller.activate({ idempotencyKey: 'same' });
    expect(codeOf(again)).toBe('409 credential_already_active');
    expect(codeOf(await caller.activate({ body: { challenge: 'wrong' } }))).toBe('409 credential_already_active');
  });

  it('verifying is refused for every other credential of the institution', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h, { pending: true });
    const { institutionId, challenge } = caller;
    const { key } = await givenPartner(h, { institutionId });
    const other = await givenSignedCredential(h, { institutionId });
    const body = { challenge };
    expect(codeOf(await h.call('POST', verifyPath(caller.id), { token: key, body }))).toBe('403 forbidden');
    expect(codeOf(await other.call('POST', verifyPath(caller.id), { body }))).toBe('403 forbidden');
    expect((await caller.activate()).status).toBe(200);
  });

  it('verifying gets 404 for a credential of another institution, of the other mode, or that does not exist', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h, { pending: true });
    const otherInstitution = await givenPartner(h);
    const live = await givenPartner(h, { institutionId: caller.institutionId, livemode: true });
    const body = { challenge: caller.challenge };
    for (const { key: token } of [otherInstitution, live])
      expect(codeOf(await h.call('POST', verifyPath(caller.id), { token, body }))).toBe('404 not_found');
    const none = await h.call('POST', verifyPath('crd_none'), { token: otherInstitution.key, body });
    expect(codeOf(none)).toBe('404 not_found');
  });

  it('verifying a revoked credential is refused like an unknown one', async () => {
    const caller = await givenSignedCredential(harness.current, { pending: true });
    await staffCall('POST', `${caller.institutionId}/credentials/${caller.id}/revoke`);
    expect(codeOf(await caller.activate({ from: freshClientAddress() }))).toBe('401 signature_invalid');
  });

  it('verifying is available when signed credentials are open [P-CRED-002]', async () => {
    const h = harness.current;
    const caller = await givenSignedCredential(h, { pending: true });
    await setFeatureFlags(h, { signed_credentials: false });
    const closed = await caller.activate();
    await setFeatureFlags(h, { signed_credentials: true });
    expect(codeOf(closed)).toBe('404 operation_not_open');
    expect((await caller.activate()).status).toBe(200);
  });
});
