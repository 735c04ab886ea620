import type { Ctx } from '#context';
import { newId } from '#lib/tokens/ids';
import { insertTest } from '../delivery/store.ts';
import type { Delivery } from '../history/schemas.ts';
import { endpointDisabled, endpointNotFound } from '../errors.ts';
import { getEndpoint } from '../endpoints/get-endpoint.ts';
import { getDelivery } from '../history/get-delivery.ts';
import { testEventType, type EndpointKey, type testEventTypes } from '../rules.ts';
import type { Endpoint } from '../endpoints/schemas.ts';
import { testsPerMinute } from './rules.ts';

/** A delivery like any other, without an event: signed, logged, tried once (docs/decisions/0013). */
export async function sendTestEvent(ctx: Ctx, key: EndpointKey, type: TestType = testEventType): Promise<Delivery> {
  const endpoint = await getEndpoint(ctx, key);
  if (endpoint.status === 'disabled') throw endpointDisabled();
  const { accountId, id: endpointId } = key;
  await ctx.limits.consume(testsPerMinute, endpointId);
  const now = ctx.clock.now();
  const eventId = newId('evt', now);
  const body = testBody(endpoint, { type, accountId, eventId, now });
  const inserted = await insertTest(ctx.db, { id: newId('dlv', now), accountId, endpointId, eventId, type, body, now });
  // The endpoint was deleted at this very moment.
  if (inserted === undefined) throw endpointNotFound();
  return getDelivery(ctx, { ...key, id: inserted.id });
}

type TestType = (typeof testEventTypes)[number];

type Test = { readonly type: TestType; readonly accountId: string; readonly eventId: string; readonly now: Date };

/** In the payload form that the endpoint takes (T11); `livemode` is the endpoint's own, as in all its deliveries. */
function testBody({ id, object, livemode, payload }: Endpoint, { type, accountId, eventId, now }: Test): string {
  const thin = payload === 'thin';
  return JSON.stringify({
    id: eventId,
    object: 'event',
    type,
    ...(thin ? { api_version: '1.1' } : {}),
    created_at: now.toISOString(),
    livemode,
    ...(thin ? { account: { id: accountId } } : {}),
    data: { webhook_endpoint: { id, object } },
  });
}
