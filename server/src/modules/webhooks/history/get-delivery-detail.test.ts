import { afterAll, beforeAll, expect, it } from 'vitest';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { startHarness, type Harness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenStaffToken } from '#testing/staff';
import { deliver, partnerEvent, publishEvents } from '../testing.ts';

let harness: Harness;
let receiver: Receiver;
let token = '';
beforeAll(async () => {
  receiver = await startReceiver();
  harness = await startHarness({ WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile });
  token = await givenStaffToken(harness);
});
afterAll(async () => {
  await harness.close();
  await receiver.close();
});

const staff = (route: string, body?: unknown) => {
  const [method = '', path = ''] = route.split(' ');
  return harness.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
};

async function givenDelivered() {
  const { institutionId } = await givenPartner(harness);
  const url = `https://${receiver.host}/hooks`;
  const { body } = await staff(`POST /institutions/${institutionId}/webhook-endpoints`, { url, livemode: true });
  await publishEvents(harness, partnerEvent(institutionId));
  await deliver(harness);
  return { institutionId, endpointId: body.id as string, url };
}

it('deliveries are found by account, endpoint, type, state and event, and open with body and answer', async () => {
  const one = await givenDelivered();
  // Two of one millisecond have no order.
  harness.clock.advance(1);
  const other = await givenDelivered();
  const list = async (filter: string) => {
    const { status, body } = await staff(`GET /deliveries?${filter}`);
    expect(status).toBe(200);
    return body.data as { id: string; type: string; event_id: string; account_id: string; endpoint_id: string }[];
  };
  const [mine] = await list(`account_id=${one.institutionId}`);
  expect(mine).toMatchObject({ account_id: one.institutionId, endpoint_id: one.endpointId });
  const [type, event] = [mine?.type ?? '', mine?.event_id ?? ''];
  for (const filter of [
    `account_id=${one.institutionId}&type=${type}`,
    `account_id=${one.institutionId}&state=succeeded`,
    `endpoint_id=${one.endpointId}&type=${type}`,
    `event_id=${event}&account_id=${one.institutionId}`,
  ])
    expect((await list(filter)).map(({ id }) => id)).toEqual([mine?.id]);
  expect((await list(`type=${type}`)).map(({ account_id: id }) => id)).toEqual([
    other.institutionId,
    one.institutionId,
  ]);
  for (const filter of ['type=nothing.such', `account_id=${one.institutionId}&state=exhausted`, 'account_id=inst_none'])
    expect(await list(filter)).toEqual([]);

  const { body: detail } = await staff(`GET /deliveries/${mine?.id}`);
  expect(detail).toMatchObject({ id: mine?.id, url: one.url, next_attempt_at: null, state: 'succeeded' });
  expect(JSON.parse(detail.body)).toMatchObject({ type });
  expect(detail.answers).toHaveLength(detail.attempts.length);
  expect((await staff('GET /deliveries/dlv_unknown')).status).toBe(404);
  await staff(`DELETE /institutions/${one.institutionId}/webhook-endpoints/${one.endpointId}`);
  expect((await staff(`GET /deliveries/${mine?.id}`)).body.url).toBeNull();
});
