import type { Ctx } from '#context';
import { prepared } from '#platform/db';
import { endpointNotFound } from '../errors.ts';
import type { TenantEndpoint } from './store.ts';

export type EndpointSettings = {
  readonly id: string;
  readonly url: string;
  readonly livemode: boolean;
  readonly payload: 'thin' | 'full';
  readonly event_types: readonly string[];
  readonly status: 'enabled' | 'disabled';
};

const byKey = prepared<[accountId: string, livemode: boolean, id: string], EndpointSettings>(
  'webhooks.find-tenant-endpoint',
  `select id, url, livemode, payload, event_types, status from webhooks.endpoints
   where account_id = $1 and livemode = $2 and id = $3 and audience = 'partner'`,
);

/** What an endpoint of the account and mode takes. */
export async function getTenantEndpoint(
  ctx: Ctx,
  { accountId, livemode, id }: TenantEndpoint,
): Promise<EndpointSettings> {
  const row = await ctx.db.find(byKey(accountId, livemode, id));
  if (row === undefined) throw endpointNotFound();
  return row;
}
