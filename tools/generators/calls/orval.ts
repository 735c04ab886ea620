import { target } from '../authorized-fetch.ts';
import { getIntake, submitIntake } from '../made/orval/agent.ts';
import { createReferral, getMe, listEvents } from '../made/orval/partner.ts';
import { newIntake, referral, type Seen, type Service } from './call.ts';

/** A client of orval; the function that replaces fetch supplies the credential. */
export async function callByOrval({ baseUrl, agentKey, partnerKey, untilListed }: Service, vin: string): Promise<Seen> {
  target.baseUrl = baseUrl;
  target.auth = () => agentKey;
  const made = await submitIntake(newIntake());
  if (made.status !== 201) throw new Error('no new intake');
  const { intake_id, poll_token } = made.data;
  target.auth = () => poll_token;
  const polled = await getIntake(intake_id);
  target.auth = () => partnerKey;
  const me = await getMe();
  const created = await createReferral(referral(vin));
  const again = await createReferral(referral(vin));
  await untilListed();
  const events = await listEvents({ limit: 5, order: 'asc' });
  return {
    pollToken: poll_token,
    polledStatus: polled.status === 200 ? polled.data.status : '',
    credential: me.status === 200 ? me.data.object : '',
    referralId: created.status === 201 ? created.data.id : '',
    existingId: again.status === 409 && again.data.code === 'referral_exists' ? again.data.referral_id : undefined,
    eventReferralIds: (events.status === 200 ? events.data.data : []).flatMap((event) =>
      event.type === 'referral.created' ? [event.data.referral.id] : [],
    ),
  };
}
