import { beforeEach, describe, expect, it } from 'vitest';
import { addSeconds } from '#lib/time/dates';
import { useHarness } from '#test/harness';
import { givenSession, type Browser } from '#testing/staff';
import { callbackReservedS } from '../rules.ts';
import { givenCaller, givenQueued, startQueueDay, type Caller } from '../testing.ts';
import { listAssignments, unassignEnded } from './assignees.ts';

const harness = useHarness();
let caller: Caller;
let lead: Caller;

beforeEach(async () => {
  caller = await startQueueDay(harness.current);
  lead = await givenCaller(harness.current, 'lead');
});

const givenCase = async (): Promise<string> => (await givenQueued(harness.current, {}))[0] ?? '';

const assign = ({ token }: Caller, id: string, body: object) =>
  harness.current.call('POST', `/api/staff/v1/consultations/${id}/assignee`, { token, body });

const assigneeOf = async (id: string): Promise<string | null> =>
  (await harness.current.ctx.db.pool.query('select assignee_id from consultations.consultations where id = $1', [id]))
    .rows[0].assignee_id;

const historyOf = async (id: string) =>
  (await listAssignments(harness.current.ctx, id))
    .map(({ how, staff_id, by_staff_id, reason }) => ({ how, staff_id, by_staff_id, reason }))
    .toReversed();

describe('case assignment', () => {
  it('a case is unassigned until a caller hears a yes or promises to call back', async () => {
    const [id, promised, unheard] = [await givenCase(), await givenCase(), await givenCase()];
    await caller.act('calls', id, { outcome: 'confirmed' });
    await caller.act('calls', promised, { outcome: 'callback_requested' });
    await caller.act('calls', unheard, { outcome: 'no_answer' });
    expect(await Promise.all([id, promised, unheard].map(assigneeOf))).toEqual([caller.staffId, caller.staffId, null]);
    // The assignee keeps the case, whoever calls next.
    await lead.act('calls', id, { outcome: 'confirmed' });
    expect(await assigneeOf(id)).toBe(caller.staffId);
  });

  it('taking over and handing over change the assignee, and each change is recorded', async () => {
    const [id, other] = [await givenCase(), await givenCaller(harness.current)];
    const taken = await assign(caller, id, { staff_id: caller.staffId, seen: null });
    expect(taken.body).toEqual({
      object: 'assignee',
      consultation_id: id,
      staff_id: caller.staffId,
      name: 'Synthetic Staff',
    });
    await assign(other, id, { staff_id: other.staffId, seen: caller.staffId });
    await assign(other, id, { staff_id: caller.staffId, seen: other.staffId, reason: 'speaks Spanish' });
    await assign(lead, id, { staff_id: other.staffId, seen: caller.staffId });
    await assign(other, id, { staff_id: null });
    expect(await historyOf(id)).toEqual([
      { how: 'taken', staff_id: caller.staffId, by_staff_id: caller.staffId, reason: null },
      { how: 'taken', staff_id: other.staffId, by_staff_id: other.staffId, reason: null },
      { how: 'handed', staff_id: caller.staffId, by_staff_id: other.staffId, reason: 'speaks Spanish' },
      { how: 'assigned', staff_id: other.staffId, by_staff_id: lead.staffId, reason: null },
      { how: 'dropped', staff_id: null, by_staff_id: other.staffId, reason: null },
    ]);
  });

  it('only a lead can assign a case to a third person, who must be able to sign in', async () => {
    const [id, other] = [await givenCase(), await givenCaller(harness.current)];
    const refused = await assign(caller, id, { staff_id: other.staffId });
    expect([refused.status, refused.body.code]).toEqual([403, 'role_required']);
    await harness.current.ctx.db.pool.query('update staff.members set disabled_at = now() where id = $1', [
      other.staffId,
    ]);
    const ended = await assign(lead, id, { staff_id: other.staffId });
    expect([ended.status, ended.body.issues[0].path]).toEqual([400, 'staff_id']);
    expect((await assign(lead, 'con_000000000000000000000000', { staff_id: null })).status).toBe(404);
  });

  it('when two callers take a case at the same moment, one gets it and the other learns who has it', async () => {
    const [id, other] = [await givenCase(), await givenCaller(harness.current)];
    const both = [caller, other];
    const answers = await Promise.all(both.map((one) => assign(one, id, { staff_id: one.staffId, seen: null })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = both[answers.findIndex(({ status }) => status === 200)];
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'assignee_changed',
      assignee: { staff_id: winner?.staffId },
    });
    expect(await assigneeOf(id)).toBe(winner?.staffId);
  });

  it('ending an account unassigns its cases, immediately on the board and in the history', async () => {
    const [id, gone] = [await givenCase(), await givenCaller(harness.current)];
    await assign(gone, id, { staff_id: gone.staffId });
    await harness.current.ctx.db.pool.query('update staff.members set disabled_at = now() where id = $1', [
      gone.staffId,
    ]);
    const detail = () => harness.current.call('GET', `/api/staff/v1/board/cases/${id}`, { token: lead.token });
    expect((await detail()).body.card.assignee).toBeNull();
    expect([await unassignEnded(harness.current.ctx, 500), await unassignEnded(harness.current.ctx, 500)]).toEqual([
      1, 0,
    ]);
    expect((await historyOf(id)).at(-1)).toMatchObject({ how: 'ended', staff_id: null, by_staff_id: null });
    const { timeline } = (await detail()).body;
    expect(timeline.map(({ title }: { title: string }) => title)).toContain(
      'Synthetic Staff can no longer sign in: nobody has the case',
    );
  });
});

describe('my cases', () => {
  it("a caller's cases are listed with promised calls first, by their time", async () => {
    const ids = [await givenCase(), await givenCase(), await givenCase()];
    const [late = '', soon = '', plain = ''] = ids;
    const at = (seconds: number) => addSeconds(harness.current.clock.now(), seconds).toISOString();
    await caller.act('calls', late, { outcome: 'callback_requested', callback_at: at(7200) });
    await caller.act('calls', soon, { outcome: 'callback_requested', callback_at: at(600) });
    await caller.act('calls', plain, { outcome: 'confirmed' });
    const { body } = await harness.current.call('GET', '/api/staff/v1/board/mine', { token: caller.token });
    const idsOf = (cards: readonly { id: string }[]) => cards.map(({ id }) => id);
    expect([body.count, idsOf(body.callbacks), idsOf(body.cases)]).toEqual([3, [soon, late], [plain]]);
    expect(body.cases[0].assignee).toEqual({ staff_id: caller.staffId, name: 'Synthetic Staff', mine: true });
  });
});

describe('a promised call', () => {
  const next = async ({ headers }: Browser) =>
    (await harness.current.call('POST', '/api/staff/v1/queue/next', { headers })).body;

  /** Promised by a caller with a browser, and due now. */
  async function givenPromise(): Promise<{ id: string; owner: Browser }> {
    const [id, owner] = [await givenCase(), await givenSession(harness.current, 'caller')];
    const at = addSeconds(harness.current.clock.now(), 60).toISOString();
    await harness.current.call('POST', `/api/staff/v1/queue/${id}/calls`, {
      headers: owner.headers,
      body: { outcome: 'callback_requested', callback_at: at },
    });
    // Moves past the hour in which the number is left alone, with the caller present again.
    await harness.current.ctx.db.pool.query('update consultations.numbers set called_at = null');
    harness.current.clock.advance(60);
    return { id, owner };
  }

  it('a promised call is offered first to the caller who promised it, and to every caller once it is late', async () => {
    const { id } = await givenPromise();
    expect(await caller.next()).toMatchObject({ none: true, reason: 'busy' });
    harness.current.clock.advance(callbackReservedS);
    expect((await caller.next()).consultation?.id).toBe(id);
  });

  it('a promised call is given to its assignee immediately', async () => {
    const { id, owner } = await givenPromise();
    expect((await next(owner)).consultation?.id).toBe(id);
  });

  it('a promised call is offered to every caller when its assignee is away', async () => {
    const { id, owner } = await givenPromise();
    await harness.current.ctx.db.pool.query('update staff.sessions set ended_at = now() where staff_id = $1', [
      owner.staffId,
    ]);
    expect((await caller.next()).consultation?.id).toBe(id);
  });
});
