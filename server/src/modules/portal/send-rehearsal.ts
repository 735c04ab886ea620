import type { Ctx } from '#context';
import { rehearsalEventType, sendTestEvent } from '#modules/webhooks';
import { notFound } from '#platform/errors';
import { findSandboxEndpoint } from './store.ts';

type Rehearsal = { readonly institutionId: string; readonly endpointId: string };

/** Sends an event of a type that does not exist to an endpoint of the sandbox: signed like all others, tried once. */
export async function sendRehearsal(ctx: Ctx, { institutionId, endpointId }: Rehearsal) {
  if ((await findSandboxEndpoint(ctx.db, institutionId, endpointId)) === undefined)
    throw notFound('No webhook endpoint has this id.');
  const key = { accountId: institutionId, livemode: false, id: endpointId };
  const { id } = await sendTestEvent(ctx, key, rehearsalEventType);
  return { delivery_id: id, endpoint_id: endpointId };
}
