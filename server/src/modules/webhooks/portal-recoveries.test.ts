import { describe, expect, it } from 'vitest';
import { givenPortalUser } from '#testing/portal';
import { continueRecovery } from './recovery/recovery.ts';
import type { DeliverySummary } from './history/portal-schemas.ts';
import { deliver, givenSubscribedEndpoint, partnerEvent, publishEvents, useDelivering } from './testing.ts';

const given = useDelivering();

const live = { mode: 'live' } as const;

/** A live endpoint of an institution, and a developer of it who just entered a code. */
async function givenDeveloper() {
  const { harness } = given.current;
  const hooks = await givenSubscribedEndpoint(given.current);
  const portal = await givenPortalUser(harness, { role: 'developer', institutionId: hooks.institution, fresh: true });
  const search = async (query: string): Promise<DeliverySummary[]> =>
    (await portal.call('GET', `/deliveries${query}`, live)).body.data;
  return { harness, hooks, portal, search };
}

describe('a recovery in the portal', () => {
  /** An endpoint that was disabled during so many events, half of them of another type. */
  async function givenMissed(count: number) {
    const developer = await givenDeveloper();
    const { harness, hooks, portal } = developer;
    const since = harness.clock.now().toISOString();
    await hooks.change({ status: 'disabled' });
    await hooks.publish(count);
    harness.clock.advance(1);
    await publishEvents(
      harness,
      ...Array.from({ length: count }, () => partnerEvent(hooks.institution, { type: 'referral.closed' })),
    );
    harness.clock.advance(1);
    await hooks.change({ status: 'enabled' });
    const path = `/endpoints/${hooks.id}/recoveries`;
    const send = (suffix: string, body: object = {}) =>
      portal.call('POST', `${path}${suffix}`, { ...live, body: { since, ...body } });
    return { ...developer, since, send, list: async () => (await portal.call('GET', path, live)).body.data, path };
  }

  async function recoverAll(): Promise<void> {
    while ((await continueRecovery(given.current.harness.ctx, 3)) > 0);
  }

  it('a portal recovery restores exactly what its preview has counted, by types and states', async () => {
    const { harness, hooks, send, list, search } = await givenMissed(4);
    const chosen = { event_types: ['referral.closed'], states: ['skipped'] };
    const all = await send('/preview');
    const preview = await send('/preview', chosen);
    expect([all.body.total, preview.status, preview.body.total]).toEqual([8, 200, 4]);
    expect(preview.body.samples).toHaveLength(4);
    expect(preview.body.samples[0]).toMatchObject({ type: 'referral.closed', state: 'skipped' });
    expect([preview.body.oldest, preview.body.newest]).toEqual([
      preview.body.samples[0].created_at,
      preview.body.samples[3].created_at,
    ]);
    const started = await send('', chosen);
    expect([started.status, started.body.data[0]]).toEqual([
      200,
      expect.objectContaining({ status: 'running', total: 4 }),
    ]);
    await recoverAll();
    expect((await search('?state=pending')).map(({ type }) => type)).toEqual(
      Array.from({ length: 4 }, () => 'referral.closed'),
    );
    expect(await list()).toMatchObject([{ status: 'done', total: 4, recovered: 4 }]);
    await deliver(harness);
    expect(hooks.received()).toHaveLength(4);
    await recoverAll();
    expect((await send('/preview', chosen)).body.total).toBe(0);
  });

  it('a portal recovery runs one at a time, paced, and can be stopped; queued deliveries are still made', async () => {
    const { harness, hooks, portal, send, list, path, search } = await givenMissed(3);
    await send('', { per_minute: 60 });
    const second = await send('');
    expect([second.status, second.body.detail]).toEqual([
      409,
      'A recovery of this endpoint is running; stop it or wait for its end.',
    ]);
    await recoverAll();
    await recoverAll();
    expect(await list()).toMatchObject([{ status: 'running', recovered: 1, per_minute: 60 }]);
    harness.clock.advance(1);
    await recoverAll();
    expect(await search('?state=pending')).toHaveLength(2);
    const [{ id }] = await list();
    const stop = () => portal.call('POST', `${path}/${id}/stop`, live);
    expect((await stop()).body.data).toMatchObject([{ status: 'stopped', recovered: 2, recovered_per_minute: 120 }]);
    expect([(await stop()).status, (await portal.call('POST', `${path}/${id}/stop`)).status]).toEqual([409, 404]);
    harness.clock.advance(60);
    await recoverAll();
    await deliver(harness);
    expect(hooks.received()).toHaveLength(2);
    expect((await send('')).status).toBe(200);
  });

  it('previews, rehearsals and comparisons add no row to the audit trail', async () => {
    const { harness, hooks, portal, send } = await givenMissed(1);
    const [from, to] = [-60_000, 60_000].map((ms) => new Date(harness.clock.now().getTime() + ms).toISOString());
    const asked = [
      await send('/preview'),
      await portal.call('POST', `/endpoints/${hooks.id}/rehearsal`, { ...live, body: { event_types: [] } }),
      await portal.call('POST', '/events/reconcile', {
        ...live,
        body: { received: 'evt_unknown', created_from: from, created_to: to },
      }),
    ];
    expect(asked.map(({ status }) => status)).toEqual([200, 200, 200]);
    const text =
      "select operation from audit.entries where institution_id = $1 and operation ~ 'preview|rehearse|reconcile'";
    expect(await harness.ctx.db.seeing('all').many({ text, values: [portal.institutionId] })).toEqual([]);
  });

  it('a portal recovery ends when its endpoint was deleted in the meantime', async () => {
    const { hooks, send, portal, path } = await givenMissed(2);
    await send('');
    await hooks.remove();
    await recoverAll();
    await recoverAll();
    const rows = await given.current.harness.ctx.db.pool.query(
      'select status from webhooks.recoveries where endpoint_id = $1',
      [hooks.id],
    );
    expect(rows.rows).toEqual([{ status: 'stopped' }]);
    expect([(await portal.call('GET', path, live)).status, (await send('/preview')).status]).toEqual([404, 404]);
  });

  it('a portal recovery of live deliveries needs a fresh code, and bad scopes are refused', async () => {
    const { harness, hooks, send, since } = await givenMissed(1);
    const stale = await givenPortalUser(harness, { role: 'developer', institutionId: hooks.institution });
    const answer = await stale.call('POST', `/endpoints/${hooks.id}/recoveries`, { ...live, body: { since } });
    expect([answer.status, answer.body.code]).toEqual([403, 'fresh_code_required']);
    for (const bad of [{ since: 'x' }, { states: ['pending'] }, { per_minute: 0 }, { event_types: 'all' }, { more: 1 }])
      expect((await send('', bad)).status).toBe(400);
  });
});
