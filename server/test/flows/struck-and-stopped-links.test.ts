import { beforeEach, describe, expect, it } from 'vitest';
import { findStop, stopUrl } from '#lib/text/stop-link';
import { useTextHarness } from '#test/doubles/twilio';
import { newCustomer } from '#test/fixtures/consultation-origins';
import { useQueueDay } from '#test/fixtures/queue-day';
import { givenAgent } from '#testing/agents';
import { messageRows } from '#testing/customers';
import {
  type CreatedReceipt,
  eventTypes,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  press,
  pressSent,
  sentLinkPath,
  submit,
  type Team,
} from '#testing/intakes';
import { replyByText } from '#testing/replies';

const parts = useTextHarness({ gapRequestsPerMin: 1_000_000 });
useQueueDay(() => parts.current.harness);
const harness = () => parts.current.harness;

let team: Team;
beforeEach(async () => {
  team = await givenTeam(harness());
});

const look = (path: string) => harness().call('GET', path);
const post = (path: string, raw: string) =>
  harness().call('POST', path, {
    raw,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });
const stopPathIn = (text: string): string => /\/stop\/[\w-]+/.exec(text)?.[0] ?? '';
const stopIn = (text: string) => findStop(harness().ctx, stopPathIn(text).slice('/stop/'.length));
const phoneStop = (phone: string) => ({ contacts: { email: undefined, phone } });

async function givenSent() {
  const owner = newCustomer();
  const receipt = await givenIntake(harness(), { customer: { email: owner.email, phone: owner.phone } });
  await harness().sendMessages();
  return { owner, receipt };
}

/** The number belongs to another person, who has the text with the link. */
async function givenStruck() {
  const sent = await givenSent();
  const path = await sentLinkPath(harness(), sent.receipt.intake_id, 'text');
  expect((await team.call(sent.receipt.intake_id, 'wrong_number')).status).toBe(200);
  return { ...sent, path };
}

/** Everything that an answer could change. */
async function stateOf({ intake_id: id }: CreatedReceipt) {
  const { status, proven, confirmation } = await team.record(id);
  return { status, proven, confirmation, events: await eventTypes(harness(), id) };
}

async function giveNumber(email: string, number: string): Promise<void> {
  await harness().sendMessages();
  const texts = harness()
    .mailbox.to(email.toLowerCase())
    .map(({ mail }) => mail.text ?? '');
  const path = /\/c\/number\/\w+/.exec(texts.join('\n'))?.[0] ?? '';
  expect((await post(path, new URLSearchParams({ number }).toString())).status).toBe(303);
}

const struckWords = 'This number was taken off the request.';
const stoppedWords = 'You asked us to stop.';

describe('the link in a text to a removed number', () => {
  it('the link asks nothing, accepts no answer, and stops only the number that it was sent to', async () => {
    const { owner, receipt, path } = await givenStruck();
    const before = await stateOf(receipt);
    const page = await look(path);
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(struckWords)]);
    expect(page.text).not.toContain('name="decision"');
    expect(stopIn(page.text)).toEqual(phoneStop(owner.dialed));
    for (const decision of ['confirm', 'decline'] as const) {
      const answer = await pressSent(harness(), receipt, { via: 'text', decision });
      expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(struckWords)]);
      expect(stopIn(answer.text)).toEqual(phoneStop(owner.dialed));
    }
    expect(await stateOf(receipt)).toEqual(before);
    // The owner's email still asks.
    expect((await look(await sentLinkPath(harness(), receipt.intake_id, 'email'))).text).toContain('name="decision"');
  });

  it('the link does not affect the number that the owner entered since', async () => {
    const { owner, receipt, path } = await givenStruck();
    const right = newCustomer();
    await giveNumber(owner.email, right.phone);
    expect((await team.record(receipt.intake_id)).customer.phone).toBe(right.dialed);
    const before = await stateOf(receipt);
    const page = await look(path);
    expect([page.text.includes(struckWords), stopIn(page.text)]).toEqual([true, phoneStop(owner.dialed)]);
    expect((await pressSent(harness(), receipt, { via: 'text' })).status).toBe(409);
    expect((await post(stopPathIn(page.text), 'decision=stop')).status).toBe(200);
    expect(await stateOf(receipt)).toEqual(before);
    const mailed = await look(await sentLinkPath(harness(), receipt.intake_id, 'email'));
    expect(mailed.text).not.toContain(stoppedWords);
  });

  it('the number is removed from linked submissions too', async () => {
    const customer = { phone: newCustomer().phone };
    const receipt = await givenIntake(harness(), { customer });
    const { key } = await givenAgent(harness());
    const { body: tied } = await submit(harness(), minimalIntake({ customer }), { token: key });
    const { body } = await team.call(receipt.intake_id, 'wrong_number');
    expect(body.logged.applied_to).toEqual([tied.intake_id]);
    const answer = await pressSent(harness(), tied, { via: 'text', decision: 'confirm' });
    expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(struckWords)]);
  });

  it("the team sees the number as removed, and not as the customer's", async () => {
    const { owner, receipt } = await givenStruck();
    const record = await team.record(receipt.intake_id);
    expect([record.customer.phone, record.struck_phones]).toEqual([undefined, [owner.dialed]]);
    expect(record.customer.email).toBe(owner.email);
  });
});

describe('a reply from a removed number', () => {
  it.each(['wrong number', 'STOP'])(
    '%s does not prevent the email that asks the owner for another number',
    async (words) => {
      const { owner, receipt } = await givenStruck();
      expect((await replyByText(parts.current, owner.dialed, { words })).status).toBe(200);
      const wanted = async () =>
        (await messageRows(harness(), receipt.intake_id)).find(
          ({ purpose }) => purpose === 'consultation.number-wanted',
        );
      expect((await wanted())?.state).toBe('waiting');
      await harness().sendMessages();
      expect((await wanted())?.state).toBe('sent');
      await giveNumber(owner.email, newCustomer().phone);
    },
  );
});

describe('a link that we sent, after a stop', () => {
  it.each(['email', 'text'] as const)(
    'the link shows a stop by %s, promises no call and accepts no answer',
    async (via) => {
      const { owner, receipt } = await givenSent();
      await replyByText(parts.current, owner.dialed, { words: 'STOP' });
      const before = await stateOf(receipt);
      const page = await look(await sentLinkPath(harness(), receipt.intake_id, via));
      expect([page.status, page.text]).toEqual([200, expect.stringContaining(stoppedWords)]);
      expect(page.text).not.toMatch(/name="decision"|will call you/);
      for (const decision of ['confirm', 'decline'] as const) {
        const answer = await pressSent(harness(), receipt, { via, decision });
        expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(stoppedWords)]);
      }
      expect(await stateOf(receipt)).toEqual(before);
    },
  );

  it('the link shows a stop after a yes, and a stop that lists no contact', async () => {
    const { receipt } = await givenSent();
    await pressSent(harness(), receipt, { via: 'email' });
    const path = await sentLinkPath(harness(), receipt.intake_id, 'email');
    expect((await look(path)).text).toContain('will call you');
    const consultationId = (await team.record(receipt.intake_id)).consultation?.id ?? '';
    await post(new URL(stopUrl(harness().ctx, { consultationId })).pathname, 'decision=stop');
    expect((await look(path)).text).toContain(stoppedWords);
  });

  it('the relayed link does not reveal a stop: its page is the same for everyone', async () => {
    const [free, listed] = [await givenSent(), await givenSent()];
    await replyByText(parts.current, listed.owner.dialed, { words: 'STOP' });
    const pages = [];
    for (const { receipt } of [free, listed]) {
      expect((await press(harness(), receipt, 'confirm')).status).toBe(303);
      pages.push((await look(linkPath(receipt))).text);
    }
    expect(pages[1]).toBe(pages[0]);
    expect(pages[0]).toContain('We have your answer.');
    expect(pages[0]).not.toContain('will call you');
  });
});

describe('the page that refuses the opposite answer', () => {
  it('the page has the stop link for the contact that got the message, and none if opened by the relayed link', async () => {
    const { owner, receipt } = await givenSent();
    await pressSent(harness(), receipt, { via: 'text' });
    const sent = await pressSent(harness(), receipt, { via: 'text', decision: 'decline' });
    expect([sent.status, stopIn(sent.text)]).toEqual([409, phoneStop(owner.dialed)]);
    const relayed = await press(harness(), receipt, 'decline');
    expect([relayed.status, stopPathIn(relayed.text)]).toEqual([409, '']);
  });
});

describe('a stop link', () => {
  it('a stop link is never created without a contact, and such a token is refused', () => {
    const { ctx } = harness();
    expect(() => stopUrl(ctx, { contacts: { email: undefined, phone: undefined } })).toThrow('contact');
    for (const text of ['email undefined', 'phone undefined', 'other x'])
      expect(findStop(ctx, ctx.vault.encrypt(text, 'stop-link', 'link').toString('base64url'))).toBeUndefined();
  });
});
