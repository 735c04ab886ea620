import { beforeAll, describe, expect, it } from 'vitest';
import {
  consultationOf,
  consultationOrigins,
  newCustomer,
  type ConsultationOrigin,
} from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { givenReferral, partnerCalls } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';

const harness = useHarness();
let token = '';
beforeAll(async () => {
  token = await givenStaffToken(harness.current);
});

let drafts = 0;
const newKey = (): string => `draft-${String((drafts += 1)).padStart(4, '0')}`;

const note = (id: string, body: object, as = token) =>
  harness.current.call('POST', `/api/staff/v1/cases/${id}/notes`, { token: as, body });

type Entry = {
  readonly kind: string;
  readonly title: string;
  readonly by: string | null;
  readonly note: string | null;
};

const timeline = async (id: string): Promise<Entry[]> =>
  (await harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token })).body.timeline;

const notesOf = async (id: string) =>
  (await timeline(id)).filter(({ kind }) => kind === 'note').map((entry) => entry.note);

describe('a note', () => {
  it.each(Object.keys(consultationOrigins) as ConsultationOrigin[])(
    'a note about a case of source %s is in its timeline with author and time, newest first, even within one millisecond',
    async (source) => {
      const { id } = await consultationOrigins[source](harness.current, { customer: newCustomer(), token });
      harness.current.clock.advance(1);
      for (const words of ['First.', 'Second.', '  Third.\nWith a second line. ']) {
        expect((await note(id, { words, draft_key: newKey() })).status).toBe(200);
      }
      const entries = await timeline(id);
      expect(entries.slice(0, 3)).toEqual(
        ['Third.\nWith a second line.', 'Second.', 'First.'].map((words) =>
          expect.objectContaining({
            kind: 'note',
            title: 'Note',
            by: expect.any(String),
            note: words,
            at: harness.current.clock.now().toISOString(),
          }),
        ),
      );
    },
  );

  it("a note sent twice after a lost answer is stored once; a changed one or another author's is a new note", async () => {
    const { id } = await consultationOrigins.agent_intake(harness.current, { customer: newCustomer(), token });
    const draft = { words: 'They have two keys.', draft_key: newKey() };
    const [one, again] = await Promise.all([note(id, draft), note(id, draft)]);
    expect([one.status, again.status, again.body.id]).toEqual([200, 200, one.body.id]);
    expect(await notesOf(id)).toEqual(['They have two keys.']);
    await note(id, { ...draft, draft_key: newKey() });
    await note(id, draft, await givenStaffToken(harness.current));
    expect(await notesOf(id)).toHaveLength(3);
  });

  it('a note can be written about a closed case', async () => {
    const { key } = await givenPartner(harness.current);
    const { id: referralId } = await givenReferral(harness.current, key);
    for (const step of ['accept', 'close'])
      await partnerCalls(harness.current, key)(`POST /referrals/${referralId}/simulate`, { step });
    const id = await consultationOf(harness.current, referralId);
    expect((await note(id, { words: 'They wrote to thank us.', draft_key: newKey() })).status).toBe(200);
    expect(await notesOf(id)).toEqual(['They wrote to thank us.']);
  });

  it('a note is encrypted at rest', async () => {
    const { id } = await consultationOrigins.agent_intake(harness.current, { customer: newCustomer(), token });
    await note(id, { words: 'Wants calls at work', draft_key: newKey() });
    const { rows } = await harness.current.ctx.db.pool.query(
      'select n::text as row from consultations.notes n where consultation_id = $1',
      [id],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].row).not.toContain(Buffer.from('Wants calls at work').toString('hex'));
    expect(rows[0].row).not.toContain('Wants');
  });

  it.each([
    [{ words: '   ', draft_key: 'draft-9000' }, 400],
    [{ words: 'x'.repeat(2001), draft_key: 'draft-9000' }, 400],
    [{ words: 'No key.' }, 400],
    [{ words: 'Bad key.', draft_key: '../..' }, 400],
  ])('the invalid note %j is refused', async (body, status) => {
    const { id } = await consultationOrigins.agent_intake(harness.current, { customer: newCustomer(), token });
    expect((await note(id, body)).status).toBe(status);
  });

  it('a note about an unknown case gets 404, and adding one needs a staff member', async () => {
    const body = { words: 'Nobody.', draft_key: newKey() };
    expect((await note('con_unknown', body)).status).toBe(404);
    expect((await harness.current.call('POST', '/api/staff/v1/cases/con_unknown/notes', { body })).status).toBe(401);
  });
});
