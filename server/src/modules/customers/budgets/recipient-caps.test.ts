import { describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { policy } from '#platform/config';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { startRotated } from '#test/fixtures/rotated-keys';
import { testMail, testPurpose } from '#test/fixtures/test-messages';
import { register, registrationOf } from '#testing/agents';
import { messageRows } from '#testing/customers';
import { minimalIntake, newEmail, submit } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral, partnerCalls } from '#testing/referrals';
import { budgetsOf } from '#test/fixtures/test-settings';
import { queueMessage, withdrawMessages } from '../messages/queue-message.ts';
import { messagePurposes } from '../purpose-data.ts';

/** As shipped. */
const { email, text } = policy.budgets;
const budgets = budgetsOf({
  email: { recipientDay: email.recipientDay, recipientMonth: email.recipientMonth },
  text: { recipientDay: text.recipientDay, recipientMonth: text.recipientMonth },
});
const parts = useTextHarness({ budgets, gapRequestsPerMin: 1_000_000 });

const mail = (to: string) => ({ channel: 'email', to, mail: testMail() }) as const;

const queue = (to: string, purpose = testPurpose, subjectId = 'sub_caps') =>
  transact(parts.current.harness.ctx, async (tx) => queueMessage(tx, { purpose, subjectId, content: mail(to) }));

const received = (prefix: string) =>
  parts.current.harness.mailbox.received.filter(({ recipients }) => recipients[0]?.startsWith(prefix)).length;

describe('a recipient', () => {
  it('a recipient of sixty edits of one referral gets three emails and three texts a day, and the rest is held for staff', async () => {
    const { harness, twilio } = parts.current;
    const { key } = await givenPartner(harness, { livemode: true });
    const partner = partnerCalls(harness, key);
    const phone = freshPhone();
    const name = `borrower-${crypto.randomUUID()}`;
    const borrower = { first_name: 'Robin', last_name: 'Borrower', email: `${name}@example.com`, phone };
    const { id } = await givenReferral(harness, key, { borrower });
    await harness.sendMessages();
    for (let edit = 0; edit < 60; edit += 1) {
      const { status } = await partner(`PATCH /referrals/${id}`, {
        borrower: { email: `${name}+${edit}@example.com` },
      });
      expect(status).toBe(200);
      await harness.sendMessages();
    }
    expect([received(name), twilio.to(phone).length]).toEqual([3, 3]);
    const rows = await messageRows(harness, id);
    // An edit withdraws the unsent message of the previous edit.
    expect(
      rows
        .filter(({ state }) => state === 'held')
        .map(({ channel }) => channel)
        .toSorted(),
    ).toEqual(['email', 'text']);
    expect(rows.filter(({ state }) => state === 'withdrawn').length).toBe(2 * 57);
  });

  it("a recipient's cap counts messages of every purpose and source", async () => {
    const { harness } = parts.current;
    const email = newEmail();
    const { key } = await givenPartner(harness, { livemode: true });
    await register(harness, registrationOf(email));
    await givenReferral(harness, key, { borrower: { first_name: 'A', last_name: 'B', email, phone: freshPhone() } });
    await queue(email);
    const { body } = await submit(harness, minimalIntake({ customer: { email } }));
    expect([body.status, body.contact_policy.will_email]).toEqual(['received', false]);
    await harness.sendMessages();
    expect(harness.mailbox.to(email).length).toBe(3);
  });

  it('a recipient gets three messages about their own affairs even after strangers used up their cap', async () => {
    const email = newEmail();
    for (let turn = 0; turn < 5; turn += 1) await queue(email, testPurpose, 'sub_own');
    for (let turn = 0; turn < 5; turn += 1) await queue(email, messagePurposes.holdEnded, 'sub_own');
    const rows = await messageRows(parts.current.harness, 'sub_own');
    const waiting = rows.filter(({ state }) => state === 'waiting').map(({ allowance }) => allowance);
    expect(waiting.toSorted()).toEqual(['own', 'own', 'own', 'unasked', 'unasked', 'unasked']);
    expect(rows.filter(({ state }) => state === 'held').length).toBe(4);
  });

  it('a recipient gets an immediate answer even after their cap is used up, and the answer does not count toward it', async () => {
    const { harness } = parts.current;
    const content = { channel: 'text', to: freshPhone(), text: 'Synthetic text.' } as const;
    const { answer, help, stopConfirmed } = messagePurposes;
    for (const purpose of [help, stopConfirmed, answer, answer, answer, answer, stopConfirmed, help])
      await transact(harness.ctx, async (tx) => queueMessage(tx, { purpose, subjectId: 'sub_answers', content }));
    const rows = await messageRows(harness, 'sub_answers');
    const states = (of: string) => rows.filter(({ purpose }) => purpose === of).map(({ state }) => state);
    expect(states(answer).toSorted()).toEqual(['held', 'waiting', 'waiting', 'waiting']);
    expect([...states(help), ...states(stopConfirmed)]).toEqual(['waiting', 'waiting', 'waiting', 'waiting']);
  });

  it('a recipient gets three messages in any 24 hours, counted from when they were sent, and ten in thirty days', async () => {
    const { harness } = parts.current;
    const email = newEmail();
    const sent: number[] = [];
    for (let hour = 0; hour < 24 * 12; hour += 6) {
      await queue(email);
      await harness.sendMessages();
      sent.push(harness.mailbox.to(email).length);
      harness.clock.advance(6 * 3600);
    }
    expect(sent.slice(0, 8)).toEqual([1, 2, 3, 3, 4, 5, 6, 6]);
    expect(sent.at(-1)).toBe(10);
    harness.clock.advance(30 * 86_400);
    await queue(email);
    await harness.sendMessages();
    expect(harness.mailbox.to(email).length).toBe(11);
  });

  it("a recipient's messages are counted exactly when many are queued at once", async () => {
    const email = newEmail();
    await Promise.all(Array.from({ length: 20 }, () => queue(email, testPurpose, 'sub_at_once')));
    const rows = await messageRows(parts.current.harness, 'sub_at_once');
    expect(rows.filter(({ state }) => state === 'waiting').length).toBe(3);
  });

  it('a recipient gets a message in place of one that was withdrawn before it was sent', async () => {
    const email = newEmail();
    const { ctx } = parts.current.harness;
    for (let turn = 0; turn < 3; turn += 1) await queue(email, testPurpose, `sub_withdrawn_${turn}`);
    await transact(ctx, async (tx) => withdrawMessages(tx, ['sub_withdrawn_0']));
    await queue(email, testPurpose, 'sub_withdrawn_3');
    expect(await messageRows(parts.current.harness, 'sub_withdrawn_3')).toMatchObject([{ state: 'waiting' }]);
  });

  it("a recipient's count survives a key rotation", async () => {
    const { harness } = parts.current;
    const rotated = await startRotated(harness, { budgets });
    const email = newEmail();
    for (let turn = 0; turn < 2; turn += 1) await queue(email, testPurpose, 'sub_rotated');
    for (let turn = 0; turn < 2; turn += 1)
      await transact(rotated.ctx, async (tx) =>
        queueMessage(tx, { purpose: testPurpose, subjectId: 'sub_rotated', content: mail(email) }),
      );
    const rows = await messageRows(harness, 'sub_rotated');
    expect(rows.map(({ state }) => state).toSorted()).toEqual(['held', 'waiting', 'waiting', 'waiting']);
    await rotated.close();
  });
});
