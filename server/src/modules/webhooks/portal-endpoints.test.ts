import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { partnerEventTypes } from './events/rules.ts';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import type { EndpointFigures } from './health/schemas.ts';
import { deliver, givenInstitution, serviceSignature, unknownId, useDelivering } from './testing.ts';

const given = useDelivering();

const live = { mode: 'live' } as const;

/** A developer with an endpoint in test mode, made through the portal. */
async function givenEndpointOwner(mode: 'test' | 'live' = 'test') {
  const { harness, receiver } = given.current;
  const portal = await givenPortalUser(harness, {
    role: 'developer',
    institutionId: await givenInstitution(given.current),
    fresh: true,
  });
  const path = `/${crypto.randomUUID()}`;
  const created = await portal.call('POST', '/endpoints', { mode, body: { url: `https://${receiver.host}${path}` } });
  const { id, secret } = created.body as { id: string; secret: string };
  const callBy =
    (user: PortalBrowser) =>
    (method: string, suffix = '', body?: unknown) =>
      user.call(method, `/endpoints/${id}${suffix}`, { mode, ...(body === undefined ? {} : { body }) });
  const call = callBy(portal);
  /** An hour later the previous session has ended. */
  const later = async () => {
    harness.clock.advance(3_600);
    const { institutionId } = portal;
    return callBy(await givenPortalUser(harness, { role: 'developer', institutionId, fresh: true }));
  };
  return {
    later,
    harness,
    portal,
    created,
    id,
    secret,
    call,
    received: () => receiver.received.filter((one) => one.path === path),
  };
}

const secretId = (secret: string) => createHash('sha256').update(secret).digest('hex').slice(0, 8);

describe('endpoints in the portal', () => {
  it('portal endpoints are created with a secret shown once, listed by mode, changed, disabled and deleted', async () => {
    const { portal, created, id, secret, call } = await givenEndpointOwner();
    expect([created.status, created.body.livemode, created.body.payload]).toEqual([201, false, 'thin']);
    const listed = await portal.call('GET', '/endpoints');
    expect(listed.body.data.map((one: { id: string }) => one.id)).toEqual([id]);
    expect(listed.text).not.toContain(secret);
    expect((await portal.call('GET', '/endpoints', live)).body.data).toEqual([]);
    const changed = await call('PATCH', '', { event_types: ['referral.created'], status: 'disabled' });
    expect([changed.status, changed.body.event_types, changed.body.status]).toEqual([
      200,
      ['referral.created'],
      'disabled',
    ]);
    expect((await call('GET', '/health')).body).toMatchObject({ state: 'disabled' });
    expect((await call('POST', '/test')).status).toBe(409);
    expect((await call('DELETE')).body).toEqual({ deleted: true });
    for (const [method, suffix, body] of [
      ['GET', '', undefined],
      ['GET', '/health', undefined],
      ['GET', '/figures?range=24h', undefined],
      ['GET', '/rotation', undefined],
      ['PATCH', '', { status: 'enabled' }],
      ['POST', '/test', undefined],
      ['POST', '/rotate', { overlap_hours: 0 }],
      ['POST', '/rotation/test', undefined],
      ['POST', '/rotation/promote', undefined],
      ['POST', '/rotation/revert', undefined],
      ['DELETE', '', undefined],
    ] as const)
      expect([method, suffix, (await call(method, suffix, body)).status]).toEqual([method, suffix, 404]);
  });

  it('portal endpoints refuse non-public addresses, unknown types, and unused members', async () => {
    const { portal, call } = await givenEndpointOwner();
    const url = 'https://hooks.example.com/x';
    for (const body of [
      { url: 'http://hooks.example.com/' },
      { url: 'https://localhost/' },
      { url: 'https://127.0.0.1/' },
      { url: 'https://hooks.example.com:8443/' },
      { url, event_types: ['referral.lost'] },
      { url, livemode: true },
      {},
    ])
      expect([body, (await portal.call('POST', '/endpoints', { body })).status]).toEqual([body, 400]);
    for (const body of [{}, { url: 'https://10.0.0.1/' }, { status: 'gone' }, { payload: 'full' }])
      expect((await call('PATCH', '', body)).status).toBe(400);
    expect((await call('POST', '/rotate', { overlap_hours: 5 })).status).toBe(400);
    expect((await call('GET', '/figures?range=1y')).status).toBe(400);
  });

  it('live portal endpoints need a fresh code to be changed, test ones do not, and roles and institutions are kept apart', async () => {
    const { harness, portal, id } = await givenEndpointOwner('live');
    const { institutionId } = portal;
    const stale = await givenPortalUser(harness, { role: 'developer', institutionId });
    const reader = await givenPortalUser(harness, { role: 'read_only', institutionId, fresh: true });
    const stranger = await givenPortalUser(harness, { role: 'owner', fresh: true });
    const change = { ...live, body: { status: 'disabled' } };
    for (const [method, path, call] of [
      ['PATCH', `/endpoints/${id}`, change],
      ['DELETE', `/endpoints/${id}`, live],
      ['POST', `/endpoints/${id}/rotate`, { ...live, body: { overlap_hours: 0 } }],
      ['POST', `/endpoints/${id}/rotation/promote`, live],
      ['POST', `/endpoints/${id}/rotation/revert`, live],
      ['POST', '/endpoints', { ...live, body: { url: 'https://hooks.example.com/y' } }],
    ] as const) {
      expect([path, (await stale.call(method, path, call)).body.code]).toEqual([path, 'fresh_code_required']);
      expect([path, (await reader.call(method, path, call)).body.code]).toEqual([path, 'role_required']);
    }
    const withoutIds = (text: string) => text.replaceAll(/"(instance|request_id)":"[^"]*"/g, '');
    const unknown = await portal.call('PATCH', `/endpoints/${unknownId('whe')}`, change);
    for (const answer of [
      await stranger.call('PATCH', `/endpoints/${id}`, change),
      await portal.call('PATCH', `/endpoints/${id}`, { body: { status: 'disabled' } }),
    ])
      expect([answer.status, withoutIds(answer.text)]).toEqual([404, withoutIds(unknown.text)]);
    expect((await reader.call('GET', `/endpoints/${id}`, live)).body.status).toBe('enabled');
    expect((await reader.call('GET', '/endpoints', { ...live, headers: { cookie: '' } })).status).toBe(401);
  });

  it('portal endpoints have a catalog of every type with a body of the mode', async () => {
    const { portal } = await givenEndpointOwner();
    const { body } = await portal.call('GET', '/event-types');
    expect(body.data.map(({ type }: { type: string }) => type)).toEqual([...partnerEventTypes]);
    for (const { type, body: text, means } of body.data) {
      expect(JSON.parse(text)).toMatchObject({ type, account: { id: portal.institutionId } });
      expect(means).toMatch(/\.$/);
    }
    expect(JSON.parse(body.data[0].body).livemode).toBe(false);
  });

  it("portal endpoints are counted by hour and by six hours, with the receiver's certificate", async () => {
    const { harness, call: callFirst, later } = await givenEndpointOwner();
    let status = 204;
    given.current.receiver.answer((_request, response) => response.writeHead(status).end());
    expect((await callFirst('POST', '/test')).body).toMatchObject({ type: 'endpoint.test', state: 'pending' });
    await deliver(harness);
    const call = await later();
    status = 500;
    await call('POST', '/test');
    await deliver(harness);
    const day: EndpointFigures = (await call('GET', '/figures?range=24h')).body;
    expect([day.steps.length, day.step_seconds, day.counted_at_most]).toEqual([24, 3_600, null]);
    expect(day.steps.slice(-2).map(({ acknowledged, failed }) => [acknowledged, failed])).toEqual([
      [1, 0],
      [0, 1],
    ]);
    expect(day.steps.at(-2)).toMatchObject({ p50_ms: expect.any(Number), p95_ms: expect.any(Number) });
    expect(day.steps.at(-1)).toMatchObject({ p50_ms: null });
    const week: EndpointFigures = (await call('GET', '/figures?range=7d')).body;
    expect([week.steps.length, week.steps.reduce((sum, step) => sum + step.acknowledged + step.failed, 0)]).toEqual([
      28, 2,
    ]);
    const { certificate_ends_at: endsAt } = (await call('GET', '/health')).body;
    expect(Date.parse(endsAt)).toBeGreaterThan(Date.now());
    await call('PATCH', '', { url: 'https://deserted.example.com/' });
    expect((await call('GET', '/health')).body.certificate_ends_at).toBeNull();
  });
});

describe('a rotation in the portal', () => {
  async function givenRotation(overlapHours: number) {
    const owner = await givenEndpointOwner();
    const rotated = await owner.call('POST', '/rotate', { overlap_hours: overlapHours });
    return { ...owner, rotated, fresh: rotated.body.secret as string };
  }

  const signs = (secret: string, request: Parameters<typeof serviceSignature>[0]): boolean => {
    const { t, v1 } = serviceSignature(request);
    const key = secret.startsWith('whsec_gap_') ? secret : Buffer.from(secret.slice('whsec_'.length), 'base64');
    return createHmac('sha256', key).update(`${t}.${request.body}`).digest('hex') === v1;
  };

  it('a portal rotation shows both secrets by their ids, proves the new one by a test signed with it, and is promoted', async () => {
    const { harness, call, secret, fresh, received, rotated } = await givenRotation(24);
    expect(rotated.status).toBe(200);
    expect((await call('POST', '/rotate', { overlap_hours: 1 })).status).toBe(409);
    expect((await call('GET', '/rotation')).body).toMatchObject({
      secret_id: secretId(fresh),
      running: { previous_secret_id: secretId(secret), acknowledged: 0, failed: 0 },
      last_test: null,
    });
    await call('POST', '/test');
    const test = await call('POST', '/rotation/test');
    expect(test.body).toMatchObject({ type: 'endpoint.secret_test', state: 'pending' });
    await deliver(harness);
    const [ordinary, rehearsal] = ['endpoint.test', 'endpoint.secret_test'].map((type) =>
      received().find(({ headers }) => headers['x-service-event'] === type),
    );
    expect([signs(secret, ordinary!), signs(fresh, ordinary!)]).toEqual([true, false]);
    expect([signs(secret, rehearsal!), signs(fresh, rehearsal!)]).toEqual([false, true]);
    expect(String(rehearsal!.headers['webhook-signature']).split(' ')).toHaveLength(1);
    expect((await call('GET', '/rotation')).body.last_test).toMatchObject({
      delivery_id: test.body.id,
      state: 'succeeded',
    });
    expect((await call('POST', '/rotation/promote')).body.rotation).toBeNull();
    // Promoting again, or after the overlap has ended, changes nothing.
    expect((await call('POST', '/rotation/promote')).status).toBe(200);
    const late = await call('POST', '/rotation/revert');
    expect([late.status, late.body.detail]).toEqual([
      409,
      'No overlap is running: the new secret is the only one, and the old one is gone.',
    ]);
    expect((await call('GET', '/rotation')).body).toMatchObject({ secret_id: secretId(fresh), running: null });
  });

  it('a portal rotation can be reverted while both sign, and then the old secret signs alone', async () => {
    const { harness, call, secret, fresh, received } = await givenRotation(1);
    const { id, rotation } = (await call('POST', '/rotation/revert')).body;
    expect(rotation).toBeNull();
    // Nothing was rotated.
    const stored = 'select rotated_at from webhooks.endpoints where id = $1';
    expect((await harness.owner.pool.query(stored, [id])).rows).toEqual([{ rotated_at: null }]);
    await call('POST', '/rotation/test');
    await deliver(harness);
    expect([signs(secret, received()[0]!), signs(fresh, received()[0]!)]).toEqual([true, false]);
    expect((await call('GET', '/rotation')).body).toMatchObject({ secret_id: secretId(secret), running: null });
    expect((await call('POST', '/rotate', { overlap_hours: 24 })).status).toBe(200);
  });

  it('a portal rotation whose overlap has ended cannot be reverted', async () => {
    const { fresh, later } = await givenRotation(1);
    const call = await later();
    const answer = await call('POST', '/rotation/revert');
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_state']);
    expect((await call('GET', '/rotation')).body).toMatchObject({ secret_id: secretId(fresh), running: null });
  });

  it('a portal rotation without an overlap replaces the secret immediately', async () => {
    const { call, fresh } = await givenRotation(0);
    expect((await call('GET', '/rotation')).body).toMatchObject({ secret_id: secretId(fresh), running: null });
  });
});
