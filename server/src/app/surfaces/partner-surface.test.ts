import { describe, expect, it } from 'vitest';
import { featureNames } from '#modules/feature-flags';
import { useHarness, type Answer } from '#test/harness';
import { setFeatureFlags } from '#testing/feature-flags';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { givenPartner, givenSignedCredential, partnerOperations } from '#testing/partners';
import { givenReferral, referralBody } from '#testing/referrals';

const harness = useHarness();
const gap = '/api/gap/v1';
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const from = () => ({ 'x-forwarded-for': freshClientAddress() });

type Refusal = { readonly code: string; readonly path: string; readonly answer: Answer };

/** Requests that are refused for all possible reasons. */
async function refusals(): Promise<Refusal[]> {
  const h = harness.current;
  const { key: token } = await givenPartner(h);
  const live = await givenPartner(h, { livemode: true });
  const reader = await givenPartner(h, { role: 'read_only' });
  const signed = await givenSignedCredential(h);
  const referral = await givenReferral(h, token);
  const own = `${gap}/referrals/${referral.id}`;
  const reason = async (code: string, path: string, call: Promise<Answer>) => ({ code, path, answer: await call });
  const address = freshClientAddress();
  const failing = { headers: { 'x-forwarded-for': address } };
  for (let failed = 0; failed < 10; failed += 1) await h.call('GET', `${gap}/me`, failing);
  await h.call('POST', `${gap}/referrals`, { token, headers: { 'idempotency-key': 'k' }, body: referralBody() });
  const text = { headers: { 'content-type': 'text/plain' }, raw: 'x' };
  return [
    await reason('authentication_required', `${gap}/me`, h.call('GET', `${gap}/me`, { headers: from() })),
    await reason('key_unknown', `${gap}/me`, h.call('GET', `${gap}/me`, { token: 'gap_test_x' })),
    await reason('auth_failures_throttled', `${gap}/me`, h.call('GET', `${gap}/me`, failing)),
    await reason('signature_profile_invalid', `${gap}/me`, signed.call('GET', `${gap}/me`, { environment: 'x' })),
    await reason('signature_invalid', `${gap}/me`, signed.call('GET', `${gap}/me`, { keyid: 'crd_none' })),
    await reason('signature_stale', `${gap}/me`, signed.call('GET', `${gap}/me`, { created: 1 })),
    await reason('environment_mismatch', `${gap}/me`, signed.call('GET', `${gap}/me`, { environment: 'PRODUCTION' })),
    await reason('forbidden', `${gap}/referrals`, h.call('POST', `${gap}/referrals`, { token: reader.key, body: {} })),
    await reason('test_mode_only', `${own}/simulate`, h.call('POST', `${own}/simulate`, { token: live.key })),
    await reason('not_found', `${gap}/referrals/x`, h.call('GET', `${gap}/referrals/x?y=1`, { token })),
    await reason('not_found', `${gap}/nothing`, h.call('GET', `${gap}/nothing?y=1`)),
    await reason('operation_not_open', `${gap}/signature-check`, h.call('POST', `${gap}/signature-check`, { token })),
    await reason('method_not_allowed', `${gap}/me`, h.call('DELETE', `${gap}/me`)),
    await reason('validation_failed', `${gap}/referrals`, h.call('GET', `${gap}/referrals?limit=0`, { token })),
    await reason('malformed_body', `${gap}/referrals`, h.call('POST', `${gap}/referrals`, { token, raw: '[]' })),
    await reason('unsupported_media_type', `${gap}/referrals`, h.call('POST', `${gap}/referrals`, { token, ...text })),
    await reason(
      'payload_too_large',
      `${gap}/referrals`,
      h.call('POST', `${gap}/referrals`, { token, raw: ' '.repeat(1_048_577) }),
    ),
    await reason(
      'idempotency_key_invalid',
      own,
      h.call('PATCH', own, { token, headers: { 'idempotency-key': ' x y' }, body: { external_ref: 'x' } }),
    ),
    await reason(
      'idempotency_conflict',
      `${gap}/referrals`,
      h.call('POST', `${gap}/referrals`, { token, headers: { 'idempotency-key': 'k' }, body: referralBody() }),
    ),
    await reason(
      'referral_exists',
      `${gap}/referrals`,
      h.call('POST', `${gap}/referrals`, { token, body: referralBody({ vehicle: referral.vehicle }) }),
    ),
  ];
}

describe('every refusal', () => {
  it(
    'is a problem of the documented form, whatever it adds ' +
      '[P-ERR-001, P-ERR-002, P-ERR-003, P-ERR-004, P-ERR-005, P-ERR-006, P-ERR-007, P-ERR-008, P-ERR-009, P-ERR-010, P-ERR-011, P-ERR-012]',
    async () => {
      for (const { code, path, answer } of await refusals()) {
        const { status, headers, body } = answer;
        expect([code, headers.get('content-type')]).toEqual([code, 'application/problem+json; charset=utf-8']);
        expect(body).toMatchObject({
          error: expect.stringMatching(/./),
          code,
          type: `http://makewhole.test/developers/errors/${code}`,
          title: body.error,
          status,
          detail: expect.stringMatching(/./),
          instance: path,
          request_id: expect.stringMatching(/^req_[0-9A-Za-z]{24}$/),
        });
        expect(headers.get('x-request-id')).toBe(body.request_id);
        expect(headers.get('cache-control')).toBe('no-store');
        expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer realm="gap"' : null);
        expect(headers.has('retry-after')).toBe(status === 429);
        expect((await harness.current.call('GET', new URL(body.type).pathname)).status).toBe(200);
      }
    },
  );

  it('an internal failure reveals nothing of its cause', async () => {
    const h = harness.current;
    const { key: token } = await givenPartner(h);
    const rename = (one: string, other: string) => h.owner.pool.query(`alter table partners.${one} rename to ${other}`);
    await rename('institutions', 'gone');
    const { status, body, text } = await h.call('GET', `${gap}/me`, { token });
    await rename('gone', 'institutions');
    expect([status, body.code]).toEqual([500, 'internal_error']);
    expect(text).not.toMatch(/relation|partners|select/);
  });
});

describe('the partner operations', () => {
  it('operations are under /api/gap/v1 and under no other version [P-VER-001]', async () => {
    const { key: token } = await givenPartner(harness.current);
    for (const { method, path } of partnerOperations) {
      const body = method === 'GET' ? {} : { body: {} };
      const answer = await harness.current.call(method, path.replace('/v1/', '/v2/'), { token, ...body });
      expect([path, answer.status]).toEqual([path, 404]);
      const asked = await harness.current.call(method, path, { headers: from(), ...body });
      expect([path, asked.status]).toEqual([path, 401]);
    }
  });

  it.each(featureNames)(
    'only the operations that need the feature %s are closed without it [P-VER-005, P-EVENT-015]',
    async (feature) => {
      const h = harness.current;
      const { key: token } = await givenPartner(h);
      await setFeatureFlags(h, { [feature]: false });
      const closed = [];
      for (const { name, method, path } of partnerOperations) {
        const body = method === 'GET' ? {} : { body: {} };
        const answer = await h.call(method, path, { token, ...body });
        if (codeOf(answer) === '404 operation_not_open') closed.push(name);
      }
      const { body: me } = await h.call('GET', `${gap}/me`, { token });
      await setFeatureFlags(h, { [feature]: true });
      const expected = partnerOperations.filter(({ opensWith }) => opensWith === feature || opensWith === 'planned');
      expect(closed).toEqual(expected.map(({ name }) => name));
      expect(me.features).toEqual(Object.fromEntries(featureNames.map((name) => [name, name !== feature])));
    },
  );

  it('operations do not include signature-check yet, for either kind of credential [P-SANDBOX-004]', async () => {
    const { key: token } = await givenPartner(harness.current);
    const signed = await givenSignedCredential(harness.current);
    const answers = [
      await harness.current.call('POST', `${gap}/signature-check`, { token, body: {} }),
      await harness.current.call('POST', `${gap}/signature-check`, { token }),
      await signed.call('POST', `${gap}/signature-check`, { body: {} }),
    ];
    expect(answers.map(codeOf)).toEqual(answers.map(() => '404 operation_not_open'));
  });

  it('read operations answer HEAD as GET, without the body (D-136)', async () => {
    const { key: token } = await givenPartner(harness.current);
    for (const { method, path } of partnerOperations.filter(({ method }) => method === 'GET')) {
      const got = await harness.current.call(method, path, { token });
      const head = await harness.current.call('HEAD', path, { token });
      expect([path, head.status, head.text]).toEqual([path, got.status, '']);
      expect(head.headers.get('content-length')).toBe(got.headers.get('content-length'));
    }
  });

  it('operations have no other methods and no other spelling', async () => {
    const { key: token } = await givenPartner(harness.current);
    const put = await harness.current.call('PUT', `${gap}/referrals`, { token, body: {} });
    expect([codeOf(put), put.headers.get('allow')]).toEqual(['405 method_not_allowed', 'GET, HEAD, POST']);
    const options = await harness.current.call('OPTIONS', `${gap}/referrals/x`);
    expect([codeOf(options), options.headers.get('allow')]).toEqual(['405 method_not_allowed', 'GET, HEAD, PATCH']);
    expect(codeOf(await harness.current.call('GET', `${gap}/me/`, { token }))).toBe('404 not_found');
    expect(codeOf(await harness.current.call('GET', `${gap}/ME`, { token }))).toBe('404 not_found');
  });

  it('operations refuse unknown query parameters', async () => {
    const { key: token } = await givenPartner(harness.current);
    for (const path of ['/me', '/referrals', '/events', '/analytics']) {
      const { status, body } = await harness.current.call('GET', `${gap}${path}?nonsense=1`, { token });
      expect([path, status, body.issues]).toEqual([
        path,
        400,
        [{ path: 'nonsense', message: 'is not a known member' }],
      ]);
    }
  });
});

describe('a read-only credential', () => {
  it('a read-only credential is refused for changes, and may look up [D-074]', async () => {
    const h = harness.current;
    const bearer = await givenPartner(h, { role: 'read_only' });
    const signed = await givenSignedCredential(h, { role: 'read_only' });
    const writes = partnerOperations.filter(
      ({ method, name, opensWith }) => method !== 'GET' && opensWith !== 'planned' && !/lookup|verify/.test(name),
    );
    expect(writes).toHaveLength(10);
    for (const { method, path } of writes) {
      expect(codeOf(await h.call(method, path, { token: bearer.key, body: {} }))).toBe('403 forbidden');
      expect(codeOf(await signed.call(method, path, { body: {} }))).toBe('403 forbidden');
    }
    const lookup = { token: bearer.key, body: { reference: 'x' } };
    expect((await h.call('POST', `${gap}/review-status/lookup`, lookup)).status).toBe(200);
  });
});

describe('the rate limit', () => {
  const limited = useHarness({ gapRequestsPerMin: 5 });

  it('the rate limit counts an institution’s requests of one mode, whichever credential makes them (D-135)', async () => {
    const h = limited.current;
    const { key, institutionId } = await givenPartner(h);
    const other = await givenPartner(h, { institutionId });
    const live = await givenPartner(h, { institutionId, livemode: true });
    const otherInstitution = await givenPartner(h);
    const call = (token: string) => h.call('GET', `${gap}/me`, { token });
    const answers = [];
    for (const token of [key, other.key, key, other.key, key, other.key]) answers.push(await call(token));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(answers.at(-1)?.headers.get('retry-after')).toMatch(/^(5\d|60)$/);
    expect([(await call(live.key)).status, (await call(otherInstitution.key)).status]).toEqual([200, 200]);
    expect((await call(otherInstitution.key)).body.limits.requests_per_minute).toBe(5);
  });
});

describe('a client that already has the response', () => {
  const knowing = (path: string, token: string, tag: string) =>
    harness.current.call('GET', path, { token, headers: { 'if-none-match': tag } });
  const tagOf = ({ headers }: Answer): string => headers.get('etag') ?? '';

  it.each(['/me', '/referrals', '/events', '/plans/enrollments'])(
    'a client with the current response gets 304 without a body at %s',
    async (path) => {
      const { key } = await givenPartner(harness.current);
      const first = await harness.current.call('GET', `${gap}${path}`, { token: key });
      expect([first.status, tagOf(first)]).toEqual([200, expect.stringMatching(/^"[\w-]{22}"$/)]);
      const again = await knowing(`${gap}${path}`, key, tagOf(first));
      expect([again.status, again.text]).toEqual([304, '']);
    },
  );

  it('a client gets the new response once it differs, and nothing without a credential', async () => {
    const { key } = await givenPartner(harness.current);
    const { id } = await givenReferral(harness.current, key);
    const paths = [`${gap}/referrals/${id}`, `${gap}/referrals`, `${gap}/events`];
    const tags = await Promise.all(
      paths.map(async (path) => tagOf(await harness.current.call('GET', path, { token: key }))),
    );
    const body = { borrower: { first_name: 'Changed' } };
    expect((await harness.current.call('PATCH', paths[0] ?? '', { token: key, body })).status).toBe(200);
    await givenReferral(harness.current, key);
    for (const [index, path] of paths.entries()) expect((await knowing(path, key, tags[index] ?? '')).status).toBe(200);
    const stranger = await harness.current.call('GET', `${gap}/referrals`, {
      headers: { ...from(), 'if-none-match': '*' },
    });
    expect([stranger.status, tagOf(stranger)]).toEqual([401, '']);
  });
});
