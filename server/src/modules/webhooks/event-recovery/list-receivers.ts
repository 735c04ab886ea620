import type { Ctx } from '#context';
import { prepared } from '#platform/db';
import type { EndpointSettings } from './get-tenant-endpoint.ts';

type Tenant = { readonly accountId: string; readonly livemode: boolean };

// An account has ten endpoints at most.
const ofTenant = prepared<[accountId: string, livemode: boolean], EndpointSettings>(
  'webhooks.list-receivers',
  `select id, url, livemode, payload, event_types, status from webhooks.endpoints
   where account_id = $1 and livemode = $2 and audience = 'partner' order by created_at, id`,
);

/** To which endpoints of the account and mode events can be sent again. */
export const listReceivers = (ctx: Ctx, { accountId, livemode }: Tenant): Promise<EndpointSettings[]> =>
  ctx.db.many(ofTenant(accountId, livemode));
