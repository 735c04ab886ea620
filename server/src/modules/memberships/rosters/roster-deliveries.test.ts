import { describe, expect, it } from 'vitest';
import { createPublisher } from '#modules/webhooks';
import { transact } from '#platform/db';
import { rowsOf, syncLines, syncObject, publishedEventsOf } from '#test/fixtures/rosters';
import { givenPartner } from '#testing/partners';
import { deliver, givenEndpoint, givenSubscribedEndpoint, partnerEvent, useDelivering } from '#testing/webhooks';
import { enrollmentBody } from '../testing.ts';

const given = useDelivering();

/** An institution with an endpoint of that kind, and a key for the sandbox. */
async function givenTelling(payload: 'thin' | 'full', changes: object = {}) {
  const told = await givenSubscribedEndpoint(given.current, { endpoint: { livemode: false, payload, ...changes } });
  const { key } = await givenPartner(given.current.harness, { institutionId: told.institution });
  return { ...told, key };
}

describe("a roster's changes", () => {
  it.each(['thin', 'full'] as const)(
    'each change is delivered once to an endpoint with %s payloads',
    async (payload) => {
      const { harness } = given.current;
      const { key, institution, received } = await givenTelling(payload);
      // More than one page of changes.
      const roster = rowsOf(600, { external_ref: 'loan-1' });
      await syncLines(harness, key, { roster });
      const [gone, changed, ...rest] = roster;
      await syncLines(harness, key, { roster: [{ ...changed, external_ref: 'loan-2' }, ...rest, enrollmentBody()] });
      await deliver(harness);
      const bodies = received().map(({ body }) => JSON.parse(body));
      const told = await publishedEventsOf(harness, institution);
      expect(told).toHaveLength(603);
      const kinds = bodies.map(({ type, data }) => ({
        type,
        enrollmentId: data.enrollment.id,
        status: data.enrollment.status,
      }));
      const text = (one: object) => JSON.stringify(one);
      expect(kinds.map(text).toSorted()).toEqual(told.map(text).toSorted());
      expect(new Set(bodies.map(({ id }) => id)).size).toBe(603);
      const canceled = bodies.find(({ type }) => type === 'plan.enrollment.canceled');
      const { vin } = gone!.vehicle;
      expect(canceled.data.enrollment.vehicle?.vin).toBe(payload === 'full' ? vin : undefined);
      expect(canceled.data.enrollment).toMatchObject({ status: 'canceled', external_ref: 'loan-1', test: true });
      expect(text(bodies).includes(vin)).toBe(payload === 'full');
    },
  );

  it('the changes are stored as skipped for a disabled endpoint, and not stored for one that selected other types', async () => {
    const { harness } = given.current;
    const { key, institution, change, listed } = await givenTelling('thin');
    const other = await givenEndpoint(given.current, institution, {
      livemode: false,
      event_types: ['referral.created'],
    });
    await change({ status: 'disabled' });
    await syncObject(harness, key, { roster: rowsOf(3) });
    expect((await listed()).map(({ state }) => state)).toEqual(['skipped', 'skipped', 'skipped']);
    const { rows } = await harness.ctx.db.pool.query('select from webhooks.deliveries where endpoint_id = $1', [
      other.id,
    ]);
    expect(rows).toEqual([]);
  });

  it('the changes are delivered to thin and full endpoints together, and in a dry run to none', async () => {
    const { harness } = given.current;
    const { key, institution, received } = await givenTelling('thin');
    const url = `https://${given.current.receiver.host}/${crypto.randomUUID()}`;
    await givenEndpoint(given.current, institution, { url, livemode: false, payload: 'full' });
    await syncObject(harness, key, { roster: rowsOf(4), mode: 'dry_run' });
    await deliver(harness);
    expect(given.current.receiver.received).toEqual([]);
    await syncObject(harness, key, { roster: rowsOf(4) });
    await deliver(harness);
    expect([received().length, given.current.receiver.received.length]).toEqual([4, 8]);
  });

  it('the changes skip a full-payload endpoint created while they are published, if there was none before', async () => {
    const { harness } = given.current;
    const { institution, received } = await givenTelling('thin');
    await transact(harness.ctx, async (tx) => {
      const tell = await createPublisher(tx, institution);
      await givenEndpoint(given.current, institution, { livemode: false, payload: 'full' });
      tell([partnerEvent(institution, { type: 'plan.enrollment.created', livemode: false })]);
    });
    await deliver(harness);
    expect([received().length, given.current.receiver.received.length]).toEqual([1, 1]);
  });
});
