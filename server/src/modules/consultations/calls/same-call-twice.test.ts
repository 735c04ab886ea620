import { beforeEach, describe, expect, it } from 'vitest';
import { randomBase62 } from '#lib/tokens/base62';
import { useHarness, type Answer } from '#test/harness';
import { givenIntake, newPhone } from '#testing/intakes';
import { givenCaller, givenQueued, startQueueDay, type Caller } from '../testing.ts';

const harness = useHarness();
let one: Caller;
let other: Caller;

beforeEach(async () => {
  one = await startQueueDay(harness.current);
  other = await givenCaller(harness.current);
});

type Case = { readonly id: string; readonly path: string };

async function givenCase(source: 'agent_intake' | 'referral' | 'membership'): Promise<Case> {
  if (source !== 'agent_intake') {
    const [id = ''] = await givenQueued(harness.current, { source });
    return { id, path: `/queue/${id}/calls` };
  }
  const { intake_id: intakeId } = await givenIntake(harness.current, { customer: { phone: newPhone() } });
  const { rows } = await harness.current.ctx.db.pool.query(
    'select consultation_id as id from intakes.intakes where id = $1',
    [intakeId],
  );
  return { id: rows[0].id, path: `/intakes/${intakeId}/calls` };
}

const log = ({ token }: Caller, { path }: Case, body: object): Promise<Answer> =>
  harness.current.call('POST', `/api/staff/v1${path}`, { token, body });

const outcomesOf = async ({ id }: Case): Promise<string[]> =>
  (
    await harness.current.ctx.db.pool.query(
      'select outcome from consultations.calls where consultation_id = $1 order by called_at, id',
      [id],
    )
  ).rows.map(({ outcome }) => outcome);

const attempt = () => randomBase62(24);

describe('the note of a call', () => {
  it('a call note is stored encrypted and shown', async () => {
    const { owner } = harness.current;
    const about = await givenCase('referral');
    await log(one, about, { outcome: 'no_answer', note: 'words of today', seen_calls: 0, attempt_id: attempt() });
    const { body } = await harness.current.call('GET', `/api/staff/v1/board/cases/${about.id}`, one);
    const calls = body.timeline.filter(({ kind }: { kind: string }) => kind === 'call');
    expect(calls.map(({ note }: { note: string }) => note)).toEqual(['words of today']);
    const stored = await owner.pool.query('select * from consultations.calls where consultation_id = $1', [about.id]);
    expect(JSON.stringify(stored.rows)).not.toContain('words');
  });
});

describe.each(['agent_intake', 'referral', 'membership'] as const)('a call about a case of source %s', (source) => {
  it('a call that two callers log at the same moment is stored once, and the second caller is shown the first log', async () => {
    const about = await givenCase(source);
    const answers = await Promise.all([
      log(one, about, { outcome: 'no_answer', note: 'rang out', seen_calls: 0, attempt_id: attempt() }),
      log(other, about, { outcome: 'no_answer', seen_calls: 0, attempt_id: attempt() }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const refused = answers.find(({ status }) => status === 409);
    const logged = answers[0]?.status === 200 ? { note: 'rang out' } : { note: null };
    expect(refused?.body).toMatchObject({
      code: 'call_came_between',
      calls: 1,
      between: [{ outcome: 'no_answer', by: 'Synthetic Staff', mine: false, ...logged }],
    });
    expect(await outcomesOf(about)).toEqual(['no_answer']);
  });

  it('a caller who has seen the first call can log another one', async () => {
    const about = await givenCase(source);
    await log(one, about, { outcome: 'no_answer', seen_calls: 0, attempt_id: attempt() });
    const again = { outcome: 'voicemail', attempt_id: attempt() };
    const { body } = await log(other, about, { ...again, seen_calls: 0 });
    expect(body.code).toBe('call_came_between');
    harness.current.clock.advance(1);
    expect((await log(other, about, { ...again, seen_calls: body.calls })).status).toBe(200);
    expect(await outcomesOf(about)).toEqual(['no_answer', 'voicemail']);
  });

  it('a call is logged once however often the page retries it', async () => {
    const about = await givenCase(source);
    const same = { outcome: 'voicemail', seen_calls: 0, attempt_id: attempt() };
    const answers = await Promise.all([log(one, about, same), log(one, about, same), log(one, about, same)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await outcomesOf(about)).toEqual(['voicemail']);
    // An attempt id stands for one outcome.
    expect((await log(one, about, { ...same, outcome: 'no_answer', seen_calls: 1 })).status).toBe(409);
  });

  it('a stop is never lost and is not logged twice', async () => {
    const about = await givenCase(source);
    await log(one, about, { outcome: 'no_answer', seen_calls: 0, attempt_id: attempt() });
    harness.current.clock.advance(1);
    const stop = { outcome: 'do_not_contact', seen_calls: 0 };
    expect((await log(other, about, { ...stop, attempt_id: attempt() })).status).toBe(200);
    expect((await log(one, about, { ...stop, attempt_id: attempt() })).body.code).toBe('call_came_between');
    expect(await outcomesOf(about)).toEqual(['no_answer', 'do_not_contact']);
  });

  it('the first call about a case can be logged without having seen any', async () => {
    const about = await givenCase(source);
    expect((await log(one, about, { outcome: 'no_answer' })).status).toBe(200);
    expect((await log(other, about, { outcome: 'no_answer' })).status).toBe(200);
  });
});
