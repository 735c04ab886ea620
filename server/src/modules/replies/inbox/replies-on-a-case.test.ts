import { beforeAll, describe, expect, it } from 'vitest';
import { freshPhone, useTextHarness } from '#test/doubles/twilio';
import { moveToWeekday } from '#testing/consultations';
import { messagePurposes } from '#modules/customers';
import { messageRows } from '#testing/customers';
import { givenIntake, givenTeam, newEmail } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { isAnswerWanted } from './inbox.ts';
import { replyByText } from '../testing.ts';

const parts = useTextHarness();
// A Monday on which texts are allowed in every state.
beforeAll(() => moveToWeekday(parts.current.harness));

/** A second later than the previous one, so that their order is known. */
function reply(phone: string, words: string, changes: Record<string, string> = {}) {
  parts.current.harness.clock.advance(1);
  return replyByText(parts.current, phone, { words, ...changes });
}

async function givenCase() {
  const { harness } = parts.current;
  const phone = freshPhone();
  const { intake_id: intakeId } = await givenIntake(harness, { customer: { phone } });
  const id = (await (await givenTeam(harness)).record(intakeId)).consultation?.id ?? '';
  await harness.sendMessages();
  return { phone, id };
}

/** A request of the team, such as `GET /replies`. */
const staff = async (request: string, body?: unknown, role: 'caller' | 'lead' = 'caller') => {
  const { harness } = parts.current;
  const token = await givenStaffToken(harness, role);
  const [method = '', path = ''] = request.split(' ');
  return harness.call(method, `/api/staff/v1${path}`, { token, ...(body === undefined ? {} : { body }) });
};

const detail = async (id: string) => (await staff(`GET /board/cases/${id}`)).body;

/** The number of unread replies on the board card. */
async function badge(id: string): Promise<number> {
  const { body } = await staff('GET /board/columns');
  const cards = body.columns.flatMap(({ cards: own }: { cards: { id: string; unread_replies: number }[] }) => own);
  return cards.find((card: { id: string }) => card.id === id)?.unread_replies;
}

const textsTo = (phone: string) => parts.current.twilio.to(phone).map(({ body }) => body);

describe('a reply that is not a stop', () => {
  it('a reply is on the case immediately, with a badge, as text', async () => {
    const { id, phone } = await givenCase();
    await reply(phone, 'They offered $9,200. <b>Call</b> me after 5');
    expect(await badge(id)).toBe(1);
    const { replies, timeline } = await detail(id);
    expect(replies).toMatchObject([
      { understood_as: 'other', words: 'They offered $9,200. <b>Call</b> me after 5', read_at: null },
    ]);
    expect(timeline).toContainEqual(expect.objectContaining({ kind: 'reply', note: replies[0].words }));
  });

  it('a YES reply is shown on the case and changes nothing else', async () => {
    const { id, phone } = await givenCase();
    await reply(phone, 'YES');
    const { replies, card } = await detail(id);
    expect([replies[0].understood_as, card.status, card.unread_replies]).toEqual(['yes', 'welcome_sent', 1]);
  });

  it('a reply is marked as read, or answered by a text from the queue', async () => {
    const { harness } = parts.current;
    const { id, phone } = await givenCase();
    await reply(phone, 'who is this');
    expect((await staff(`POST /cases/${id}/replies/read`)).status).toBe(200);
    expect(await badge(id)).toBe(0);
    await reply(phone, 'hello?');
    expect((await staff(`POST /cases/${id}/replies`, { words: ' We look at your claim.\u202e ' })).status).toBe(200);
    await harness.sendMessages();
    expect(textsTo(phone).at(-1)).toBe('Makewhole: We look at your claim. Reply STOP to opt out.');
    const { replies, card } = await detail(id);
    expect([replies[0].answered_at, card.unread_replies]).toEqual([harness.clock.now().toISOString(), 0]);
  });

  it('a reply is cut to the length of ten segments, and pictures are named but not stored', async () => {
    const { id, phone } = await givenCase();
    await reply(phone, 'x'.repeat(5_000));
    await reply(phone, '', { NumMedia: '2' });
    const { replies } = await detail(id);
    expect(replies.map(({ words }: { words: string }) => words)).toEqual([
      '[2 attached, not stored]',
      'x'.repeat(1_600),
    ]);
  });

  it('a reply from a number without a case waits in a separate list', async () => {
    const phone = freshPhone();
    await reply(phone, 'is this still valid');
    const listed = await staff('GET /replies');
    const own = listed.body.data.find(({ words }: { words: string }) => words === 'is this still valid');
    expect(own).toMatchObject({ from_hint: `•••-•••-${phone.slice(-4)}`, understood_as: 'other' });
    expect((await staff(`POST /replies/${own.id}/read`)).status).toBe(200);
    expect((await staff('GET /replies')).body.data).not.toContainEqual(expect.objectContaining({ id: own.id }));
  });

  it('an earlier reply appears on a case that is submitted later with the same number', async () => {
    const { harness } = parts.current;
    const phone = freshPhone();
    await reply(phone, 'my agent is about to send you my case');
    const { intake_id: intakeId } = await givenIntake(harness, { customer: { phone } });
    const id = (await (await givenTeam(harness)).record(intakeId)).consultation?.id ?? '';
    expect((await detail(id)).replies).toHaveLength(1);
  });
});

describe('an answer', () => {
  it.each([
    [{}],
    [{ words: '' }],
    [{ words: '   ' }],
    [{ words: 'x'.repeat(481) }],
    [{ words: 'a', to: '+12015550100' }],
  ])('an answer needs text of at most 480 characters: %j', async (body) => {
    const { id } = await givenCase();
    expect((await staff(`POST /cases/${id}/replies`, body)).status).toBe(400);
  });

  it('an answer is on the case, before and after it is sent, with its author and text', async () => {
    const { id } = await givenCase();
    expect((await staff(`POST /cases/${id}/replies`, { words: 'We call you after 5.' })).status).toBe(200);
    for (const state of ['waiting', 'sent']) {
      if (state === 'sent') await parts.current.harness.sendMessages();
      expect((await detail(id)).timeline).toContainEqual({
        at: expect.any(String),
        kind: 'message',
        title: `Answer to the owner: ${state}`,
        by: expect.not.stringMatching(/^stf_/),
        note: expect.stringContaining('We call you after 5.'),
      });
    }
  });

  it('an answer is refused after a stop, and not sent if the stop comes before it leaves', async () => {
    const { harness } = parts.current;
    const { id, phone } = await givenCase();
    await staff(`POST /cases/${id}/replies`, { words: 'One moment.' });
    await reply(phone, 'STOP');
    await harness.sendMessages();
    expect(textsTo(phone).filter((text) => text.includes('One moment'))).toEqual([]);
    expect((await staff(`POST /cases/${id}/replies`, { words: 'Still there?' })).status).toBe(409);
  });

  it('an answer waits for the hours of the place of the loss too, not only of the area code', async () => {
    const { harness } = parts.current;
    const phone = freshPhone();
    const loss = { loss_state: 'HI', zip: '96813' };
    const { intake_id: intakeId } = await givenIntake(harness, { customer: { phone }, loss });
    const id = (await (await givenTeam(harness)).record(intakeId)).consultation?.id ?? '';
    moveToWeekday(harness);
    // A quarter of an hour before calls and texts begin in Honolulu; they have begun everywhere else.
    harness.clock.advance(-15 * 60);
    await staff(`POST /cases/${id}/replies`, { words: 'Good morning.' });
    await harness.sendMessages();
    const answers = () => textsTo(phone).filter((text) => text.includes('Good morning'));
    expect(answers()).toEqual([]);
    harness.clock.advance(16 * 60);
    await harness.sendMessages();
    expect(answers()).toHaveLength(1);
  });

  it('an answer that waited overnight is not sent to a number that was removed as wrong', async () => {
    const { harness } = parts.current;
    const phone = freshPhone();
    const customer = { phone, email: newEmail() };
    const { intake_id: intakeId } = await givenIntake(harness, { customer });
    await harness.sendMessages();
    const team = await givenTeam(harness);
    const id = (await team.record(intakeId)).consultation?.id ?? '';
    await staff(`POST /cases/${id}/replies`, { words: 'About your claim.' });
    const [message] = await messageRows(harness, id);
    expect((await team.call(intakeId, 'wrong_number')).status).toBe(200);
    expect(await messageRows(harness, id)).toMatchObject([{ state: 'withdrawn' }]);
    // Even without the withdrawal it would not be sent: it was written to another number than the case has now.
    const subject = { purpose: messagePurposes.answer, subjectId: id };
    const version = message?.subject_version ?? undefined;
    expect(await isAnswerWanted(harness.ctx, { ...subject, subjectVersion: version })).toBe(false);
    await harness.sendMessages();
    expect(textsTo(phone).filter((text) => text.includes('About your claim'))).toEqual([]);
  });

  it('an answer needs an existing case and a staff member', async () => {
    const { harness } = parts.current;
    expect((await staff('POST /cases/con_unknown/replies', { words: 'Hello' })).status).toBe(404);
    const { id } = await givenCase();
    expect((await harness.call('POST', `/api/staff/v1/cases/${id}/replies`, { body: { words: 'Hello' } })).status).toBe(
      401,
    );
  });
});

describe('an unclear reply', () => {
  it.each([
    ['wrong number', 'wrong_number'],
    ['I never signed up for this', 'ask'],
  ])(
    'an unclear reply stops contact and asks a staff member, who may find that it was not a stop: %j',
    async (words, kind) => {
      const { id, phone } = await givenCase();
      await reply(phone, words);
      const before = await detail(id);
      expect([before.card.stopped, before.card.unread_replies, before.replies[0].understood_as]).toEqual([
        true,
        1,
        kind,
      ]);
      const path = `POST /replies/${before.replies[0].id}/resume`;
      expect((await staff(path)).status).toBe(403);
      expect((await staff(path, undefined, 'lead')).status).toBe(200);
      const after = await detail(id);
      expect([after.card.stopped, after.card.unread_replies, after.replies[0].understood_as]).toEqual([
        false,
        0,
        'other',
      ]);
    },
  );

  it('an unclear reply differs from a plain stop, which only its author can lift', async () => {
    const { id, phone } = await givenCase();
    await reply(phone, 'STOP');
    const { replies } = await detail(id);
    expect((await staff(`POST /replies/${replies[0].id}/resume`, undefined, 'lead')).status).toBe(409);
  });
});
