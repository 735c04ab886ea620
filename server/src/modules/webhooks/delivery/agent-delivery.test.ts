import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { givenStaffToken } from '#testing/staff';
import { givenAgent } from '#testing/agents';
import { minimalIntake, submit } from '#testing/intakes';
import { startHarness, type Harness } from '#test/harness';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { deliverDue } from '../workers.ts';

let receiver: Receiver;
let harness: Harness;
let agent: { key: string; principalId: string };
let secret: string;

beforeAll(async () => {
  receiver = await startReceiver();
  harness = await startHarness({ WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile });
  agent = await givenAgent(harness);
  const set = await putWebhook(`https://${receiver.host}/agent`);
  secret = set.body.secret;
});

afterAll(async () => {
  await harness.close();
  await receiver.close();
});

beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer((_request, response) => response.writeHead(204).end());
});

const putWebhook = (url: string) =>
  harness.call('PUT', '/api/agent/v1/me/webhook', { token: agent.key, body: { url } });

const deliver = (): Promise<void> => deliverDue(harness.ctx);

const types = () => receiver.received.map(({ headers }) => headers['x-service-event']);

describe('delivering to a registered agent', () => {
  it('a delivery to an agent sends each status once, signed, with the status and no data of the customer [A-EVENT-001, A-EVENT-002, A-EVENT-003, A-EVENT-004, A-EVENT-005, A-EVENT-009, A-EVENT-010, A-EVENT-011]', async () => {
    const staff = await givenStaffToken(harness);
    const customer = { email: 'told-owner@example.com', phone: '4155550177', first_name: 'Synthia' };
    const { body } = await submit(harness, minimalIntake({ customer }), { token: agent.key });
    const record = `/api/staff/v1/intakes/${body.intake_id}`;
    await harness.sendMessages();
    await harness.call('POST', `${record}/calls`, { token: staff, body: { outcome: 'no_answer' } });
    const link = new URL(body.customer_confirmation_url).pathname;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    await harness.call('POST', link, { raw: 'decision=confirm', headers: form });
    await harness.call('POST', `${record}/start`, { token: staff });
    await deliver();

    expect(types().toSorted()).toEqual([
      'intake.consultation_active',
      'intake.contact_attempted',
      'intake.customer_confirmed',
      'intake.received',
      'intake.welcome_sent',
    ]);
    for (const { headers, body: raw } of receiver.received) {
      const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
      expect(createHmac('sha256', secret).update(`${t}.${raw}`).digest('hex')).toBe(v1);
      expect(Object.keys(JSON.parse(raw))).toEqual(['id', 'object', 'type', 'created_at', 'data']);
      expect(Object.keys(JSON.parse(raw).data)).toEqual(['intake_id', 'status']);
      for (const personal of ['told-owner', '4155550177', 'Synthia', '/c/']) expect(raw).not.toContain(personal);
      expect(headers['user-agent']).toBe('Service-Webhooks/1.0');
      expect(headers['x-service-delivery']).toMatch(/^dlv_/);
    }
  });

  it('a delivery to an agent is sent for a refusal and an expiry [A-EVENT-006, A-EVENT-007]', async () => {
    const { expireIntakes } = await import('#modules/intakes');
    const refused = await submit(harness, minimalIntake(), { token: agent.key });
    await submit(harness, minimalIntake(), { token: agent.key });
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const link = new URL(refused.body.customer_confirmation_url).pathname;
    await harness.call('POST', link, { raw: 'decision=decline', headers: form });
    harness.clock.advance(15 * 86_400);
    await expireIntakes(harness.ctx, 100);
    await deliver();
    expect(types()).toContain('intake.declined');
    expect(types()).toContain('intake.expired');
  });

  it('no delivery is sent for neutral intakes or anonymous submissions [A-EVENT-008, A-HOOK-009]', async () => {
    const body = minimalIntake();
    await submit(harness, body, { token: agent.key });
    await deliver();
    receiver.received.length = 0;
    const again = await submit(harness, body, { token: agent.key });
    const elsewhere = await submit(harness, minimalIntake({ loss: { loss_state: 'ZZ' } }), { token: agent.key });
    await submit(harness, minimalIntake());
    await deliver();
    expect([again.body.status, elsewhere.body.status]).toEqual(['duplicate', 'not_eligible']);
    expect(receiver.received).toEqual([]);
  });

  it('a delivery is tried seven times, one minute to a day apart, with one id and a fresh signature', async () => {
    receiver.answer((_request, response) => response.writeHead(500).end('not today'));
    await submit(harness, minimalIntake({ consent: { attestation: 'x'.repeat(20), notify_customer: false } }), {
      token: agent.key,
    });
    await deliver();
    expect(receiver.received).toHaveLength(1);
    for (const delay of [60, 300, 1800, 7200, 28_800, 86_400]) {
      const before = receiver.received.length;
      harness.clock.advance(delay * 0.79);
      await deliver();
      expect(receiver.received).toHaveLength(before);
      harness.clock.advance(delay * 0.42);
      await deliver();
      expect(receiver.received).toHaveLength(before + 1);
    }
    harness.clock.advance(10 * 86_400);
    await deliver();
    expect(receiver.received).toHaveLength(7);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-delivery'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['x-service-signature'])).size).toBe(7);
  });

  it('a delivery goes to the address current at the attempt, and nowhere after it was removed [A-HOOK-006, A-HOOK-008]', async () => {
    await submit(harness, minimalIntake(), { token: agent.key });
    await putWebhook(`https://${receiver.host}/second`);
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/second']);
    receiver.received.length = 0;
    await submit(harness, minimalIntake(), { token: agent.key });
    const removed = await harness.call('DELETE', '/api/agent/v1/me/webhook', { token: agent.key });
    await submit(harness, minimalIntake(), { token: agent.key });
    await deliver();
    expect(removed.body).toEqual({ deleted: true });
    expect(receiver.received).toEqual([]);
  });
});
