import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deliverDue } from '#mount/webhooks/workers';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { startHarness, type Harness } from '#test/harness';
import { at, givenTestAgent, givenTestIntake, step } from './testing.ts';

let receiver: Receiver;
let harness: Harness;
let key: string;
let principalId: string;
let secret: string;

beforeAll(async () => {
  receiver = await startReceiver();
  harness = await startHarness({ WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile });
  ({ key, principalId } = await givenTestAgent(harness));
  const set = await harness.call('PUT', `${at}/me/webhook`, { token: key, body: { url: `https://${receiver.host}/` } });
  ({ secret } = set.body);
  receiver.answer((_request, response) => response.writeHead(204).end());
});

afterAll(async () => {
  await harness.close();
  await receiver.close();
});

describe("a test agent's webhook", () => {
  it("the webhook gets every event of T1, signed like live ones, in the contract's form", async () => {
    const through = async (...names: readonly string[]) => {
      const receipt = await givenTestIntake(harness, {}, { token: key });
      for (const name of names) expect((await step(harness, receipt, name)).status).toBe(200);
    };
    await through('send_welcome', 'miss_call', 'confirm', 'start');
    await through('decline');
    await through('expire');
    await deliverDue(harness.ctx);
    const types = receiver.received.map(({ headers }) => headers['x-service-event']);
    expect([...new Set(types)].toSorted()).toEqual([
      'intake.consultation_active',
      'intake.contact_attempted',
      'intake.customer_confirmed',
      'intake.declined',
      'intake.expired',
      'intake.received',
      'intake.welcome_sent',
    ]);
    for (const { headers, body } of receiver.received) {
      const [, t = '', v1 = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['x-service-signature'])) ?? [];
      expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1);
      expect(Object.keys(JSON.parse(String(body)))).not.toContain('livemode');
      expect(String(body)).not.toContain('example.com');
    }
  });

  it('the event log and the endpoints mark the webhook as a sandbox one, and its notices stay in the mailbox', async () => {
    const modes = await harness.ctx.db.many({
      text: `select distinct livemode from events.events where account_id = $1
        union select livemode from webhooks.endpoints where account_id = $1`,
      values: [principalId],
    });
    expect(modes).toEqual([{ livemode: false }]);
    const notices = await harness.ctx.db.many({
      text: `select distinct state, account_id from customers.messages where purpose like 'agents.%'`,
      values: [],
    });
    expect(notices).toEqual([{ state: 'sandbox', account_id: principalId }]);
    await harness.sendMessages();
    expect(harness.mailbox.received).toEqual([]);
  });

  it('a webhook address that is not public is refused', async () => {
    for (const url of ['https://127.0.0.1/', 'https://169.254.169.254/', 'http://agent.example.com/']) {
      const { status } = await harness.call('PUT', `${at}/me/webhook`, { token: key, body: { url } });
      expect([url, status]).toEqual([url, 400]);
    }
  });
});
