// Clients from three generators call a running service; see .ci/openapi.
import { expect, it } from 'vitest';
import { givenAgent } from '../../server/src/modules/agents/testing.ts';
import { untilComplete } from '../../server/src/modules/webhooks/events/testing.ts';
import { givenPartner } from '../../server/src/modules/partners/testing.ts';
import { syntheticVin } from '../../server/src/modules/referrals/testing.ts';
import { useHarness } from '../../server/test/harness.ts';
import type { Seen, Service } from './calls/call.ts';
import { callByHeyApi } from './calls/hey-api.ts';
import { callByOpenapiFetch } from './calls/openapi-fetch.ts';
import { callByOrval } from './calls/orval.ts';

const harness = useHarness();

type Call = (service: Service, vin: string) => Promise<Seen>;

it.each<[string, Call]>([
  ['openapi-typescript and openapi-fetch', callByOpenapiFetch],
  ['@hey-api/openapi-ts', callByHeyApi],
  ['orval', callByOrval],
])('%s: its client works with a callback for the credential and nothing else', async (_name, call) => {
  const { key: agentKey } = await givenAgent(harness.current);
  const { key: partnerKey } = await givenPartner(harness.current);
  const untilListed = () => untilComplete(harness.current);
  const seen = await call({ baseUrl: harness.current.baseUrl, agentKey, partnerKey, untilListed }, syntheticVin());
  expect(seen).toEqual({
    pollToken: expect.stringMatching(/^svc_poll_/),
    polledStatus: 'received',
    credential: 'gap.credential',
    referralId: expect.stringMatching(/^ref_/),
    existingId: seen.referralId,
    eventReferralIds: [seen.referralId],
  });
});
