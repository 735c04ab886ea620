import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { dayOf } from '#lib/time/dates';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral } from '#testing/referrals';
import { givenEnrollment } from '#testing/memberships';
import { deliver, givenSubscribedEndpoint, useDelivering } from '#testing/webhooks';
import { until } from '#test/until';
import { newId } from '#lib/tokens/ids';
import { loggedEvent, makeSeals, writeEvents } from '../events/testing.ts';

const given = useDelivering();
const h = () => given.current.harness;
const newest = async (
  portal: Awaited<ReturnType<typeof givenPortalUser>>,
  query = '',
  mode: 'test' | 'live' = 'test',
) => (await portal.call('GET', `/events${query}`, { mode })).body;

/** A user of an institution whose log has these events; complete, so that they are listed. */
async function givenLog(count: number, changes: Parameters<typeof loggedEvent>[1] = {}) {
  const portal = await givenPortalUser(h(), { role: 'developer' });
  const ids = await writeEvents(
    h(),
    ...Array.from({ length: count }, () => loggedEvent(portal.institutionId, changes)),
  );
  const mode = changes.livemode === true ? ('live' as const) : ('test' as const);
  await until(
    'the log',
    async () => (await newest(portal, '?limit=100', mode)).data.length >= Math.min(count, 100),
    60_000,
  );
  return { portal, ids, mode };
}

describe('the log in the portal', () => {
  it('the portal lists the log in order, newest first, by type, object and time, page by page', async () => {
    const { portal, ids } = await givenLog(7);
    const [closed = ''] = await writeEvents(
      h(),
      loggedEvent(portal.institutionId, { type: 'referral.closed', subjectId: 'ref_0000000000000000000000aa' }),
    );
    await until('the last', async () => (await newest(portal)).data[0]?.id === closed, 60_000);
    const all = [...ids, closed];
    const read = async (query: string): Promise<string[]> =>
      (await newest(portal, query)).data.map(({ id }: { id: string }) => id);
    expect(await read('')).toEqual(all.toReversed());
    expect(await read('?order=asc')).toEqual(all);
    expect(await read('?type=referral.closed')).toEqual([closed]);
    expect(await read('?object_id=ref_0000000000000000000000aa')).toEqual([closed]);
    const now = h().clock.now().toISOString();
    expect(await read(`?created_to=${now}`)).toEqual([]);
    expect(await read(`?created_from=${now}&type=referral.created`)).toHaveLength(7);
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { data: { id: string }[]; next_cursor: string | null } = await newest(
        portal,
        `?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      pages.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    }
    expect(pages).toEqual(all.toReversed());
    // Reading forward always returns a cursor, so that a client that follows it misses nothing and gets nothing twice.
    const end = await newest(portal, '?order=asc');
    expect([end.has_more, typeof end.next_cursor]).toEqual([false, 'string']);
    const later = await newest(portal, `?order=asc&cursor=${end.next_cursor}`);
    expect([later.data, later.next_cursor]).toEqual([[], end.next_cursor]);
  });

  it("the portal's log refuses unknown parameters", async () => {
    const portal = await givenPortalUser(h(), { role: 'developer' });
    for (const query of ['?type=nothing', '?limit=0', '?cursor=x', '?created_from=today', '?unknown=1']) {
      expect([query, (await portal.call('GET', `/events${query}`)).status]).toEqual([query, 400]);
    }
  });

  it("the portal's log is for roles that may read events", async () => {
    const { portal } = await givenLog(1);
    const finance = await givenPortalUser(h(), { role: 'finance', institutionId: portal.institutionId });
    for (const path of ['/events', '/events/seals', `/events/${newId('evt', h().clock.now())}`]) {
      expect([path, (await finance.call('GET', path)).status]).toEqual([path, 403]);
      const nobody = await h().call('GET', `/api/portal/v1/${portal.institutionId}/test${path}`);
      expect([path, nobody.status]).toEqual([path, 401]);
    }
  });
});

describe('an event in the portal', () => {
  it('an event is shown as it was sent, with its current object and its deliveries', async () => {
    const { harness } = given.current;
    const told = await givenSubscribedEndpoint(given.current, { endpoint: { livemode: false } });
    const { key } = await givenPartner(harness, { institutionId: told.institution });
    const referral = await givenReferral(harness, key, { external_ref: 'as it was' });
    await deliver(harness);
    const portal = await givenPortalUser(harness, { role: 'read_only', institutionId: told.institution });
    await until('the log', async () => (await newest(portal)).data.length > 0, 60_000);
    const event = (await newest(portal, '?type=referral.created')).data[0];
    await harness.call('PATCH', `/api/gap/v1/referrals/${referral.id}`, {
      token: key,
      body: { external_ref: 'as it is now' },
    });
    const { status, body } = await portal.call('GET', `/events/${event.id}`);
    expect([status, body.type, body.object_id, body.masked]).toEqual([200, 'referral.created', referral.id, false]);
    expect(body.body).toBe(told.received().find((one) => JSON.parse(one.body).id === event.id)?.body);
    expect(JSON.parse(body.body).data.referral.external_ref).toBe('as it was');
    expect(JSON.parse(body.current)).toMatchObject({ id: referral.id, external_ref: 'as it is now' });
    expect(body.deliveries).toMatchObject([{ endpoint_id: told.id, state: 'succeeded', attempts: 1, status: 204 }]);
    const { body: enrolled } = { body: await givenEnrollment(harness, key) };
    await until(
      'the enrollment',
      async () => (await newest(portal, `?object_id=${enrolled.id}`)).data.length > 0,
      60_000,
    );
    const plan = (await newest(portal, `?object_id=${enrolled.id}`)).data[0];
    const detail = await portal.call('GET', `/events/${plan.id}`);
    expect(JSON.parse(detail.body.current)).toMatchObject({ id: enrolled.id, object: 'gap.enrollment' });
  });

  it('an event of another institution or mode gets the same not-found answer as an unknown one', async () => {
    const own = await givenLog(1);
    const [foreign, live] = [await givenLog(1), await givenLog(1, { livemode: true })];
    const unknown = newId('evt', h().clock.now());
    const ask = async (id: string) => {
      const { status, text: said } = await own.portal.call('GET', `/events/${id}`);
      return [status, said.replaceAll(/"request_id":"[^"]*"/g, '').replaceAll(id, '')];
    };
    const answer = await ask(unknown);
    expect(answer[0]).toBe(404);
    for (const id of [...foreign.ids, 'evt_x', 'ref_1', ...live.ids]) expect(await ask(id)).toEqual(answer);
    const other = await live.portal.call('GET', `/events/${live.ids[0]}`, { mode: 'test' });
    expect(other.status).toBe(404);
    expect((await live.portal.call('GET', `/events/${live.ids[0]}`, { mode: 'live' })).status).toBe(200);
  });

  it('an event has no contacts in live mode for roles that may not see them', async () => {
    const { harness } = given.current;
    const { key, institutionId } = await givenPartner(harness, { livemode: true });
    const canary = 'Canaryname';
    const referral = await givenReferral(harness, key, {
      borrower: { first_name: canary, last_name: 'Synthetic', email: 'canary-contact@example.com' },
    });
    const shown = async (role: 'developer' | 'operations') => {
      const portal = await givenPortalUser(harness, { role, institutionId });
      await until('the log', async () => (await newest(portal, '', 'live')).data.length > 0, 60_000);
      const { id } = (await newest(portal, `?object_id=${referral.id}`, 'live')).data[0];
      return portal.call('GET', `/events/${id}`, { mode: 'live' });
    };
    const [open, masked] = [await shown('operations'), await shown('developer')];
    expect([open.status, open.body.masked, open.text.includes(canary)]).toEqual([200, false, true]);
    expect([masked.status, masked.body.masked]).toEqual([200, true]);
    expect(masked.text).not.toMatch(/Canaryname|canary-contact/i);
    expect(JSON.parse(masked.body.current)).toMatchObject({ id: referral.id, status: 'invited' });
    // A token has no more rights than it was created with, whatever the role of its user.
    const owner = await givenPortalUser(harness, { institutionId, fresh: true });
    const ask = async (...permissions: string[]) => {
      const wanted = { label: 'synthetic', permissions, modes: ['live'], expires_in_days: 1 };
      const { token } = (await owner.call('POST', '/tokens', { body: wanted })).body;
      return harness.call('GET', `/api/portal/v1/${institutionId}/live/events/${open.body.id}`, { token });
    };
    const [narrow, wide] = [await ask('events.read'), await ask('events.read', 'contacts.read')];
    expect([narrow.body.masked, narrow.text.includes(canary)]).toEqual([true, false]);
    expect([wide.body.masked, wide.text.includes(canary)]).toEqual([false, true]);
  });
});

/** Runs a receiver's command, with the events of a day as its input. */
async function run(command: string, args: readonly string[], input: string): Promise<string> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(input);
  return (await text(child.stdout)).trim();
}

describe('digests in the portal', () => {
  it("a day's digest can be computed by our examples: TypeScript, Python and SQL", async () => {
    const harness = h();
    const today = dayOf(harness.clock.now());
    const { portal } = await givenLog(40);
    const events: string[] = [];
    for (const { id } of (await newest(portal, '?limit=100')).data) {
      events.push((await portal.call('GET', `/events/${id}`)).body.body);
    }
    harness.clock.advance(86_400);
    await until('the seals', async () => (await makeSeals(harness.ctx)).waiting === 0, 60_000);
    const again = await givenPortalUser(harness, { role: 'developer', institutionId: portal.institutionId });
    const { status, body } = await again.call('GET', '/events/seals?limit=5');
    const seal = body.data.find(({ day }: { day: string }) => day === today);
    expect([status, seal.status, seal.count]).toEqual([200, 'sealed', 40]);
    const input = [...events, events[0]].join('\n');
    const said = `${seal.count} ${seal.sha256}`;
    expect(await run(process.execPath, ['sdk/examples/seal/seal.ts', today], input)).toBe(said);
    expect(await run('python3', ['sdk/examples/seal/seal.py', today], input)).toBe(said);
    const client = await harness.owner.pool.connect();
    try {
      await client.query('create temporary table received_events (id text, created_at timestamptz)');
      await client.query(
        `insert into received_events select value->>'id', (value->>'created_at')::timestamptz from json_array_elements($1)`,
        [`[${events.join(',')}]`],
      );
      const statement = (await readFile('sdk/examples/seal/seal.sql', 'utf8'))
        .replace('2026-11-15', today)
        .replace('2026-11-16', dayOf(harness.clock.now()));
      expect((await client.query(statement)).rows).toEqual([{ count: '40', sha256: seal.sha256 }]);
    } finally {
      await client.query('drop table if exists received_events');
      client.release();
    }
  });
});

describe('reconciling in the portal', () => {
  const window = () => ({
    created_from: new Date(h().clock.now().getTime() - 86_400_000).toISOString(),
    created_to: new Date(h().clock.now().getTime() + 86_400_000).toISOString(),
  });

  it('reconciling finds missing events, and sends them to a chosen endpoint', async () => {
    const { harness } = given.current;
    const told = await givenSubscribedEndpoint(given.current, {});
    await told.publish(6);
    await deliver(harness);
    const portal = await givenPortalUser(harness, { role: 'developer', institutionId: told.institution, fresh: true });
    await until('the log', async () => (await newest(portal, '', 'live')).data.length === 6, 60_000);
    const ids: string[] = (await newest(portal, '?order=asc', 'live')).data.map(({ id }: { id: string }) => id);
    given.current.receiver.received.length = 0;
    const { status, body } = await portal.call('POST', '/events/reconcile', {
      mode: 'live',
      body: { received: ids.slice(2).join('\n'), ...window() },
    });
    expect([status, body.ours, body.matched, body.missing.count]).toEqual([200, 6, 4, 2]);
    const missing = body.missing.data.map(({ id }: { id: string }) => id);
    expect(missing).toEqual(ids.slice(0, 2));
    const path = `/endpoints/${told.id}/recover-events`;
    const begun = await portal.call('POST', path, { mode: 'live', body: { event_ids: missing } });
    expect([begun.status, begun.body.status, begun.body.total]).toEqual([200, 'running', 2]);
    const progress = await portal.call('GET', `${path}/${begun.body.id}`, { mode: 'live' });
    expect([progress.status, progress.body.recovered]).toEqual([200, 0]);
    const stale = await givenPortalUser(harness, { role: 'developer', institutionId: told.institution });
    const refused = await stale.call('POST', path, { mode: 'live', body: { event_ids: missing } });
    expect([refused.status, refused.body.code]).toEqual([403, 'fresh_code_required']);
    const reader = await givenPortalUser(harness, { role: 'read_only', institutionId: told.institution, fresh: true });
    expect((await reader.call('POST', path, { mode: 'live', body: { event_ids: missing } })).status).toBe(403);
  });

  it('reconciling refuses bodies that are too large or invalid', async () => {
    const portal = await givenPortalUser(h(), { role: 'developer' });
    const ask = (body: object) => portal.call('POST', '/events/reconcile', { body });
    expect((await ask({ received: 'evt_1' })).status).toBe(400);
    expect((await ask({ received: 'x'.repeat(4 * 1024 * 1024 + 1), ...window() })).status).toBe(400);
    expect((await ask({ received: 'x'.repeat(6 * 1024 * 1024), ...window() })).status).toBe(413);
    expect((await ask({ received: '', ...window(), types: [] })).status).toBe(400);
    const large = `${newId('evt', h().clock.now())}\n`.repeat(100_000);
    const answer = await ask({ received: large, ...window() });
    expect([answer.status, answer.body.received.ids, answer.body.unknown.count]).toEqual([200, 1, 1]);
  });
});
