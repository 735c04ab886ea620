import createClient from 'openapi-fetch';
import type { paths as AgentPaths } from '../made/fetch/agent.ts';
import type { paths as PartnerPaths } from '../made/fetch/partner.ts';
import { newIntake, referral, type Seen, type Service } from './call.ts';

const prefix = '/api/gap/v1' as const;

/** A client of openapi-typescript and openapi-fetch; a callback adds the credential to each request. */
function createAuthorized<Paths extends object>(baseUrl: string, auth: () => string) {
  const client = createClient<Paths>({ baseUrl });
  client.use({
    onRequest({ request }) {
      if (!request.headers.has('authorization')) request.headers.set('authorization', `Bearer ${auth()}`);
    },
  });
  return client;
}

export async function callByOpenapiFetch(
  { baseUrl, agentKey, partnerKey, untilListed }: Service,
  vin: string,
): Promise<Seen> {
  const agent = createAuthorized<AgentPaths>(baseUrl, () => agentKey);
  const partner = createAuthorized<PartnerPaths>(baseUrl, () => partnerKey);
  const made = await agent.POST('/api/agent/v1/intakes', { body: newIntake() });
  if (made.data === undefined || !('poll_token' in made.data)) throw new Error('no new intake');
  const { intake_id, poll_token } = made.data;
  const polled = await agent.GET('/api/agent/v1/intakes/{intake_id}', {
    params: { path: { intake_id } },
    headers: { authorization: `Bearer ${poll_token}` },
  });
  const me = await partner.GET(`${prefix}/me`);
  const created = await partner.POST(`${prefix}/referrals`, { body: referral(vin) });
  const again = await partner.POST(`${prefix}/referrals`, { body: referral(vin) });
  await untilListed();
  const events = await partner.GET(`${prefix}/events`, { params: { query: { limit: 5, order: 'asc' } } });
  return {
    pollToken: poll_token,
    polledStatus: polled.data?.status ?? '',
    credential: me.data?.object ?? '',
    referralId: created.data?.id ?? '',
    existingId: again.error?.code === 'referral_exists' ? again.error.referral_id : undefined,
    eventReferralIds: (events.data?.data ?? []).flatMap((event) =>
      event.type === 'referral.created' ? [event.data.referral.id] : [],
    ),
  };
}
