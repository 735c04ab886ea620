import { randomBytes } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { messageOwners } from '#app/message-sources';
import { textReplyPath } from '#gateways/text';
import { messageQueue } from '#mount/customers/workers';
import { callBack, freshPhone, useTextHarness } from '#test/doubles/twilio';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { givenStaffToken } from '#testing/staff';
import { bringTo, givenIntake, minimalIntake, poll, submit } from '#testing/intakes';

const parts = useTextHarness();
afterEach(() => parts.current.twilio.behave('accept'));

const newSid = () => `SM${randomBytes(16).toString('hex')}`;

const reply = (phone: string, words: string, signature?: string | null) =>
  callBack(parts.current, {
    path: textReplyPath,
    form: { From: phone, To: '+14155550100', Body: words, MessageSid: newSid(), NumMedia: '0' },
    ...(signature === undefined ? {} : { signature }),
  });

/** The response to a new submission with this number, each for another car so that it is not a duplicate. */
let cars = 0;
async function nextSubmission(phone: string): Promise<string> {
  cars += 1;
  const vin = `1HGCM82633A${String(cars).padStart(6, '0')}`;
  const { body } = await submit(parts.current.harness, minimalIntake({ customer: { phone }, vehicle: { vin } }));
  return body.status;
}

async function welcomed(): Promise<string> {
  const phone = freshPhone();
  await nextSubmission(phone);
  await parts.current.harness.sendMessages();
  expect(parts.current.twilio.to(phone)).toHaveLength(1);
  return phone;
}

const staffCall = async (path: string, body: unknown) => {
  const { harness } = parts.current;
  return harness.call('POST', `/api/staff/v1${path}`, { token: await givenStaffToken(harness), body });
};

const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'];
const sentences = ['please stop texting me', 'take me off', 'wrong number', 'no', 'Opt-out, please', 'no me escriba'];
const ways = [...sentences, 'stop', 'Stop', 'STOP.', 'stop!', '  stop  ', 'Stop. ', 'stop\n', 'unsubscribe.'];

describe('a customer who replies STOP', () => {
  it.each([...stopWords, ...ways])('a customer who replies %j is no longer contacted', async (words) => {
    const phone = await welcomed();
    const answer = await reply(phone, words);
    expect([answer.status, answer.headers.get('content-type'), answer.text]).toEqual([
      200,
      'text/xml; charset=utf-8',
      '<Response/>',
    ]);
    expect(await nextSubmission(phone)).toBe('not_eligible');
  });

  it.each(['Please stop by the office', 'YES', 'Who is this?', 'STOPPED', '', 'HELP', 'don’t stop'])(
    'a customer who replies %j is not treated as stopping',
    async (words) => {
      const phone = await welcomed();
      expect((await reply(phone, words)).status).toBe(200);
      expect(await nextSubmission(phone)).toBe('received');
    },
  );

  it('a customer who replies STOP gets none of the waiting messages, however often the queue is processed', async () => {
    const { harness, twilio } = parts.current;
    const phone = freshPhone();
    twilio.behave('broken');
    const { body } = await submit(harness, minimalIntake({ customer: { phone } }));
    await harness.sendMessages();
    await reply(phone, 'stop');
    twilio.behave('accept');
    harness.clock.advance(2 * 86_400);
    await harness.sendMessages();
    expect(twilio.to(phone)).toEqual([]);
    const token = await givenStaffToken(harness);
    const { body: seen } = await harness.call('GET', `/api/staff/v1/intakes/${body.intake_id}`, { token });
    expect(seen.messages).toMatchObject([{ channel: 'text', state: 'failed', attempts: 1 }]);
  });

  it('a customer whose STOP arrives during a failing attempt gets no retry of it', async () => {
    const { harness, twilio } = parts.current;
    const phone = freshPhone();
    const { body } = await submit(harness, minimalIntake({ customer: { phone } }));
    const queue = messageQueue(harness.ctx, messageOwners);
    const claimed = await queue.claim('crossing-worker', 100);
    await reply(phone, 'STOP');
    twilio.behave('broken');
    const results = await Promise.all(claimed.map(async (row) => ({ row, outcome: await queue.run(row) })));
    await queue.finish('crossing-worker', results);
    twilio.behave('accept');
    harness.clock.advance(60);
    await harness.sendMessages();
    expect(claimed.map((row) => row.subject_id)).toContain(body.intake_id);
    expect(twilio.to(phone).map((text) => text.body)).toEqual([
      expect.stringMatching(/^Makewhole: You are unsubscribed/),
    ]);
  });

  it('a customer who sends two STOPs is listed once, and no one else is', async () => {
    const phone = await welcomed();
    const other = await welcomed();
    expect([(await reply(phone, 'STOP')).status, (await reply(phone, 'STOP')).status]).toEqual([200, 200]);
    expect([await nextSubmission(phone), await nextSubmission(other)]).toEqual(['not_eligible', 'received']);
  });

  it('is only heard through the provider: unsigned or forged, nothing changes', async () => {
    const { twilio } = parts.current;
    const phone = await welcomed();
    const form = { From: phone, Body: 'STOP' };
    const forged = [null, 'AAAA', twilio.sign('http://makewhole.test/hooks/text/status', form)];
    for (const signature of forged) expect((await reply(phone, 'STOP', signature)).status).toBe(403);
    const overHttps = twilio.sign(`https://makewhole.test${textReplyPath}`, form);
    const answer = await callBack(parts.current, { path: textReplyPath, form, signature: overHttps });
    expect(answer.status).toBe(403);
    expect(await nextSubmission(phone)).toBe('received');
  });
});

describe('a customer who replies START', () => {
  it.each(['START', 'start', 'UNSTOP'])(
    'a customer who replies START after a STOP may be messaged again: %j',
    async (words) => {
      const phone = await welcomed();
      await reply(phone, 'STOP');
      expect(await nextSubmission(phone)).toBe('not_eligible');
      await reply(phone, words);
      expect(await nextSubmission(phone)).toBe('received');
    },
  );

  it('a customer who replies YES lifts nothing', async () => {
    const phone = await welcomed();
    await reply(phone, 'STOP');
    await reply(phone, 'YES');
    expect(await nextSubmission(phone)).toBe('not_eligible');
  });

  it('a START does not undo a decision of staff', async () => {
    const phone = await welcomed();
    await staffCall('/do-not-contact', { phone });
    await reply(phone, 'START');
    expect(await nextSubmission(phone)).toBe('not_eligible');
  });

  it('a START does not undo a stop made on a call', async () => {
    const { harness } = parts.current;
    const phone = freshPhone();
    const { body } = await submit(harness, minimalIntake({ customer: { phone } }));
    await staffCall(`/intakes/${body.intake_id}/calls`, { outcome: 'do_not_contact' });
    await reply(phone, 'START');
    expect(await nextSubmission(phone)).toBe('not_eligible');
  });

  it('a START does not undo a staff decision made after a STOP, and a later STOP does not change that', async () => {
    const first = await welcomed();
    await reply(first, 'STOP');
    await staffCall('/do-not-contact', { phone: first });
    await reply(first, 'START');
    const second = await welcomed();
    await staffCall('/do-not-contact', { phone: second });
    await reply(second, 'STOP');
    await reply(second, 'START');
    expect([await nextSubmission(first), await nextSubmission(second)]).toEqual(['not_eligible', 'not_eligible']);
  });
});

describe('a closed case', () => {
  it('a closed case follows STOP and START like an open one, and so does a reopened case', async () => {
    const { harness } = parts.current;
    const phone = freshPhone();
    const receipt = await givenIntake(harness, { customer: { phone } });
    await bringTo(harness, receipt, 'consultation_active');
    const id = await consultationOf(harness, receipt.intake_id);
    const token = await givenStaffToken(harness, 'administrator');
    const staff = (method: string, path: string, body?: unknown) =>
      harness.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
    const told = async () => [
      (await poll(harness, receipt)).body.contact_policy.will_text,
      (await staff('GET', `/board/cases/${id}`)).body.card.stopped,
    ];
    const close = async () =>
      expect((await staff('POST', `/consultations/${id}/close`, { reason: 'mistake' })).status).toBe(200);
    await close();
    expect(await told()).toEqual([true, false]);
    await reply(phone, 'STOP');
    expect(await told()).toEqual([false, true]);
    await staff('POST', `/consultations/${id}/reopen`, { reason: 'They asked.' });
    expect(await told()).toEqual([false, true]);
    await close();
    await reply(phone, 'START');
    expect(await told()).toEqual([true, false]);
    await staff('POST', `/consultations/${id}/reopen`, { reason: 'They asked.' });
    expect(await told()).toEqual([true, false]);
  });
});
