import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { setFeatureFlags } from '#testing/feature-flags';
import { givenKeyPair, givenPartner, givenSignedCredential, toPem } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';

const harness = useHarness();
const codeOf = ({ status, body }: Answer) => `${status} ${body.code ?? ''}`.trim();
/** Removes the parts that differ in every response: the request id, and the URL. */
const sameAnswer = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '', instance: '' } });
const me = (token: string) => harness.current.call('GET', '/api/gap/v1/me', { token });
const pem = () => toPem(givenKeyPair('ed25519').publicKey);

const trailOf = async (institutionId: string): Promise<unknown[]> =>
  (
    await harness.current.ctx.db.pool.query(
      'select operation, kind, user_id, subject_id from audit.entries where institution_id = $1 order by seq',
      [institutionId],
    )
  ).rows;

describe('keys in the portal', () => {
  it('keys are created, shown once, listed, changed, rotated and revoked in the mode of the path', async () => {
    const user = await givenPortalUser(harness.current, { role: 'developer' });
    const wanted = { label: 'roster', role: 'read_only', allowed_addresses: ['127.0.0.1', '::1/128'] };
    const made = await user.call('POST', '/keys', { body: wanted });
    expect(made.status).toBe(201);
    const { key, ...shown } = made.body;
    expect(key).toMatch(/^gap_test_/);
    expect(shown).toMatchObject({ livemode: false, label: 'roster', role: 'read_only', status: 'active' });
    expect((await user.call('GET', '/keys')).body.data).toEqual([shown]);
    expect((await user.call('GET', '/keys', { mode: 'live' })).body.data).toEqual([]);
    expect((await me(key)).status).toBe(200);
    const changed = await user.call('PATCH', `/keys/${shown.id}`, { body: { label: null, allowed_addresses: [] } });
    expect(changed.body).toMatchObject({ label: null, allowed_addresses: [], last_used_address: '127.0.0.1' });
    const rotated = await user.call('POST', `/keys/${shown.id}/rotate`, { body: { overlap_hours: 1 } });
    expect([rotated.status, rotated.body.replaced.replaced_by]).toEqual([201, rotated.body.key.id]);
    expect((await me(rotated.body.key.key)).status).toBe(200);
    const revoked = await user.call('POST', `/keys/${shown.id}/revoke`);
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked']);
    expect(codeOf(await me(key))).toBe('401 key_revoked');
    const list = await user.call('GET', '/keys');
    expect(list.body.data.map(({ status }: { status: string }) => status)).toEqual(['active', 'revoked']);
    expect(list.text).not.toContain(key);
    expect(list.text).not.toContain(rotated.body.key.key);
    expect(await trailOf(user.institutionId)).toMatchObject([
      { operation: 'access.portal-create-key', kind: 'action', user_id: user.userId, subject_id: shown.id },
      { operation: 'access.portal-change-key', subject_id: shown.id },
      { operation: 'access.portal-rotate-key', subject_id: shown.id },
      { operation: 'access.portal-revoke-key', subject_id: shown.id },
    ]);
    expect(harness.current.logLines.join('')).not.toContain(key);
  });

  it('keys in live mode need a recent code, except to be revoked', async () => {
    const h = harness.current;
    const stale = await givenPortalUser(h, { role: 'developer' });
    const fresh = await givenPortalUser(h, { role: 'developer', institutionId: stale.institutionId, fresh: true });
    const live = { mode: 'live' } as const;
    expect(codeOf(await stale.call('POST', '/keys', { ...live, body: {} }))).toBe('403 fresh_code_required');
    const made = await fresh.call('POST', '/keys', { ...live, body: {} });
    expect(made.body.key).toMatch(/^gap_live_/);
    const path = `/keys/${made.body.id}`;
    const rotate = { ...live, body: { overlap_hours: 0 } };
    expect(codeOf(await stale.call('POST', `${path}/rotate`, rotate))).toBe('403 fresh_code_required');
    expect(codeOf(await stale.call('PATCH', path, { ...live, body: { label: 'x' } }))).toBe('403 fresh_code_required');
    expect((await stale.call('POST', `${path}/revoke`, live)).status).toBe(200);
  });

  it.each<[string, string, unknown]>([
    ['an overlap that is not offered', '/rotate', { overlap_hours: 2 }],
    ['no overlap said', '/rotate', {}],
    ['an end in the past', '/rotate', { overlap_hours: 0, expires_at: '2020-01-01T00:00:00Z' }],
  ])('the key routes refuse %s', async (_what, path, body) => {
    const user = await givenPortalUser(harness.current, { role: 'admin' });
    const { keyId } = await givenPartner(harness.current, { institutionId: user.institutionId });
    expect(codeOf(await user.call('POST', `/keys/${keyId}${path}`, { body }))).toBe('400 validation_failed');
  });

  it.each<[string, unknown]>([
    ['another role', { role: 'admin' }],
    ['a mode, which is in the path', { livemode: true }],
    ['a label that is too long', { label: 'x'.repeat(81) }],
    ['an address that is none', { allowed_addresses: ['office'] }],
    ['51 addresses', { allowed_addresses: Array.from({ length: 51 }, (_, index) => `198.51.100.${index}`) }],
  ])('the key routes refuse %s, and create no key', async (_what, body) => {
    const user = await givenPortalUser(harness.current, { role: 'admin' });
    expect(codeOf(await user.call('POST', '/keys', { body }))).toBe('400 validation_failed');
    expect((await user.call('GET', '/keys')).body.data).toEqual([]);
  });

  it('several keys are revoked when several users revoke them at the same moment', async () => {
    const h = harness.current;
    const users = [await givenPortalUser(h, { role: 'developer' })];
    const { institutionId } = users[0]!;
    users.push(await givenPortalUser(h, { role: 'admin', institutionId }));
    const made = [];
    for (let turn = 0; turn < 8; turn += 1) made.push(await givenPartner(h, { institutionId }));
    const ending = made.map(({ keyId }, index) =>
      index % 2 === 0
        ? users[index % 4 === 0 ? 0 : 1]!.call('POST', `/keys/${keyId}/revoke`)
        : users[index % 4 === 1 ? 0 : 1]!.call('POST', `/keys/${keyId}/rotate`, { body: { overlap_hours: 0 } }),
    );
    const answers = await Promise.all(ending);
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 201, 200, 201, 200, 201]);
  });
});

describe('signed credentials in the portal', () => {
  it('signed credentials are uploaded with the call that activates them, and a later read shows them active', async () => {
    const h = harness.current;
    await setFeatureFlags(h, { signed_credentials: true });
    const user = await givenPortalUser(h, { role: 'developer' });
    const { publicKey } = givenKeyPair('ed25519');
    const uploaded = await user.call('POST', '/credentials', { body: { public_key: toPem(publicKey), label: 'host' } });
    expect(uploaded.status).toBe(201);
    const { challenge, verify_calls: calls, ...shown } = uploaded.body;
    expect(shown).toMatchObject({ status: 'pending', alg: 'ed25519', livemode: false, label: 'host' });
    for (const text of Object.values(calls)) {
      expect(text).toContain(challenge);
      expect(text).toContain(`${h.config.publicBaseUrl}/api/gap/v1/credentials/${shown.id}/verify`);
    }
    const list = await user.call('GET', '/credentials');
    expect(list.body.data).toEqual([shown]);
    const first = await user.call('GET', `/credentials/${shown.id}`);
    const tag = first.headers.get('etag') ?? '';
    const again = await user.call('GET', `/credentials/${shown.id}`, { headers: { 'if-none-match': tag } });
    expect([first.status, first.body, again.status, again.text]).toEqual([200, shown, 304, '']);
    await h.ctx.db.pool.query('update credentials.signed_credentials set activated_at = $2 where id = $1', [
      shown.id,
      h.clock.now(),
    ]);
    const active = await user.call('GET', `/credentials/${shown.id}`, { headers: { 'if-none-match': tag } });
    expect([active.status, active.body.status]).toEqual([200, 'active']);
    const revoked = await user.call('POST', `/credentials/${shown.id}/revoke`);
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked']);
  });

  it('an upload refuses a private key, reports what happened to it, and stores it nowhere', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { role: 'developer' });
    const secret = String(givenKeyPair('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const answer = await user.call('POST', '/credentials', { body: { public_key: secret } });
    expect(codeOf(answer)).toBe('400 validation_failed');
    expect(answer.body.issues[0].message).toContain('is a private key. It has been sent to us');
    const middle = secret.split('\n')[1] ?? '';
    expect(answer.text).not.toContain(middle);
    expect(h.logLines.join('')).not.toContain(middle);
  });

  it('signed credentials in live mode need a recent code, except to be revoked', async () => {
    const h = harness.current;
    const stale = await givenPortalUser(h, { role: 'developer' });
    const fresh = await givenPortalUser(h, { role: 'developer', institutionId: stale.institutionId, fresh: true });
    const live = { mode: 'live' } as const;
    const upload = { ...live, body: { public_key: pem() } };
    expect(codeOf(await stale.call('POST', '/credentials', upload))).toBe('403 fresh_code_required');
    const { body } = await fresh.call('POST', '/credentials', upload);
    expect([body.livemode, body.verify_calls.curl.includes('PRODUCTION')]).toEqual([true, true]);
    expect((await stale.call('POST', `/credentials/${body.id}/revoke`, live)).status).toBe(200);
  });
});

describe('the owner of keys and credentials', () => {
  const paths = (key: string, credential: string): [string, string, unknown?][] => [
    ['PATCH', `/keys/${key}`, { label: 'mine' }],
    ['POST', `/keys/${key}/rotate`, { overlap_hours: 0 }],
    ['POST', `/keys/${key}/revoke`],
    ['GET', `/credentials/${credential}`],
    ['POST', `/credentials/${credential}/revoke`],
  ];

  it('foreign keys and credentials, and those of the other mode, get the same response as unknown ones', async () => {
    const h = harness.current;
    const owner = await givenPortalUser(h, { fresh: true });
    const stranger = await givenPortalUser(h, { fresh: true });
    const { institutionId } = owner;
    const { keyId, key } = await givenPartner(h, { institutionId });
    const credential = await givenSignedCredential(h, { institutionId });
    const calls = paths(keyId, credential.id);
    const unknown = paths('key_none', 'crd_none');
    for (const [index, [method, path, body]] of calls.entries()) {
      const [, none = ''] = unknown[index] ?? [];
      const sent = body === undefined ? {} : { body };
      for (const [user, mode] of [
        [stranger, 'test'],
        [stranger, 'live'],
        [owner, 'live'],
      ] as const) {
        const answer = await user.call(method, path, { mode, ...sent });
        expect(codeOf(answer)).toBe('404 not_found');
        expect(sameAnswer(answer)).toEqual(sameAnswer(await user.call(method, none, { mode, ...sent })));
      }
    }
    const upload = { body: { public_key: pem(), replaces: credential.id } };
    expect(codeOf(await stranger.call('POST', '/credentials', upload))).toBe('404 not_found');
    expect((await me(key)).status).toBe(200);
    expect((await credential.call('GET', '/api/gap/v1/me')).status).toBe(200);
  });

  it.each(['operations', 'finance', 'read_only'] as const)('the role %s cannot use these routes', async (role) => {
    const user = await givenPortalUser(harness.current, { role, fresh: true });
    const { keyId } = await givenPartner(harness.current, { institutionId: user.institutionId });
    const answers = [
      await user.call('GET', '/keys'),
      await user.call('GET', '/credentials'),
      await user.call('POST', '/keys', { body: {} }),
      await user.call('POST', '/credentials', { body: { public_key: pem() } }),
      ...(await Promise.all(
        paths(keyId, 'crd_none').map(([method, path, body]) =>
          user.call(method, path, body === undefined ? {} : { body }),
        ),
      )),
    ];
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['403 role_required']));
  });

  it('these routes require a session, and changes must come from one of our pages', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h);
    const path = `/api/portal/v1/${user.institutionId}/test/keys`;
    expect(codeOf(await h.call('GET', path))).toBe('401 unauthorized');
    const headers = { ...user.headers, origin: 'https://elsewhere.example' };
    expect(codeOf(await h.call('POST', path, { headers, body: {} }))).toBe('403 foreign_request');
  });
});
