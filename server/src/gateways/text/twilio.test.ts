import { afterEach, describe, expect, it } from 'vitest';
import { freshPhone, signature, useTextHarness, moveToTextingHours } from '#test/doubles/twilio';
import { givenStaffToken } from '#testing/staff';
import { messageRows } from '#testing/customers';
import { minimalIntake, submit } from '#testing/intakes';

const parts = useTextHarness();
afterEach(() => parts.current.twilio.behave('accept'));

async function submitPhone(phone = freshPhone(), sendNow = true) {
  const { harness } = parts.current;
  const { body } = await submit(harness, minimalIntake({ customer: { phone } }));
  if (sendNow) await harness.sendMessages();
  return { phone, receipt: body };
}

/** The messages of an intake as staff see them, and the intake's status. */
async function record(intakeId: string) {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness);
  const { body } = await harness.call('GET', `/api/staff/v1/intakes/${intakeId}`, { token });
  return { status: body.status, messages: body.messages as { state: string; attempts: number }[] };
}

describe('the Twilio double', () => {
  it('the double signs as the provider does: its published example', () => {
    const form = {
      To: '+18005551212',
      From: '+14158675310',
      Digits: '1234',
      Caller: '+14158675310',
      CallSid: 'CA1234567890ABCDE',
    };
    const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
    expect(signature('12345', url, form)).toBe('GvWf1cFY/Q7PnoempGyD5oXAezc=');
  });
});

describe('a welcome by text', () => {
  it('a welcome is really sent: to the customer, from our number, with its own link and our status callback', async () => {
    const { phone, receipt } = await submitPhone();
    const { twilio } = parts.current;
    expect(twilio.to(phone)).toEqual([
      {
        sid: expect.stringMatching(/^SM[0-9a-f]{32}$/),
        to: phone,
        body: expect.stringMatching(/http:\/\/makewhole\.test\/c\/[0-9A-Za-z]{32} /),
        from: '+14155550100',
        messagingServiceSid: undefined,
        statusCallback: 'http://makewhole.test/hooks/text/status',
      },
    ]);
    expect(twilio.to(phone)[0]?.body).not.toContain(receipt.customer_confirmation_url);
    expect(await record(receipt.intake_id)).toMatchObject({
      status: 'welcome_sent',
      messages: [{ channel: 'text', state: 'sent', attempts: 1, provider_status: null }],
    });
  });

  it('a welcome names us, the request, the cost and how to opt out, and nothing of the claim', async () => {
    const { harness, twilio } = parts.current;
    const phone = freshPhone();
    const body = minimalIntake({
      customer: { phone, first_name: 'Robin', last_name: 'Synthetic' },
      offer: { insurer: 'Example Mutual', claim_number: 'CLM-4711', acv_offer: 12_345 },
      vehicle: { vin: '1HGCM82633A004352' },
    });
    await submit(harness, body);
    await harness.sendMessages();
    const words = twilio.to(phone)[0]!.body;
    expect(words).toMatch(/^Makewhole: Hi Robin, Synthetic Agent says you asked us/);
    for (const part of ['Msg&data rates may apply', 'Reply STOP to opt out', 'HELP for help']) {
      expect(words).toContain(part);
    }
    for (const part of ['Mutual', 'CLM-4711', '12345', '12,345', '1HGCM', 'last']) expect(words).not.toContain(part);
  });

  it.each([
    ['refuse', 'failed', 1],
    ['too many', 'waiting', 0],
    ['broken', 'waiting', 1],
    ['cut off', 'waiting', 1],
    ['not the api', 'waiting', 1],
    ['without sid', 'waiting', 1],
  ] as const)(
    'a welcome that meets a provider in the mood "%s" is %s after %i attempt',
    async (mood, state, attempts) => {
      const { twilio } = parts.current;
      twilio.behave(mood);
      const { receipt } = await submitPhone();
      expect(await record(receipt.intake_id)).toMatchObject({ status: 'received', messages: [{ state, attempts }] });
    },
  );

  it.each([
    ['failed', 'the number is not one', { code: 21_211, status: 400, attempts: 1 }],
    ['failed', 'the person has stopped our texts', { code: 21_610, status: 400, attempts: 1 }],
    ['failed', 'the number is not a mobile one', { code: 21_614, status: 400, attempts: 1 }],
    ['failed', 'the number is a landline', { code: 21_635, status: 400, attempts: 1 }],
    ['waiting', 'our credential is wrong', { code: 20_003, status: 401, attempts: 0 }],
    ['waiting', 'our account may not do this', { code: 20_003, status: 403, attempts: 0 }],
    ['waiting', 'our account is suspended', { code: 30_002, status: 403, attempts: 0 }],
    ['waiting', 'our account is not active', { code: 20_005, status: 400, attempts: 0 }],
    ['waiting', 'our account is not there', { code: 20_404, status: 404, attempts: 0 }],
    ['waiting', 'our account is on trial', { code: 21_608, status: 400, attempts: 1 }],
    ['waiting', 'our account may not write to that region', { code: 21_408, status: 400, attempts: 1 }],
    ['waiting', 'our number is not ours', { code: 21_606, status: 400, attempts: 0 }],
    ['waiting', 'our number does not reach that one', { code: 21_612, status: 400, attempts: 1 }],
    ['waiting', 'our number has too much to send', { code: 21_611, status: 429, attempts: 0 }],
    ['waiting', 'our callback is not an address', { code: 21_609, status: 400, attempts: 0 }],
    ['waiting', 'something is wrong that has no number yet', { code: 29_999, status: 422, attempts: 1 }],
  ] as const)(
    'a welcome is %s when the provider reports that %s, with an attempt only for problems of the message',
    async (state, _why, { attempts, ...refusal }) => {
      const { harness, twilio } = parts.current;
      twilio.behave(refusal);
      const { receipt } = await submitPhone();
      expect(await record(receipt.intake_id)).toMatchObject({ status: 'received', messages: [{ state, attempts }] });
      const [row] = await messageRows(harness, receipt.intake_id);
      expect(row?.last_failure).toBe(`${state === 'failed' ? 'refused' : 'unavailable'} ${refusal.code}`);
    },
  );

  it('a welcome is retried a minute after the provider was unavailable, and not after it refused', async () => {
    const { harness, twilio } = parts.current;
    twilio.behave('refuse');
    const refused = await submitPhone();
    twilio.behave('broken');
    const waiting = await submitPhone();
    twilio.behave('accept');
    harness.clock.advance(59);
    await harness.sendMessages();
    expect([twilio.to(refused.phone), twilio.to(waiting.phone)]).toEqual([[], []]);
    harness.clock.advance(1);
    await harness.sendMessages();
    expect([twilio.to(refused.phone).length, twilio.to(waiting.phone).length]).toEqual([0, 1]);
    expect(await record(waiting.receipt.intake_id)).toMatchObject({
      status: 'welcome_sent',
      messages: [{ state: 'sent', attempts: 2 }],
    });
    expect(await record(refused.receipt.intake_id)).toMatchObject({ status: 'received' });
  });

  it('a welcome is abandoned after the seventh attempt', async () => {
    const { harness, twilio } = parts.current;
    twilio.behave('broken');
    const before = twilio.requests;
    const { receipt } = await submitPhone();
    for (const delay of [60, 300, 1800, 7200, 28_800, 86_400]) {
      expect((await record(receipt.intake_id)).messages[0]!.state).toBe('waiting');
      harness.clock.advance(delay);
      // At night it would wait for the morning.
      moveToTextingHours(harness);
      await harness.sendMessages();
    }
    expect(twilio.requests - before).toBe(7);
    expect(await record(receipt.intake_id)).toMatchObject({ messages: [{ state: 'failed', attempts: 7 }] });
  });

  it('a welcome does not wait forever for a silent provider', async () => {
    const { twilio } = parts.current;
    twilio.behave('silent');
    const startedAt = performance.now();
    const { receipt } = await submitPhone();
    const seconds = (performance.now() - startedAt) / 1000;
    expect(seconds).toBeGreaterThan(9.5);
    expect(seconds).toBeLessThan(20);
    expect(await record(receipt.intake_id)).toMatchObject({ messages: [{ state: 'waiting', attempts: 1 }] });
  });

  it('a welcome logs neither the number, nor the text, nor the credential', async () => {
    const { harness, twilio } = parts.current;
    twilio.behave('refuse');
    const { phone, receipt } = await submitPhone();
    const lines = harness.logLines.join('');
    expect(lines).toContain('customers.message-not-accepted');
    const link = new URL(receipt.customer_confirmation_url).pathname;
    for (const secret of [phone, phone.slice(2), link, 'synthetic-auth-token']) expect(lines).not.toContain(secret);
  });
});

describe('a sender that is a messaging service', () => {
  const service = `MG${'1'.repeat(32)}`;
  const ofService = useTextHarness({}, service);

  it('a messaging service is sent as the sender', async () => {
    const { harness, twilio } = ofService.current;
    await submit(harness, minimalIntake({ customer: { phone: '+12125550150' } }));
    await harness.sendMessages();
    expect(twilio.to('+12125550150')).toMatchObject([{ from: undefined, messagingServiceSid: service }]);
  });
});

describe('a wrong credential', () => {
  const wrong = useTextHarness({ TWILIO_AUTH_TOKEN: 'another token' });

  it('a wrong credential does not fail messages, which wait until it is right again', async () => {
    const { harness, twilio } = wrong.current;
    const { body } = await submit(harness, minimalIntake({ customer: { phone: '+12125550151' } }));
    await harness.sendMessages();
    const token = await givenStaffToken(harness);
    const { body: seen } = await harness.call('GET', `/api/staff/v1/intakes/${body.intake_id}`, { token });
    expect([seen.status, seen.messages[0].state, twilio.received]).toEqual(['received', 'waiting', []]);
  });
});
