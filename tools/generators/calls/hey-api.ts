import { createClient, createConfig } from '../made/hey/agent/client/index.ts';
import { getIntake, submitIntake } from '../made/hey/agent/sdk.gen.ts';
import { createClient as createPartner, createConfig as partnerConfig } from '../made/hey/partner/client/index.ts';
import { createReferral, getMe, listEvents } from '../made/hey/partner/sdk.gen.ts';
import { newIntake, referral, type Seen, type Service } from './call.ts';

/** A client of @hey-api/openapi-ts; `auth` is its own callback for credentials. */
export async function callByHeyApi(
  { baseUrl, agentKey, partnerKey, untilListed }: Service,
  vin: string,
): Promise<Seen> {
  const agent = createClient(createConfig({ baseUrl, auth: () => agentKey }));
  const client = createPartner(partnerConfig({ baseUrl, auth: () => partnerKey }));
  const made = await submitIntake({ client: agent, body: newIntake() });
  if (made.data === undefined || !('poll_token' in made.data)) throw new Error('no new intake');
  const { intake_id, poll_token } = made.data;
  const polled = await getIntake({ client: agent, path: { intake_id }, auth: () => poll_token });
  const me = await getMe({ client });
  const created = await createReferral({ client, body: referral(vin) });
  const again = await createReferral({ client, body: referral(vin) });
  await untilListed();
  const events = await listEvents({ client, query: { limit: 5, order: 'asc' } });
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
