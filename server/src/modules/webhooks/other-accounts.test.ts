import { describe, expect, it } from 'vitest';
import { deleteEndpoint } from './endpoints/delete-endpoint.ts';
import { getEndpoint } from './endpoints/get-endpoint.ts';
import { promoteSecret } from './endpoints/promote-secret.ts';
import { rotateSecret } from './endpoints/rotate-secret.ts';
import { findEndpointAccount } from './endpoints/store.ts';
import { updateEndpoint } from './endpoints/update-endpoint.ts';
import { getEndpointHealth } from './health/get-endpoint-health.ts';
import { sendTestEvent } from './health/send-test-event.ts';
import { findRecovery } from './history/find-recovery.ts';
import { getDelivery } from './history/get-delivery.ts';
import { getDeliveryDetail } from './history/get-delivery-detail.ts';
import { listDeliveries } from './history/list-deliveries.ts';
import { recoverDeliveries } from './history/recover-deliveries.ts';
import { resendDelivery } from './history/resend-delivery.ts';
import { givenSubscribedEndpoint, unknownId, useDelivering } from './testing.ts';

const given = useDelivering();

const everything = { endpointId: undefined, eventId: undefined, state: undefined, before: undefined, limit: 10 };

/** An endpoint with a delivery and a recovery, the account it belongs to, and one that it does not belong to. */
async function givenTwoAccounts() {
  const { harness } = given.current;
  // The worker's role: the database would show it the rows of every account.
  const { ctx } = harness;
  const { id, publish } = await givenSubscribedEndpoint(given.current);
  await publish(1);
  const accountId = (await findEndpointAccount(ctx.db, id))?.account_id ?? '';
  const [delivery] = (await listDeliveries(ctx, accountId, everything)).data;
  const since = harness.clock.now();
  await recoverDeliveries(ctx, { accountId, id }, { since, until: undefined, states: undefined, dryRun: false });
  return { ctx, id, deliveryId: delivery?.id ?? '', accountId, stranger: unknownId('inst'), since };
}

describe('an account that an endpoint does not belong to', () => {
  it('finds neither it nor its deliveries, whatever it asks for, and changes nothing', async () => {
    const { ctx, id, deliveryId, accountId, stranger, since } = await givenTwoAccounts();
    const ask = (account: string) => {
      const key = { accountId: account, id };
      const recovery = { since, until: undefined, states: undefined, dryRun: true };
      return [
        () => getEndpoint(ctx, key),
        () => getEndpointHealth(ctx, key),
        () => sendTestEvent(ctx, key),
        () => updateEndpoint(ctx, key, { status: 'enabled' }),
        () => rotateSecret(ctx, key, 0),
        () => promoteSecret(ctx, key),
        () => recoverDeliveries(ctx, key, recovery),
        () => getDelivery(ctx, { accountId: account, id: deliveryId }),
        () => getDeliveryDetail(ctx, { accountId: account, id: deliveryId }),
        () => resendDelivery(ctx, { accountId: account, id: deliveryId }),
        () => deleteEndpoint(ctx, key),
      ];
    };
    const before = await listDeliveries(ctx, accountId, everything);
    for (const call of ask(stranger)) await expect(call()).rejects.toMatchObject({ status: 404 });
    expect(await findRecovery(ctx, { accountId: stranger, id })).toBeUndefined();
    for (const filter of [everything, { ...everything, endpointId: id }, { ...everything, type: 'endpoint.test' }])
      expect((await listDeliveries(ctx, stranger, filter)).data).toEqual([]);
    expect(await listDeliveries(ctx, accountId, everything)).toEqual(before);

    expect(await findRecovery(ctx, { accountId, id })).toMatchObject({ status: 'running' });
    for (const call of ask(accountId)) await expect(call()).resolves.not.toThrow();
  });
});
