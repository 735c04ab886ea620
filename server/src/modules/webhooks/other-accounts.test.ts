import { describe, expect, it } from 'vitest';
import {
  deleteEndpoint,
  getEndpoint,
  listEndpoints,
  promoteSecret,
  revertRotation,
  rotateSecret,
  updateEndpoint,
} from './endpoints/endpoints.ts';
import { findEndpointAccount } from './endpoints/store.ts';
import { getEndpointFigures, getEndpointHealth, getRotation, sendTestEvent } from './health/health.ts';
import {
  getDeliveryDetail,
  getDelivery,
  getPortalDelivery,
  listDeliveries,
  resendDeliveries,
  resendDelivery,
  searchDeliveries,
} from './history/history.ts';
import { findRecovery, listRecoveries, previewRecovery, recoverDeliveries, stopRecovery } from './recovery/recovery.ts';
import type { AccountMode } from './rules.ts';
import { givenSubscribedEndpoint, unknownId, useDelivering } from './testing.ts';

const given = useDelivering();

const filters = ['endpointId', 'eventId', 'objectId', 'state', 'status', 'type', 'since', 'until', 'after', 'before'];
type Nothing = Record<'endpointId' | 'eventId' | 'objectId' | 'state' | 'status' | 'type', undefined> &
  Record<'since' | 'until' | 'after' | 'before', undefined>;
const everything = { ...(Object.fromEntries(filters.map((name) => [name, undefined])) as Nothing), limit: 10 };

/** A live endpoint with a delivery and a recovery, the account that owns it, and one that does not. */
async function givenTwoAccounts() {
  const { harness } = given.current;
  // The worker's role: the database would show it the rows of every account.
  const { ctx } = harness;
  const { id, publish } = await givenSubscribedEndpoint(given.current);
  await publish(1);
  const accountId = (await findEndpointAccount(ctx.db, id))?.account_id ?? '';
  const owner: AccountMode = { accountId, livemode: true };
  const [delivery] = (await listDeliveries(ctx, owner, everything)).data;
  const since = harness.clock.now();
  const scope = { since, until: undefined, states: undefined, eventTypes: undefined };
  const { id: recoveryId } = await recoverDeliveries(
    ctx,
    { ...owner, id },
    { ...scope, perMinute: undefined, dryRun: false },
  );
  return { ctx, id, deliveryId: delivery?.id ?? '', recoveryId: recoveryId ?? '', owner, scope };
}

describe.each([
  ['an account that an endpoint does not belong to', (): Partial<AccountMode> => ({ accountId: unknownId('inst') })],
  ['the other mode of its account', (): Partial<AccountMode> => ({ livemode: false })],
])('%s', (_name, strange) => {
  it('another account finds neither the endpoint nor its deliveries, and changes nothing', async () => {
    const { ctx, id, deliveryId, recoveryId, owner, scope } = await givenTwoAccounts();
    const stranger: AccountMode = { ...owner, ...strange() };
    const ask = (who: AccountMode) => {
      const key = { ...who, id };
      const delivery = { ...who, id: deliveryId };
      return [
        () => getEndpoint(ctx, key),
        () => getEndpointHealth(ctx, key),
        () => getEndpointFigures(ctx, key, '24h'),
        () => getRotation(ctx, key),
        () => sendTestEvent(ctx, key),
        () => updateEndpoint(ctx, key, { status: 'enabled' }),
        () => rotateSecret(ctx, key, 0),
        () => promoteSecret(ctx, key),
        () => previewRecovery(ctx, key, scope),
        () => recoverDeliveries(ctx, key, { ...scope, perMinute: undefined, dryRun: true }),
        () => listRecoveries(ctx, key),
        () => getDelivery(ctx, delivery),
        () => getDeliveryDetail(ctx, delivery),
        () => getPortalDelivery(ctx, delivery, false),
        () => resendDelivery(ctx, delivery),
        () => deleteEndpoint(ctx, key),
      ];
    };
    const before = await listDeliveries(ctx, owner, everything);
    expect((await searchDeliveries(ctx, owner, everything)).data.map(({ id: found }) => found)).toEqual([deliveryId]);
    for (const call of ask(stranger)) await expect(call()).rejects.toMatchObject({ status: 404 });
    await expect(revertRotation(ctx, { ...stranger, id })).rejects.toMatchObject({ status: 404 });
    await expect(stopRecovery(ctx, { ...stranger, id, recoveryId })).rejects.toMatchObject({ status: 404 });
    expect(await resendDeliveries(ctx, stranger, [deliveryId])).toMatchObject({ resent: [], refused: [deliveryId] });
    expect(await findRecovery(ctx, { ...stranger, id })).toBeUndefined();
    expect(await listEndpoints(ctx, stranger)).toEqual([]);
    for (const filter of [everything, { ...everything, endpointId: id }, { ...everything, type: 'endpoint.test' }]) {
      expect((await listDeliveries(ctx, stranger, filter)).data).toEqual([]);
      expect((await searchDeliveries(ctx, stranger, filter)).data).toEqual([]);
    }
    const [{ event_id: eventId = '' } = {}] = before.data;
    expect((await searchDeliveries(ctx, stranger, { ...everything, eventId })).data).toEqual([]);
    expect(await listDeliveries(ctx, owner, everything)).toEqual(before);

    expect(await findRecovery(ctx, { ...owner, id })).toMatchObject({ status: 'running' });
    expect(await stopRecovery(ctx, { ...owner, id, recoveryId })).toMatchObject([{ status: 'stopped' }]);
    for (const call of ask(owner)) await expect(call()).resolves.not.toThrow();
    // The deleted endpoint's deliveries are still found, by its account and mode only.
    const found = await searchDeliveries(ctx, owner, everything);
    expect(found.data.map((row) => row.id)).toContain(deliveryId);
    expect((await getPortalDelivery(ctx, { ...owner, id: deliveryId }, false)).endpoint_deleted).toBe(true);
    await expect(getPortalDelivery(ctx, { ...stranger, id: deliveryId }, false)).rejects.toMatchObject({ status: 404 });
    expect((await searchDeliveries(ctx, stranger, everything)).data).toEqual([]);
  });
});
