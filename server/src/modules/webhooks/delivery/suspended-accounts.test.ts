import { describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { setPrincipalStatus } from '#modules/credentials';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { continueRecovery } from '../recovery/recovery.ts';
import { callStaff, deliver, deliveriesOf, givenSubscribedEndpoint, useDelivering } from '../testing.ts';
import { endpointMeasures } from '../workers.ts';
import { webhookMetrics } from '../metrics.ts';

const given = useDelivering();

/** A registered agent with a webhook under a dedicated path. */
async function givenToldAgent() {
  const { harness, receiver } = given.current;
  const { key, principalId } = await givenAgent(harness);
  const path = `/${crypto.randomUUID()}`;
  const url = `https://${receiver.host}${path}`;
  await harness.call('PUT', '/api/agent/v1/me/webhook', { token: key, body: { url } });
  const row = await harness.ctx.db.find<{ id: string }>({
    text: 'select id from webhooks.endpoints where account_id = $1',
    values: [principalId],
  });
  const received = () =>
    receiver.received.filter((request) => request.path === path).map(({ headers }) => headers['x-service-event']);
  return {
    principalId,
    received,
    submit: async () => (await submit(harness, minimalIntake(), { token: key })).body.intake_id as string,
    callOwner: (intakeId: string) =>
      callStaff(given.current, `POST /intakes/${intakeId}/calls`, { outcome: 'no_answer' }),
    become: (status: string) => callStaff(given.current, `POST /agents/${principalId}/status`, { status }),
    listed: async () => {
      const deliveries = await deliveriesOf(given.current, { endpoint_id: row?.id ?? '' });
      return deliveries.map(({ type, state }) => `${type} ${state}`);
    },
  };
}

describe.each(['suspended', 'unverified'])('an agent that is %s', (status) => {
  it('a suspended agent misses the events in between, and gets everything from its reactivation on', async () => {
    const { harness } = given.current;
    const agent = await givenToldAgent();
    const intakeId = await agent.submit();
    await deliver(harness);
    expect(agent.received()).toEqual(['intake.received']);
    await agent.become(status);
    await agent.callOwner(intakeId);
    await deliver(harness);
    expect(await agent.listed()).toEqual(['intake.received succeeded']);
    await agent.become('active');
    await deliver(harness);
    expect(agent.received()).toEqual(['intake.received']);
    await agent.submit();
    await deliver(harness);
    expect(agent.received()).toEqual(['intake.received', 'intake.received']);
  });

  it('a suspended agent does not get earlier pending deliveries, even if it is reactivated before the next attempt', async () => {
    const { harness } = given.current;
    const agent = await givenToldAgent();
    await agent.submit();
    await agent.become(status);
    expect(await agent.listed()).toEqual(['intake.received canceled']);
    await agent.become('active');
    await deliver(harness);
    expect(agent.received()).toEqual([]);
  });

  it('a suspended agent does not get a delivery that a worker was about to send', async () => {
    const { harness } = given.current;
    const agent = await givenToldAgent();
    await agent.submit();
    // As if a worker had claimed the delivery and died when the queue was emptied.
    await setPrincipalStatus(harness.ctx, agent.principalId, status as 'suspended' | 'unverified');
    await deliver(harness);
    expect(agent.received()).toEqual([]);
    expect(await agent.listed()).toEqual(['intake.received canceled']);
  });
});

describe('an institution that is suspended', () => {
  it('a suspended institution gets no deliveries; missed ones are stored, and recovered on request', async () => {
    const { harness } = given.current;
    const told = await givenSubscribedEndpoint(given.current);
    const become = (status: string) => callStaff(given.current, `PATCH /institutions/${told.institution}`, { status });
    const since = harness.clock.now().toISOString();
    await told.publish();
    await become('suspended');
    await told.publish();
    await deliver(harness);
    expect(told.received()).toEqual([]);
    expect((await told.listed()).map(({ state }) => state)).toEqual(['skipped', 'skipped']);
    await become('active');
    harness.clock.advance(1);
    await callStaff(given.current, `POST /webhook-endpoints/${told.id}/recover`, { since });
    while ((await continueRecovery(harness.ctx, 100)) > 0);
    await deliver(harness);
    expect(told.received()).toHaveLength(2);
  });

  it('a suspended institution does not count as failing', async () => {
    const { harness, receiver } = given.current;
    receiver.answer((_request, response) => response.writeHead(500).end());
    const told = await givenSubscribedEndpoint(given.current);
    await told.publish();
    await deliver(harness);
    const failing = async () => {
      for (const measure of endpointMeasures(harness.ctx)) await measure.run(1);
      const { values } = await harness.ctx.metrics.of(webhookMetrics).endpointsFailing.get();
      return values.find(({ labels }) => labels.audience === 'partner')?.value;
    };
    expect(await failing()).toBe(1);
    await callStaff(given.current, `PATCH /institutions/${told.institution}`, { status: 'suspended' });
    expect(await failing()).toBe(0);
  });

  it('a suspended institution is no longer warned about an endpoint that failed earlier', async () => {
    const { harness, receiver } = given.current;
    receiver.answer((_request, response) => response.writeHead(500).end());
    const contact = `hooks-${crypto.randomUUID()}@bank.example.com`;
    const told = await givenSubscribedEndpoint(given.current, { institution: { technical_contact_email: contact } });
    await told.publish();
    await deliver(harness);
    harness.clock.advance(6 * 3600);
    await sweeps(harness.ctx)
      .find(({ name }) => name === 'webhooks.warn')
      ?.run(500);
    expect(await messageStates(told.id)).toEqual(['waiting']);
    await callStaff(given.current, `PATCH /institutions/${told.institution}`, { status: 'suspended' });
    await harness.sendMessages();
    expect([await messageStates(told.id), harness.mailbox.to(contact)]).toEqual([['withdrawn'], []]);
  });
});

async function messageStates(endpointId: string): Promise<string[]> {
  const query = { text: 'select state from customers.messages where subject_id = $1', values: [endpointId] };
  return (await given.current.harness.ctx.db.many<{ state: string }>(query)).map(({ state }) => state);
}
