import { describe, expect, it } from 'vitest';
import { addDays } from '#lib/time/dates';
import { newId } from '#lib/tokens/ids';
import type { PartnerEventType } from '../events/rules.ts';
import { deliver, dying, givenSubscribedEndpoint, partnerEvent, publishEvents, useDelivering } from '../testing.ts';
import {
  continueEventRecovery,
  getEventRecovery,
  listEventDeliveries,
  purgeEventRecoveries,
} from './event-recovery.ts';
import { recoverEvents } from './recover-events.ts';

const given = useDelivering();

async function recoverAll(limit = 100): Promise<void> {
  while ((await continueEventRecovery(given.current.harness.ctx, limit)) > 0);
}

/** An endpoint and events that it has acknowledged. */
async function givenDelivered(count: number, endpoint: object = {}, type: PartnerEventType = 'referral.created') {
  const { harness } = given.current;
  const told = await givenSubscribedEndpoint(given.current, { endpoint });
  const events = Array.from({ length: count }, () => partnerEvent(told.institution, { type }));
  await publishEvents(harness, ...events);
  await deliver(harness);
  const { rows } = await harness.owner.pool.query<{ id: string; thin: string }>(
    'select id, thin from events.events where account_id = $1 order by place',
    [told.institution],
  );
  given.current.receiver.received.length = 0;
  const key = { accountId: told.institution, livemode: true, id: told.id };
  return { ...told, key, ids: rows.map(({ id }) => id), texts: rows.map(({ thin }) => thin) };
}

const idsOf = (requests: readonly { body: string }[]) => requests.map(({ body }) => JSON.parse(body).id as string);
const recover = (key: Parameters<typeof recoverEvents>[1], eventIds: readonly string[], dryRun = false) =>
  recoverEvents(given.current.harness.ctx, key, { eventIds, dryRun });

describe('sending named events again', () => {
  it('recovery sends exactly the named events, byte for byte, whatever their earlier results, and shows its progress', async () => {
    const { harness } = given.current;
    const { key, ids, texts, received } = await givenDelivered(12);
    const wanted = ids.slice(3, 10);
    expect(await recover(key, wanted, true)).toMatchObject({ id: null, status: 'dry_run', total: 7, recovered: 0 });
    await recoverAll();
    await deliver(harness);
    expect(received()).toEqual([]);
    const begun = await recover(key, wanted);
    expect(begun).toMatchObject({ status: 'running', total: 7, recovered: 0 });
    const progress = () => getEventRecovery(harness.ctx, key, begun.id ?? '');
    await continueEventRecovery(harness.ctx, 3);
    expect(await progress()).toMatchObject({ status: 'running', total: 7, recovered: 3, finished_at: null });
    await expect(continueEventRecovery(dying(harness.ctx), 3)).rejects.toThrow('killed');
    expect(await progress()).toMatchObject({ recovered: 3 });
    await recoverAll(3);
    expect(await progress()).toMatchObject({ status: 'done', recovered: 7, finished_at: expect.any(String) });
    await recoverAll(3);
    await deliver(harness);
    expect(idsOf(received()).toSorted()).toEqual(wanted.toSorted());
    expect(
      received()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(texts.slice(3, 10).toSorted());
    const made = await listEventDeliveries(harness.ctx, { ...key, eventId: wanted[0] ?? '' });
    expect(made.map(({ state, endpoint_id, status }) => [state, endpoint_id, status])).toEqual([
      ['succeeded', key.id, 204],
      ['succeeded', key.id, 204],
    ]);
  });

  it('recovery reports which events it leaves out, and why', async () => {
    const { harness } = given.current;
    const { key, ids, change, institution } = await givenDelivered(4);
    const foreign = await givenDelivered(1);
    await publishEvents(harness, partnerEvent(institution), partnerEvent(institution, { livemode: false }));
    const { rows } = await harness.owner.pool.query<{ id: string; livemode: boolean }>(
      'select id, livemode from events.events where account_id = $1 and not (id = any($2))',
      [institution, ids],
    );
    const pending = rows.find(({ livemode }) => livemode)?.id ?? '';
    const test = rows.find(({ livemode }) => !livemode)?.id ?? '';
    const asked = [...ids, pending, test, ...foreign.ids, newId('evt', harness.clock.now())];
    expect(await recover(key, asked, true)).toMatchObject({
      total: 4,
      left_out: { unknown: 3, on_the_way: 1, not_taken: 0, without_text: 0 },
    });
    await change({ event_types: ['referral.closed'] });
    expect(await recover(key, ids)).toMatchObject({
      id: null,
      status: 'done',
      total: 0,
      left_out: { unknown: 0, on_the_way: 0, not_taken: 4, without_text: 0 },
    });
    await deliver(harness);
  });

  it('recovery repeats the text of a full payload, and leaves out events without one for this endpoint', async () => {
    const { harness } = given.current;
    const { key, ids, received, institution } = await givenDelivered(2, { payload: 'full' });
    harness.clock.advance(86_400);
    const full = await givenSubscribedEndpoint(given.current, {});
    const { rows } = await harness.owner.pool.query<{ body: string }>(
      'select body from webhooks.delivery_history where account_id = $1 and body is not null',
      [institution],
    );
    expect(await recover(key, ids)).toMatchObject({ total: 2 });
    await recoverAll();
    await deliver(harness);
    expect(
      received()
        .map(({ body }) => body)
        .toSorted(),
    ).toEqual(rows.map(({ body }) => body).toSorted());
    await harness.owner.pool.query('delete from webhooks.delivery_history where account_id = $1', [institution]);
    expect(await recover(key, ids, true)).toMatchObject({ total: 0, left_out: { without_text: 2 } });
    await full.remove();
  });

  it('recovery runs once at a time, ends at a deleted endpoint, and is refused by a disabled one', async () => {
    const { harness } = given.current;
    const { key, ids, remove, change, received } = await givenDelivered(5);
    await change({ status: 'disabled' });
    await expect(recover(key, ids)).rejects.toMatchObject({ status: 409 });
    await change({ status: 'enabled' });
    const { id } = await recover(key, ids);
    await expect(recover(key, ids)).rejects.toMatchObject({ status: 409, code: 'invalid_state' });
    await remove();
    await recoverAll(2);
    await deliver(harness);
    expect(received()).toEqual([]);
    expect(await getEventRecovery(harness.ctx, key, id ?? '')).toMatchObject({
      status: 'done',
      total: 5,
      recovered: 0,
    });
    await expect(recover(key, ids)).rejects.toMatchObject({ status: 404 });
  });

  it('recovery does not find endpoints and recoveries of others, or of the other mode', async () => {
    const { harness } = given.current;
    const [own, foreign] = [await givenDelivered(1), await givenDelivered(1)];
    const { id } = await recover(own.key, own.ids);
    for (const wrong of [{ accountId: foreign.institution }, { livemode: false }]) {
      const key = { ...own.key, ...wrong };
      await expect(recover(key, own.ids)).rejects.toMatchObject({ status: 404 });
      await expect(getEventRecovery(harness.ctx, key, id ?? '')).rejects.toMatchObject({ status: 404 });
      expect(await listEventDeliveries(harness.ctx, { ...key, eventId: own.ids[0] ?? '' })).toEqual([]);
    }
    await recoverAll();
    await deliver(harness);
  });

  it('a recovery is deleted after a month, and a second purge finds nothing', async () => {
    const { harness } = given.current;
    const { key, ids } = await givenDelivered(1);
    const { id } = await recover(key, ids);
    await recoverAll();
    await deliver(harness);
    const later = { ...harness.ctx, clock: { ...harness.clock, now: () => addDays(harness.clock.now(), 32) } };
    expect(await purgeEventRecoveries(harness.ctx)).toBe(0);
    expect(await purgeEventRecoveries(later)).toBeGreaterThan(0);
    expect(await purgeEventRecoveries(later)).toBe(0);
    await expect(getEventRecovery(harness.ctx, key, id ?? '')).rejects.toMatchObject({ status: 404 });
  });
});
