import { beforeAll, expect, it } from 'vitest';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useCardHarness } from '#test/doubles/stripe';
import { bringTo, givenIntake, newEmail } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';

const parts = useCardHarness();
let token = '';
beforeAll(async () => {
  token = await givenStaffToken(parts.current.harness, 'caller');
});

const call = (request: string, body?: unknown) => {
  const [method = '', path = ''] = request.split(' ');
  const sent = body === undefined ? {} : { body };
  return parts.current.harness.call(method, `/api/staff/v1${path}`, { token, ...sent });
};

/** An owner with only an email address, who got the link at delivery. */
async function givenDelivered(): Promise<{ readonly id: string; readonly email: string }> {
  const { harness } = parts.current;
  const email = newEmail();
  const receipt = await givenIntake(harness, { customer: { email } });
  await bringTo(harness, receipt, 'consultation_active');
  const id = await consultationOf(harness, receipt.intake_id);
  expect((await call(`POST /consultations/${id}/deliver`)).status).toBe(200);
  harness.clock.advance(600);
  return { id, email };
}

it('the link is not sent to an address that staff removed', async () => {
  const { harness } = parts.current;
  const { id, email } = await givenDelivered();
  const changes = { email: null };
  expect((await call(`PATCH /cases/${id}/facts`, { seen: 0, changes })).status).toBe(200);
  await harness.sendMessages();
  const before = harness.mailbox.to(email).length;
  const { status, text } = await call(`POST /consultations/${id}/checkout-link`);
  expect(status).toBe(409);
  expect(text).toContain('The case has no address and no number.');
  await harness.sendMessages();
  expect(harness.mailbox.to(email)).toHaveLength(before);
});

it('the template for ready options counts as one of the messages with the link', async () => {
  const { harness } = parts.current;
  const { id } = await givenDelivered();
  const template = { template: 'options_ready', channel: 'email' };
  expect((await call(`POST /cases/${id}/messages`, template)).status).toBe(200);
  const link = () => call(`POST /consultations/${id}/checkout-link`);
  expect((await link()).text).toContain('The link was sent a few minutes ago.');
  // At delivery, by the template, and three more.
  for (const _ of [3, 4, 5]) {
    harness.clock.advance(600);
    expect((await link()).status).toBe(200);
  }
  harness.clock.advance(86_400);
  expect((await call(`POST /cases/${id}/messages`, template)).body.code).toBe('link_not_sent');
});
