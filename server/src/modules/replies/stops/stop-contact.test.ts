import { beforeAll, describe, expect, it } from 'vitest';
import { messageOwners } from '#app/message-sources';
import { messageQueue } from '#mount/customers/workers';
import { sql, typed } from '#platform/db';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { messageRows } from '#testing/customers';
import { emptyQueue, givenCaller, moveToWeekday } from '#testing/consultations';
import { givenIntake, givenTeam, newEmail } from '#testing/intakes';
import { newSid, replyByText } from '../testing.ts';

const parts = useTextHarness();
// A Monday on which texts and calls are allowed in every state.
beforeAll(() => moveToWeekday(parts.current.harness));

const reply = (phone: string, words: string, changes: Record<string, string> = {}) =>
  replyByText(parts.current, phone, { words, ...changes });

let cars = 0;
const nextVin = () => `1HGCM82633A${String((cars += 1)).padStart(6, '0')}`;

/** A case with both contacts and waiting messages. */
async function givenCase(changes: { phone?: string; email?: string } = {}) {
  const { harness } = parts.current;
  const customer = { phone: changes.phone ?? freshPhone(), email: changes.email ?? newEmail() };
  const { intake_id: intakeId } = await givenIntake(harness, { customer, vehicle: { vin: nextVin() } });
  const id = (await (await givenTeam(harness)).record(intakeId)).consultation?.id ?? '';
  return { ...customer, intakeId, id };
}

const suppressedAt = async (id: string): Promise<Date | null | undefined> =>
  (
    await parts.current.harness.ctx.db.find(
      typed(sql.selectFrom('consultations.consultations').select('spared_at').where('id', '=', id)),
    )
  )?.spared_at;

const confirmationsTo = (phone: string) =>
  parts.current.twilio.to(phone).filter(({ body }) => body.includes('You are unsubscribed'));

describe('a stop by text', () => {
  it('a text stop withdraws waiting messages on every channel and takes all cases of the number out of the queue, with its commit', async () => {
    const { harness } = parts.current;
    await emptyQueue(harness);
    const phone = freshPhone();
    const cases = [await givenCase({ phone }), await givenCase({ phone }), await givenCase({ phone })];
    const caller = await givenCaller(harness);
    expect((await caller.next()).consultation).not.toBeNull();
    expect((await reply(phone, 'please stop texting me')).status).toBe(200);
    for (const { intakeId, id } of cases) {
      const states = (await messageRows(harness, intakeId)).map(({ channel, state }) => [channel, state]);
      expect(states.toSorted()).toEqual([
        ['email', 'withdrawn'],
        ['text', 'failed'],
      ]);
      expect(await suppressedAt(id)).toEqual(harness.clock.now());
    }
    expect((await caller.next()).consultation).toBeNull();
    await harness.sendMessages();
    for (const { email } of cases) expect(harness.mailbox.to(email)).toEqual([]);
  });

  it('a text stop lists the number it came from and no other contact', async () => {
    const { harness } = parts.current;
    const stopped = await givenCase();
    await reply(stopped.phone, 'STOP');
    const other = await givenCase({ email: stopped.email });
    await harness.sendMessages();
    expect(harness.mailbox.to(stopped.email)).toHaveLength(1);
    expect(await suppressedAt(other.id)).toBeNull();
  });

  it('a text stop during a batch stops the rest of the batch for its cases only', async () => {
    const { harness, twilio } = parts.current;
    await harness.sendMessages();
    const phone = freshPhone();
    const mine = [await givenCase({ phone }), await givenCase({ phone }), await givenCase({ phone })];
    const others = [await givenCase(), await givenCase()];
    const queue = messageQueue(harness.ctx, messageOwners);
    const claimed = await queue.claim('synthetic-worker', 100);
    expect(claimed).toHaveLength(10);
    // Half of the batch was sent when the stop commits; the worker holds all of it.
    const [before, after] = [claimed.slice(0, 5), claimed.slice(5)];
    const results = [];
    for (const row of before) results.push({ row, outcome: await queue.run(row) });
    const left = () => twilio.to(phone).length + mine.flatMap(({ email }) => harness.mailbox.to(email)).length;
    const atTheStop = left();
    expect(atTheStop).toBeGreaterThan(0);
    await reply(phone, 'STOP');
    for (const row of after) results.push({ row, outcome: await queue.run(row) });
    await queue.finish('synthetic-worker', results);
    expect(left()).toBe(atTheStop);
    for (const { phone: to, email } of others) {
      expect([twilio.to(to), harness.mailbox.to(email)].map(({ length }) => length)).toEqual([1, 1]);
    }
    const mineLater = results.filter(({ row }) => mine.some(({ intakeId }) => intakeId === row.subject_id)).slice(5);
    expect(mineLater.map(({ outcome }) => outcome.kind)).toEqual(mineLater.map(() => 'suppressed'));
  });

  it('a text stop is confirmed once, and then no more messages are sent', async () => {
    const { harness, twilio } = parts.current;
    const { phone } = await givenCase();
    for (const words of ['STOP', 'stop', 'no', 'leave me alone']) await reply(phone, words);
    await harness.sendMessages();
    expect(twilio.to(phone).map(({ body }) => body)).toEqual([
      expect.stringMatching(/^Makewhole: You are unsubscribed/),
    ]);
    await reply(phone, 'START');
    await reply(phone, 'STOP');
    await harness.sendMessages();
    expect(twilio.to(phone)).toHaveLength(1);
    harness.clock.advance(86_401);
    await reply(phone, 'START');
    await reply(phone, 'STOP');
    await harness.sendMessages();
    expect(confirmationsTo(phone)).toHaveLength(2);
  });

  it('a text stop is not confirmed after five minutes, when it would be one more message', async () => {
    const { harness, twilio } = parts.current;
    const { phone } = await givenCase();
    await reply(phone, 'STOP');
    harness.clock.advance(5 * 60);
    await harness.sendMessages();
    expect(twilio.to(phone)).toEqual([]);
  });

  it('a text stop is not confirmed by us when the provider reports that it did so', async () => {
    const { harness, twilio } = parts.current;
    const { phone, id } = await givenCase();
    await reply(phone, 'whatever', { OptOutType: 'STOP' });
    await harness.sendMessages();
    expect([twilio.to(phone), await suppressedAt(id)]).toEqual([[], harness.clock.now()]);
  });

  it('a text stop delivered twice is one reply with one confirmation', async () => {
    const { harness } = parts.current;
    const { phone, id } = await givenCase();
    const MessageSid = newSid();
    await Promise.all([reply(phone, 'STOP', { MessageSid }), reply(phone, 'STOP', { MessageSid })]);
    await reply(phone, 'STOP', { MessageSid });
    await harness.sendMessages();
    const { token } = await givenTeam(harness);
    const { body } = await harness.call('GET', `/api/staff/v1/board/cases/${id}`, { token });
    expect([body.replies.length, confirmationsTo(phone).length]).toEqual([1, 1]);
  });

  it('a text stop still works after the number has reached the daily limit of stored replies', async () => {
    const { harness } = parts.current;
    const { phone, id } = await givenCase();
    for (let index = 0; index < 52; index += 1) await reply(phone, `message ${index}`);
    await reply(phone, 'STOP');
    expect(await suppressedAt(id)).toEqual(harness.clock.now());
    const { rows } = await harness.ctx.db.pool.query(
      'select count(*)::int as stored from replies.replies where $1 = any(case_ids)',
      [id],
    );
    expect(rows).toEqual([{ stored: 50 }]);
  });

  it('a text stop is lifted by START in every case that is not excluded otherwise', async () => {
    const { id, phone } = await givenCase();
    await reply(phone, 'STOP');
    await reply(phone, 'START');
    expect(await suppressedAt(id)).toBeNull();
  });
});

describe('START', () => {
  it('a START from a customer who has not stopped lifts nothing and adds no ledger entry', async () => {
    const { harness } = parts.current;
    const { phone } = await givenCase();
    await reply(phone, 'START');
    await (await givenTeam(harness)).post('/do-not-contact', { phone });
    await reply(phone, 'START');
    const { rows } = await harness.ctx.db.pool.query(
      "select kind from consent.entries where $1 = any(contact_hashes) and kind = 'stop_lifted'",
      [harness.ctx.vault.fingerprint(`person/phone/${phone}`)],
    );
    expect(rows).toEqual([]);
  });
});

describe('a stop by staff', () => {
  it('a staff stop takes every case of the contact out of the queue with its commit, and withdraws waiting messages', async () => {
    const { harness } = parts.current;
    const stopped = await givenCase();
    await (await givenTeam(harness)).post('/do-not-contact', { phone: stopped.phone });
    expect(await suppressedAt(stopped.id)).toEqual(harness.clock.now());
    expect((await messageRows(harness, stopped.intakeId)).filter(({ state }) => state === 'waiting')).toEqual([]);
  });
});

describe('HELP', () => {
  it('a HELP reply is answered with who we are, once a day, even after a stop', async () => {
    const { harness, twilio } = parts.current;
    const { phone } = await givenCase();
    await reply(phone, 'STOP');
    for (const words of ['HELP', 'help!', 'INFO']) await reply(phone, words);
    await harness.sendMessages();
    const answers = () => twilio.to(phone).filter(({ body }) => /totaled cars/.test(body));
    expect(answers()).toEqual([{ ...answers()[0], body: expect.stringContaining(harness.config.team.email) }]);
    harness.clock.advance(86_401);
    await reply(phone, 'HELP');
    await harness.sendMessages();
    expect(answers()).toHaveLength(2);
  });
});

describe('the ledger of a number', () => {
  it('the ledger has every reply, every addition to the list and every removal', async () => {
    const { harness } = parts.current;
    const { phone } = await givenCase();
    const team = await givenTeam(harness);
    await reply(phone, 'STOP');
    await reply(phone, 'START');
    await team.post('/do-not-contact', { phone });
    const hash = harness.ctx.vault.fingerprint(`person/phone/${phone}`);
    const { rows } = await harness.ctx.db.pool.query(
      "select kind from consent.entries where $1 = any(contact_hashes) and kind in ('replied', 'stopped', 'stop_lifted') order by id",
      [hash],
    );
    expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
      'replied',
      'replied',
      'stop_lifted',
      'stopped',
      'stopped',
    ]);
  });
});
