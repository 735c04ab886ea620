import { describe, expect, it } from 'vitest';
import { partnerEventTypes } from '../events/rules.ts';
import { givenPortalUser } from '#testing/portal';
import {
  deliver,
  givenEndpoint,
  givenInstitution,
  partnerEvent,
  publishEvents,
  unknownId,
  useDelivering,
} from '../testing.ts';
import { isTaken } from './rehearse-endpoint.ts';

const given = useDelivering();
const h = () => given.current.harness;

/** One event of each type in each mode. */
async function givenWeek(): Promise<string> {
  const institution = await givenInstitution(given.current);
  const events = partnerEventTypes.flatMap((type) =>
    [true, false].map((livemode) =>
      partnerEvent(institution, { type, livemode: livemode || type === 'plan.statement.issued' }),
    ),
  );
  await publishEvents(h(), ...events);
  return institution;
}

describe('the selection of events for an endpoint', () => {
  it('a rehearsal selects events as the deliveries do: every type, mode, payload and selection', async () => {
    const institution = await givenInstitution(given.current);
    const settings = [true, false].flatMap((livemode) =>
      (['thin', 'full'] as const).flatMap((payload) =>
        [[], ['referral.updated', 'plan.enrollment.created']].map((event_types) => ({
          livemode,
          payload,
          event_types,
        })),
      ),
    );
    const endpoints = [];
    for (const one of settings)
      endpoints.push({ ...one, id: (await givenEndpoint(given.current, institution, one)).id });
    const happened = partnerEventTypes.flatMap((type) =>
      [true, false].map((livemode) => partnerEvent(institution, { type, livemode })),
    );
    await publishEvents(h(), ...happened);
    const { rows } = await h().owner.pool.query<{ endpoint_id: string; event_type: string; livemode: boolean }>(
      `select d.endpoint_id, d.event_type, e.livemode from webhooks.deliveries d
       join events.events e on e.id = d.event_id where d.account_id = $1`,
      [institution],
    );
    const made = new Set(rows.map((row) => `${row.endpoint_id} ${row.event_type} ${row.livemode}`));
    const decided = endpoints.flatMap((endpoint) =>
      happened
        .filter((event) => isTaken(endpoint, event))
        .map(({ type, livemode }) => `${endpoint.id} ${type} ${livemode}`),
    );
    expect([made.size, [...made].toSorted()]).toEqual([decided.length, decided.toSorted()]);
    await h().owner.pool.query('delete from webhooks.deliveries where account_id = $1', [institution]);
  });
});

describe('the rehearsal of a change', () => {
  it('a rehearsal counts the last week with the current and the new settings, and describes the difference', async () => {
    const institution = await givenWeek();
    h().clock.advance(3600);
    const { id } = await givenEndpoint(given.current, institution, {
      livemode: true,
      event_types: ['referral.created'],
    });
    const portal = await givenPortalUser(h(), { institutionId: institution, role: 'developer' });
    const rehearse = (body: object, mode: 'live' | 'test' = 'live') =>
      portal.call('POST', `/endpoints/${id}/rehearsal`, { mode, body });
    const { status, body } = await rehearse({ event_types: ['referral.closed', 'referral.canceled'] });
    expect([status, body.total]).toEqual([200, { before: 1, after: 2 }]);
    expect(body.difference).toBe(
      'The last seven days would have brought 2 events instead of 1. New: referral.canceled (+1), referral.closed (+1). No longer: referral.created (−1).',
    );
    expect(
      body.types.map(({ type, before, after }: { type: string; before: number; after: number }) => [
        type,
        before,
        after,
      ]),
    ).toEqual([
      ['referral.canceled', 0, 1],
      ['referral.closed', 0, 1],
      ['referral.created', 1, 0],
    ]);
    expect(JSON.parse(body.types[1].sample)).toMatchObject({ type: 'referral.closed', livemode: true });
    expect((await rehearse({})).body.difference).toBe('The last seven days would have brought the same 1 event.');
    const full = (await rehearse({ payload: 'full', event_types: [] })).body;
    expect(full.difference).toContain('Bodies would be full instead of thin.');
    // The sandbox's membership events come too, and no full text was ever made here.
    expect(full.types.find(({ type }: { type: string }) => type === 'plan.enrollment.created')).toEqual({
      type: 'plan.enrollment.created',
      before: 0,
      after: 2,
      sample: null,
    });
    h().clock.advance(8 * 86_400);
    const later = await givenPortalUser(h(), { institutionId: institution, role: 'developer' });
    const quiet = await later.call('POST', `/endpoints/${id}/rehearsal`, { mode: 'live', body: { event_types: [] } });
    expect([quiet.body.difference, quiet.body.types]).toEqual([
      'The last seven days would have brought the same 0 events.',
      [],
    ]);
  });

  it('a rehearsal is for users who may change endpoints, of their institution and mode', async () => {
    const institution = await givenWeek();
    const { id } = await givenEndpoint(given.current, institution, { livemode: false });
    const foreign = await givenEndpoint(given.current, await givenInstitution(given.current), { livemode: false });
    const portal = await givenPortalUser(h(), { institutionId: institution, role: 'developer' });
    const said = async (endpoint: string, mode: 'live' | 'test' = 'test') => {
      const { status, text } = await portal.call('POST', `/endpoints/${endpoint}/rehearsal`, { mode, body: {} });
      return [status, text.replaceAll(/"request_id":"[^"]*"/g, '').replaceAll(endpoint, '')];
    };
    const nothing = await said(unknownId('whe'));
    expect([nothing[0], await said(foreign.id)]).toEqual([404, nothing]);
    expect((await said(id, 'live'))[0]).toBe(404);
    expect((await said(id))[0]).toBe(200);
    const bad = await portal.call('POST', `/endpoints/${id}/rehearsal`, { body: { event_types: ['nothing'] } });
    expect(bad.status).toBe(400);
    const reader = await givenPortalUser(h(), { institutionId: institution, role: 'read_only' });
    expect((await reader.call('POST', `/endpoints/${id}/rehearsal`, { body: {} })).status).toBe(403);
    await deliver(h());
  });
});
