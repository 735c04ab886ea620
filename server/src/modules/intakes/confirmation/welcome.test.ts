import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { moveToTextingHours, useTextHarness } from '#test/doubles/twilio';
import type { IntakeRequest } from '../schemas.ts';
import {
  asStranger,
  daysInSeconds,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
  poll,
  press,
  pressSent,
  submit,
  type CreatedReceipt,
  type Team,
} from '../testing.ts';

const parts = useTextHarness();

let team: Team;
beforeAll(async () => {
  team = await givenTeam(parts.current.harness);
});
beforeEach(() => moveToTextingHours(parts.current.harness));

const open = (changes: Partial<IntakeRequest>): Promise<CreatedReceipt> => givenIntake(parts.current.harness, changes);
const { attestation } = minimalIntake().consent;
const quiet = { consent: { attestation, notify_customer: false } };

/** Everything that reached a customer: emails and texts. */
function reached({ email, phone }: IntakeRequest['customer']): string[] {
  const { harness, twilio } = parts.current;
  const mails = email === undefined ? [] : harness.mailbox.to(email).map(({ mail }) => mail.text ?? '');
  const texts = phone === undefined ? [] : twilio.to(`+1${phone}`).map(({ body }) => body);
  return [...mails, ...texts];
}

const statusOf = async (receipt: CreatedReceipt): Promise<string> =>
  (await poll(parts.current.harness, receipt)).body.status;

describe('the welcome', () => {
  it.each<[string, IntakeRequest['consent']]>([
    ['nothing is said about it', { attestation }],
    ['it is asked for', { attestation, notify_customer: true }],
  ])(
    'the welcome is sent when %s: to each contact once, with its own link and the agent’s name [A-CONSENT-010, A-CONSENT-011, A-INTAKE-018]',
    async (_when, consent) => {
      const customer = { email: newEmail(), phone: newPhone() };
      const receipt = await open({ customer, consent, agent: { name: 'Claims Companion', platform: 'p' } });
      await parts.current.harness.sendMessages();
      await parts.current.harness.sendMessages();
      const words = reached(customer);
      expect(words.length).toBe(2);
      const links = words.map((text) => /http:\/\/makewhole\.test\/c\/\w{32}/.exec(text)?.[0] ?? '');
      for (const text of words) expect(text).toContain('Claims Companion says you asked us');
      expect(new Set([receipt.customer_confirmation_url, ...links]).size).toBe(3);
      for (const link of links) {
        const { status, text } = await parts.current.harness.call('GET', new URL(link).pathname);
        expect([status, text.includes('Claims Companion')]).toEqual([200, true]);
      }
      expect(await statusOf(receipt)).toBe('welcome_sent');
      expect(await eventTypes(parts.current.harness, receipt.intake_id)).toEqual([
        'intake.received',
        'intake.welcome_sent',
      ]);
    },
  );

  it.each<[string, () => IntakeRequest['customer']]>([
    ['email', () => ({ email: newEmail() })],
    ['text', () => ({ phone: newPhone() })],
  ])('the welcome is sent by %s alone when that is the only contact', async (_channel, make) => {
    const customer = make();
    const receipt = await open({ customer });
    await parts.current.harness.sendMessages();
    expect(reached(customer).length).toBe(1);
    expect(await statusOf(receipt)).toBe('welcome_sent');
  });

  it('the welcome is published as sent when the first of two is accepted, although the other is refused', async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const receipt = await open({ customer });
    parts.current.twilio.behave('refuse');
    await parts.current.harness.sendMessages();
    parts.current.twilio.behave('accept');
    expect([reached(customer).length, await statusOf(receipt)]).toEqual([1, 'welcome_sent']);
  });

  it('a welcome that no transport accepts leaves the intake received', async () => {
    const customer = { email: newEmail() };
    const receipt = await open({ customer });
    parts.current.harness.mailbox.behave('refuse');
    await parts.current.harness.sendMessages();
    parts.current.harness.mailbox.behave('accept');
    expect(await statusOf(receipt)).toBe('received');
    expect(await eventTypes(parts.current.harness, receipt.intake_id)).toEqual(['intake.received']);
  });

  it('a late welcome does not move the status back: a called customer stays called', async () => {
    const customer = { email: newEmail() };
    const receipt = await open({ customer });
    await team.call(receipt.intake_id, 'voicemail');
    await parts.current.harness.sendMessages();
    expect([reached(customer).length, await statusOf(receipt)]).toEqual([1, 'contact_attempted']);
    expect(await eventTypes(parts.current.harness, receipt.intake_id)).toEqual([
      'intake.received',
      'intake.contact_attempted',
    ]);
  });

  it.each<[string, (receipt: CreatedReceipt) => Promise<unknown>]>([
    ['on the page', (receipt) => press(parts.current.harness, receipt, 'decline')],
    ['to the caller', (receipt) => team.call(receipt.intake_id, 'declined')],
  ])('the welcome is no longer sent after a no %s', async (_where, decline) => {
    const customer = { email: newEmail(), phone: newPhone() };
    const receipt = await open({ customer });
    await decline(receipt);
    await parts.current.harness.sendMessages();
    expect([reached(customer), await statusOf(receipt)]).toEqual([[], 'declined']);
  });
});

describe('an intake with notify_customer false', () => {
  it('an intake with notify_customer false sends nothing, and the agent gets link and message to relay [A-CONSENT-012, A-CONSENT-013]', async () => {
    const customer = { email: newEmail(), phone: newPhone() };
    const receipt = await open({ customer, ...quiet });
    parts.current.harness.clock.advance(daysInSeconds(2));
    await parts.current.harness.sendMessages();
    expect(reached(customer)).toEqual([]);
    expect(await statusOf(receipt)).toBe('received');
    expect((await team.record(receipt.intake_id)).messages).toEqual([]);
    expect(receipt.customer_confirmation_url).toMatch(/^http:\/\/makewhole\.test\/c\//);
    expect(receipt.customer_message).toContain(receipt.customer_confirmation_url);
    expect((await parts.current.harness.call('GET', linkPath(receipt))).status).toBe(200);
  });

  it.each<[string, (receipt: CreatedReceipt) => Promise<unknown>]>([
    ['confirmed', (receipt) => press(parts.current.harness, receipt, 'confirm')],
    ['been called', (receipt) => team.call(receipt.intake_id, 'no_answer')],
  ])('the customer may get messages once they have %s, and not before [A-CONSENT-012]', async (_how, act) => {
    const receipt = await open({ customer: { email: newEmail(), phone: newPhone() }, ...quiet });
    const silent = { will_email: false, will_text: false, will_call: true };
    expect(receipt.contact_policy).toMatchObject(silent);
    expect((await poll(parts.current.harness, receipt)).body.contact_policy).toMatchObject(silent);
    await act(receipt);
    const after = (await poll(parts.current.harness, receipt)).body;
    expect(after.contact_policy).toMatchObject({ will_email: true, will_text: true, will_call: true });
  });
});

describe('a contact', () => {
  const car = (number: number) => ({ vehicle: { vin: `SYNTHET1CVN${String(number).padStart(6, '0')}` } });

  it('a contact gets three welcomes in thirty days; later cases are accepted, and called, without a message', async () => {
    const { harness } = parts.current;
    const customer = { email: newEmail() };
    for (const number of [1, 2, 3]) {
      const welcomed = await open({ customer, ...car(number) });
      expect(welcomed.contact_policy.will_email).toBe(true);
      await harness.sendMessages();
      // Four open, unproven cases would be one too many (D-031).
      await press(harness, welcomed, 'decline');
      harness.clock.advance(daysInSeconds(1));
    }
    const held = await open({ customer, ...car(4) });
    expect([held.status, held.contact_policy.will_email, held.contact_policy.will_call]).toEqual([
      'received',
      false,
      true,
    ]);
    await harness.sendMessages();
    expect(reached(customer).length).toBe(3);
    const record = await team.record(held.intake_id);
    expect([record.status, record.messages, record.consultation?.closed_at]).toEqual(['received', [], null]);
    await team.call(held.intake_id, 'no_answer');
    expect((await poll(harness, held)).body.contact_policy.will_email).toBe(false);
    // The first of the three becomes thirty days old two days after this.
    harness.clock.advance(daysInSeconds(29));
    const again = await open({ customer, ...car(5) });
    expect(again.contact_policy.will_email).toBe(true);
    await harness.sendMessages();
    expect(reached(customer).length).toBe(4);
  });

  it('a contact at its limit also stops the welcome to the other contact of the same submission', async () => {
    const { harness } = parts.current;
    const customer = { phone: newPhone() };
    for (const number of [11, 12, 13]) {
      const welcomed = await open({ customer, ...car(number) });
      await harness.sendMessages();
      await pressSent(harness, welcomed, { via: 'text' });
    }
    const both = { ...customer, email: newEmail() };
    const held = await open({ customer: both, ...car(14) });
    expect(held.contact_policy).toMatchObject({ will_email: false, will_text: false, will_call: true });
    await harness.sendMessages();
    const welcomes = reached(both).filter((words) => words.includes('/c/'));
    expect(welcomes.length).toBe(3);
  });

  it('a contact gets three welcomes from all submitters together, even at the same moment', async () => {
    const { harness } = parts.current;
    const customer = { email: newEmail() };
    const many = () =>
      Promise.all(
        Array.from({ length: 12 }, async (_, number) => {
          const { body } = await submit(harness, minimalIntake({ customer, ...car(100 + number) }), asStranger());
          return body as CreatedReceipt;
        }),
      );
    const first = await many();
    const welcomed = first.filter(({ contact_policy: policy }) => policy.will_email);
    await harness.sendMessages();
    expect([welcomed.length, reached(customer).length]).toEqual([3, 3]);
    // Once these have ended, three more are accepted, but without a welcome.
    for (const one of welcomed) await press(harness, one, 'decline');
    const later = (await many()).filter(({ status }) => status === 'received');
    expect(later.map(({ contact_policy: policy }) => policy.will_email)).toEqual([false, false, false]);
  });
});

describe('a welcome that could not be sent during an outage', () => {
  const begin = async (receipt: CreatedReceipt) => {
    await team.call(receipt.intake_id, 'confirmed');
    await team.start(receipt.intake_id);
  };
  it.each<[string, (receipt: CreatedReceipt) => Promise<unknown>]>([
    ['was confirmed on the telephone', ({ intake_id: id }) => team.call(id, 'confirmed')],
    ['has begun', begin],
    ['has lapsed', async () => parts.current.harness.clock.advance(daysInSeconds(14))],
  ])(
    'a welcome delayed by an outage is not sent after the consultation %s, and staff see why',
    async (_what, happen) => {
      const { harness, twilio } = parts.current;
      const customer = { email: newEmail(), phone: newPhone() };
      harness.mailbox.behave('busy');
      twilio.behave('broken');
      const receipt = await open({ customer });
      await harness.sendMessages();
      await happen(receipt);
      harness.mailbox.behave('accept');
      twilio.behave('accept');
      harness.clock.advance(60);
      await harness.sendMessages();
      expect(reached(customer)).toEqual([]);
      const { messages } = await team.record(receipt.intake_id);
      expect(messages.map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
      expect(await eventTypes(harness, receipt.intake_id)).not.toContain('intake.welcome_sent');
    },
  );
});
