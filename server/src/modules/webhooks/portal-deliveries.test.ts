import { describe, expect, it } from 'vitest';
import { givenPortalUser } from '#testing/portal';
import { maintainHistory } from './history/maintain-history.ts';
import type { AttemptView, DeliverySummary } from './history/portal-schemas.ts';
import {
  deliver,
  deliverUntilExhausted,
  givenSubscribedEndpoint,
  partnerEvent,
  publishEvents,
  unknownId,
  useDelivering,
} from './testing.ts';

const given = useDelivering();

const live = { mode: 'live' } as const;

/** A live endpoint of an institution, and a developer of it. */
async function givenDeveloper(
  role: 'developer' | 'owner' | 'read_only' | 'finance' = 'developer',
  endpoint: object = {},
) {
  const { harness } = given.current;
  const hooks = await givenSubscribedEndpoint(given.current, { endpoint });
  const portal = await givenPortalUser(harness, { role, institutionId: hooks.institution, fresh: true });
  const search = async (query = ''): Promise<DeliverySummary[]> => {
    const { status, text, body } = await portal.call('GET', `/deliveries${query}`, live);
    if (status !== 200) throw new Error(`${query}: ${status} ${text}`);
    return body.data;
  };
  return { harness, hooks, portal, search };
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

describe('deliveries in the portal', () => {
  it('portal deliveries are found by state, endpoint, type, event, object, status and time, newest first, page by page', async () => {
    const { harness, hooks, portal, search } = await givenDeveloper();
    given.current.receiver.answer((request, response) =>
      response.writeHead(request.headers['x-service-event'] === 'referral.closed' ? 503 : 204).end(),
    );
    const closed = partnerEvent(hooks.institution, { type: 'referral.closed' });
    await hooks.publish(3);
    harness.clock.advance(60);
    const between = harness.clock.now().toISOString();
    await publishEvents(harness, closed);
    await deliver(harness);
    const all = await search();
    expect(all.map(({ type, state }) => [type, state])).toEqual([
      ['referral.closed', 'pending'],
      ...Array.from({ length: 3 }, () => ['referral.created', 'succeeded']),
    ]);
    const [failed, ...arrived] = all;
    expect(failed).toMatchObject({ attempts: 1, last_attempt: { status: 503 }, next_attempt_at: expect.any(String) });
    const found: Record<string, DeliverySummary[]> = {
      'state=pending': [failed!],
      'state=succeeded': arrived,
      'type=referral.closed': [failed!],
      'status=5xx': [failed!],
      'status=2xx': arrived,
      'status=none': [],
      [`object_id=${closed.subjectId}`]: [failed!],
      [`event_id=${failed!.event_id}`]: [failed!],
      [`event_id=${failed!.event_id}&status=2xx`]: [],
      [`endpoint_id=${hooks.id}&since=${between}`]: [failed!],
      [`until=${between}`]: arrived,
      [`endpoint_id=${unknownId('whe')}`]: [],
    };
    for (const [query, rows] of Object.entries(found))
      expect([query, idsOf(await search(`?${query}`))]).toEqual([query, idsOf(rows)]);

    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const path: string = `/deliveries?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body } = await portal.call('GET', path, live);
      pages.push(...idsOf(body.data));
      cursor = body.next_cursor;
    }
    expect(pages).toEqual(idsOf(all));
    for (const bad of ['state=lost', 'status=200', 'since=yesterday', 'limit=1000', 'cursor=x', 'other=1'])
      expect([bad, (await portal.call('GET', `/deliveries?${bad}`, live)).status]).toEqual([bad, 400]);
  });

  it('portal deliveries show each request exactly as it was sent, even after the address and the secret have changed', async () => {
    const { harness, hooks, portal, search } = await givenDeveloper();
    const { receiver } = given.current;
    const raw: { readonly delivery: unknown; readonly headers: string[] }[] = [];
    receiver.answer((request, response) => {
      raw.push({ delivery: request.headers['x-service-delivery'], headers: request.rawHeaders });
      const moved = request.url?.startsWith('/moved') === true;
      response.writeHead(moved ? 200 : 500).end(`synthetic answer ${moved ? 2 : 1}`);
    });
    await hooks.publish(1);
    await deliver(harness);
    await portal.call('PATCH', `/endpoints/${hooks.id}`, {
      ...live,
      body: { url: `https://${receiver.host}/moved?to=here` },
    });
    await portal.call('POST', `/endpoints/${hooks.id}/rotate`, { ...live, body: { overlap_hours: 0 } });
    harness.clock.advance(120);
    await deliver(harness);
    await portal.call('POST', `/endpoints/${hooks.id}/rotate`, { ...live, body: { overlap_hours: 0 } });
    const [{ id = '' } = {}] = await search();
    const { status, body } = await portal.call('GET', `/deliveries/${id}`, live);
    expect(status).toBe(200);
    expect(body.body).toBe(hooks.received()[0]?.body);
    const attempts: AttemptView[] = body.attempts;
    expect(attempts.map((attempt) => attempt.request?.headers.flatMap(({ name, value }) => [name, value]))).toEqual(
      raw.filter(({ delivery }) => delivery === id).map(({ headers }) => headers),
    );
    expect(attempts.map((attempt) => new URL(attempt.request?.url ?? '').pathname)).toEqual([
      expect.stringMatching(/^\/[0-9a-f-]{36}$/),
      '/moved',
    ]);
    expect(attempts.map(({ status: code, answer, address }) => [code, answer, address])).toEqual([
      [500, 'synthetic answer 1', '127.0.0.1'],
      [200, 'synthetic answer 2', '127.0.0.1'],
    ]);
    const [first, second] = attempts.map(({ request }) => request?.signed_by);
    expect(first).toMatch(/^[0-9a-f]{8}$/);
    expect(second).not.toBe(first);
    expect(attempts[0]?.advice).toContain('Your server failed');
    expect(Object.keys(attempts[0]?.timings ?? {}).toSorted()).toEqual(['connect', 'dns', 'firstByte', 'tls']);
  });

  it('portal deliveries of live borrowers have no contacts for a role that may not see them, in the body and in the answer', async () => {
    const { harness, hooks, portal, search } = await givenDeveloper('developer', {
      payload: 'full',
      secret_kind: 'gap',
    });
    const owner = await givenPortalUser(harness, { role: 'owner', institutionId: hooks.institution });
    // A receiver that echoes the request, as some do.
    given.current.receiver.answer((_request, response) => {
      response.writeHead(200).end(`stored ${given.current.receiver.received.at(-1)?.body ?? ''}`);
    });
    const referral = {
      id: 'ref_synthetic',
      status: 'invited',
      borrower: {
        first_name: 'Canaryfirst',
        last_name: 'Canarylast',
        email: 'canary@example.com',
        phone: '+15035550142',
      },
      vehicle: { vin: 'CANARYVIN12345678', year: 2021, make: 'Synthetic', model: 'Car' },
      added_later: { note: 'Canarynote' },
    };
    await publishEvents(
      harness,
      partnerEvent(hooks.institution, { thin: { referral: { id: referral.id } }, full: { referral } }),
    );
    await deliver(harness);
    const [{ id = '' } = {}] = await search();
    const masked = await portal.call('GET', `/deliveries/${id}`, live);
    expect([masked.status, masked.body.masked]).toEqual([200, true]);
    expect(masked.text).not.toMatch(/canary|5550142/i);
    expect(JSON.parse(masked.body.body).data.referral).toMatchObject({
      id: 'ref_synthetic',
      status: 'invited',
      vehicle: { year: 2021 },
    });
    const whole = await owner.call('GET', `/deliveries/${id}`, live);
    expect([whole.body.masked, JSON.parse(whole.body.body).data.referral]).toEqual([false, referral]);
    expect(whole.body.attempts[0].answer).toContain('Canaryfirst');
  });

  it('portal deliveries are resent together, and those that cannot be are listed', async () => {
    const { harness, hooks, portal, search } = await givenDeveloper();
    await hooks.publish(3);
    await deliver(harness);
    const ids = idsOf(await search());
    const strange = unknownId('dlv');
    const { status, body } = await portal.call('POST', '/deliveries/resend', {
      ...live,
      body: { delivery_ids: [...ids, strange] },
    });
    expect([status, body.resent.length, body.refused]).toEqual([200, 3, [strange]]);
    await deliver(harness);
    const events = hooks.received().map((request) => JSON.parse(request.body).id);
    expect([events.length, new Set(events).size]).toEqual([6, 3]);
    for (const delivery_ids of [[], [ids[0], ids[0]], Array.from({ length: 501 }, (_none, n) => `dlv_${n}`), 'x'])
      expect((await portal.call('POST', '/deliveries/resend', { ...live, body: { delivery_ids } })).status).toBe(400);
    await hooks.remove();
    const gone = await portal.call('POST', '/deliveries/resend', { ...live, body: { delivery_ids: ids } });
    expect([gone.body.resent, gone.body.refused]).toEqual([[], ids]);
    expect(idsOf(await search())).toEqual(expect.arrayContaining(ids));
  });

  it('portal deliveries of another institution or mode get the same answer as an unknown id, byte for byte', async () => {
    const { harness, hooks, portal, search } = await givenDeveloper();
    await hooks.publish(1);
    await deliver(harness);
    const [{ id = '' } = {}] = await search();
    const stranger = await givenPortalUser(harness, { role: 'owner', fresh: true });
    const withoutIds = (text: string) => text.replaceAll(/"(instance|request_id)":"[^"]*"/g, '');
    const unknown = await portal.call('GET', `/deliveries/${unknownId('dlv')}`, live);
    for (const answer of [
      await stranger.call('GET', `/deliveries/${id}`, live),
      await portal.call('GET', `/deliveries/${id}`, { mode: 'test' }),
    ])
      expect([answer.status, withoutIds(answer.text)]).toEqual([404, withoutIds(unknown.text)]);
    expect((await portal.call('GET', '/deliveries', { mode: 'test' })).body.data).toEqual([]);
    const other = await portal.call('POST', '/deliveries/resend', { mode: 'test', body: { delivery_ids: [id] } });
    expect(other.body.refused).toEqual([id]);
  });

  it('portal deliveries are for roles that may see them, and need a session', async () => {
    const { harness, hooks } = await givenDeveloper();
    const as = async (role: 'read_only' | 'finance') =>
      givenPortalUser(harness, { role, institutionId: hooks.institution, fresh: true });
    const [reader, accountant] = [await as('read_only'), await as('finance')];
    const resend = { ...live, body: { delivery_ids: [unknownId('dlv')] } };
    expect((await reader.call('GET', '/deliveries', live)).status).toBe(200);
    for (const answer of [
      await accountant.call('GET', '/deliveries', live),
      await reader.call('POST', '/deliveries/resend', resend),
      await reader.call('POST', `/endpoints/${hooks.id}/recoveries`, {
        ...live,
        body: { since: '2026-01-01T00:00:00Z' },
      }),
    ])
      expect([answer.status, answer.body.code]).toEqual([403, 'role_required']);
    expect((await reader.call('GET', '/deliveries', { ...live, headers: { cookie: '' } })).status).toBe(401);
  });
});

it('deleted endpoints are removed once their deliveries are gone, and a second run changes nothing', async () => {
  const { harness, hooks } = await givenDeveloper();
  await hooks.publish(1);
  await deliverUntilExhausted(harness);
  await hooks.remove();
  // The previous session has ended.
  const portal = await givenPortalUser(harness, { role: 'developer', institutionId: hooks.institution });
  const search = async () => (await portal.call('GET', '/deliveries', live)).body.data;
  const known = async () =>
    (await harness.ctx.db.pool.query('select 1 from webhooks.deleted_endpoints where id = $1', [hooks.id])).rowCount;
  await maintainHistory(harness.ctx);
  expect([await known(), (await search()).length]).toEqual([1, 1]);
  harness.clock.advance(34 * 86_400);
  await maintainHistory(harness.ctx);
  await maintainHistory(harness.ctx);
  expect(await known()).toBe(0);
});
