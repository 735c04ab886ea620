import { demoAgent } from './story-acts.ts';
import { receivers } from './demo-receivers.ts';
import type { World } from './world.ts';

type DemoAgent = { readonly key: string; readonly principalId: string };

/** Registers the agent as an operator would: the agreement, the code from the mailbox, the webhook. */
export async function addAgent(world: World): Promise<DemoAgent> {
  const { version } = await world.call('GET /api/agent/v1/agreement');
  const email = 'operator@demo.example.com';
  const { registration_id } = await world.call('POST /api/agent/v1/register', {
    body: {
      agent: demoAgent,
      operator: { name: 'Synthetic Operator', email },
      agreement: { accepted: true, version },
    },
    expects: 202,
  });
  const verified = await world.call('POST /api/agent/v1/register/verify', {
    body: { registration_id, code: world.mailed(email, /\b\d{6}\b/) },
    expects: 201,
  });
  const { api_key: key, principal_id: principalId } = verified;
  await world.call('PUT /api/agent/v1/me/webhook', { token: key, body: { url: receivers.agent } });
  return { key, principalId };
}
