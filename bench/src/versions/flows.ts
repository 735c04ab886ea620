// Every flow of the product once, by the acts of the demonstration: the same people, in the same order, in every run.
import assert from 'node:assert/strict';
import { cast } from '@makewhole/server/src/start/demo/cast.ts';
import { demoAgent } from '@makewhole/server/src/start/demo/story-acts.ts';
import { agentHook, createBook, partnerHook, type Book, type Flow, type Given, type Read } from './book.ts';
import { caseFlows } from './case-flows.ts';
import type { HttpStage } from './http-stage.ts';
import { moneyFlows } from './money-flows.ts';
import { deliveryFlows, memberFlows, referralFlows } from './partner-flows.ts';

export function createFlows(stage: HttpStage, staffToken: string): readonly Flow[] {
  const given: Given = { agentKey: '', institutionId: '', liveKey: '', endpointId: '' };
  const people = [...cast];
  const flow = (name: string, run: (book: Book) => Promise<readonly Read[]>): Flow => ({
    name,
    run: () => {
      const person = people.shift();
      assert(person !== undefined, 'the cast is too small');
      return run(createBook({ stage, staffToken, given, person }));
    },
  });
  return [
    flow('an agent registers', registerAgent),
    flow('an institution is set up', setUpInstitution),
    ...caseFlows(flow),
    ...moneyFlows(flow),
    ...referralFlows(flow),
    ...deliveryFlows(flow),
    ...memberFlows(flow),
  ];
}

async function registerAgent({ stage, given }: Book): Promise<readonly Read[]> {
  const { version } = await stage.call('GET /api/agent/v1/agreement');
  const email = 'operator@demo.example.com';
  const body = {
    agent: demoAgent,
    operator: { name: 'Synthetic Operator', email },
    agreement: { accepted: true, version },
  };
  const { registration_id } = await stage.call('POST /api/agent/v1/register', { body, expects: 202 });
  await stage.work();
  const code = stage.mailed(email, /\b\d{6}\b/);
  const verified = await stage.call('POST /api/agent/v1/register/verify', {
    body: { registration_id, code },
    expects: 201,
  });
  const { api_key: token } = await stage.call('POST /api/agent/v1/me/rotate-key', {
    token: verified.api_key,
    expects: 201,
  });
  given.agentKey = token;
  const url = `https://${stage.outside.receiver.host}${agentHook}`;
  await stage.call('PUT /api/agent/v1/me/webhook', { token, body: { url } });
  return [{ path: '/api/agent/v1/me', token }];
}

async function setUpInstitution({ stage, given, staff, post, staffRead }: Book): Promise<readonly Read[]> {
  await staff('PUT /statements/settings', {
    issuer: 'Makewhole (synthetic)',
    remit_to: 'Account 000 at Synthetic Bank',
  });
  const { id } = await post('/institutions', {
    name: 'Synthetic Credit Union',
    plans: [
      { code: 'basic', unit_price_cents: 150 },
      { code: 'plus', unit_price_cents: 290 },
    ],
    program: { mode: 'institution_paid', subsidy_type: null, subsidy_value: null },
    technical_contact_email: 'engineer@demo.example.com',
    billing_contact_email: 'bills@demo.example.com',
    bill_to: 'Synthetic Credit Union\n1 Imaginary Way',
  });
  const key = async (livemode: boolean): Promise<string> => (await post(`/institutions/${id}/keys`, { livemode })).key;
  Object.assign(given, { institutionId: id, liveKey: await key(true) });
  await key(false);
  const url = `https://${stage.outside.receiver.host}${partnerHook}`;
  const endpoint = await post(`/institutions/${id}/webhook-endpoints`, { url, livemode: true, payload: 'full' });
  given.endpointId = endpoint.id;
  await staff(`PUT /institutions/${id}/gap-terms`, { ltv_cap_percent: 125, deductible_cover_cents: 100_000 });
  await staff(`POST /webhook-endpoints/${endpoint.id}/test`);
  await staff(`POST /webhook-endpoints/${endpoint.id}/rotate`, { overlap_hours: 24 });
  await staff(`POST /webhook-endpoints/${endpoint.id}/promote`);
  await stage.work();
  assert(stage.delivered(partnerHook).length > 0, 'the test event did not arrive');
  return [staffRead(`/institutions/${id}`), staffRead(`/webhook-endpoints/${endpoint.id}/health`)];
}
