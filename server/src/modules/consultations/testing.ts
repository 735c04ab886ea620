import { addDays } from '#lib/time/dates';
import { randomBase62 } from '#lib/tokens/base62';
import { transact } from '#platform/db';
import type { Answer, Harness } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { createConsultation, type CreateConsultation } from './lifecycle/lifecycle.ts';
import type { NextCall } from './queue/schemas.ts';

/** From 555-2000 on, because 555-1212 is directory assistance, which is never dialed. */
let numbers = 5_552_000;

/** A New York number that no other test has. */
export const queuePhone = (): string => `+1212${(numbers += 1)}`;

/** Consultations in the queue, by default of customers in New York with a number each; returns their ids in order. */
export function givenQueued({ ctx }: Harness, ...wanted: readonly Partial<CreateConsultation>[]): Promise<string[]> {
  return transact(ctx, async (tx) =>
    wanted.map((changes) =>
      createConsultation(tx, {
        source: 'referral',
        sourceId: `ref_${randomBase62(24)}`,
        priority: false,
        contact: { phone: queuePhone(), state: 'NY' },
        ...changes,
      }),
    ),
  );
}

export type Caller = {
  readonly staffId: string;
  readonly token: string;
  next(): Promise<NextCall>;
  /** Acts on a consultation of the queue: `claim`, `heartbeat`, `release`, `take-over`, `calls`. */
  act(what: string, id: string, ...body: readonly [] | readonly [unknown]): Promise<Answer>;
};

/** A staff member with a token, since tests move the clock past the end of sessions. */
export async function givenCaller(harness: Harness, role: 'caller' | 'lead' = 'caller'): Promise<Caller> {
  const token = await givenStaffToken(harness, role);
  const { body: me } = await harness.call('GET', '/api/staff/v1/me', { token });
  return {
    staffId: me.id,
    token,
    async next() {
      const { status, body, text } = await harness.call('POST', '/api/staff/v1/queue/next', { token });
      if (status !== 200) throw new Error(`next was answered ${status}: ${text}`);
      return body;
    },
    act: (what, id, ...body) =>
      harness.call('POST', `/api/staff/v1/queue/${id}/${what}`, {
        token,
        ...(body.length === 0 ? {} : { body: body[0] }),
      }),
  };
}

/** Closes everything, so that tests do not see consultations of one another. */
export async function emptyQueue({ ctx }: Harness): Promise<void> {
  await ctx.db.pool.query(
    `update consultations.consultations set closed_at = $1, ready = false, next_call_at = null, lease_staff_id = null,
       lease_until = null, last_call_at = null where closed_at is null`,
    [ctx.clock.now()],
  );
}

/** Moves the clock forward to that time. */
export function moveTo({ clock }: Harness, time: string): void {
  const seconds = (Date.parse(time) - clock.now().getTime()) / 1000;
  if (seconds < 0) throw new Error('the clock does not go back');
  clock.advance(seconds);
}

/** Moves the clock to 18:00 UTC of the next weekday, whatever day it is: within calling hours from New York to Honolulu. */
export function moveToWeekday(harness: Harness): void {
  const now = harness.clock.now();
  const today = new Date(`${now.toISOString().slice(0, 10)}T18:00:00.000Z`);
  const next = Array.from({ length: 5 }, (_, days) => addDays(today, days)).find(
    (at) => at > now && at.getUTCDay() >= 1 && at.getUTCDay() <= 5,
  );
  if (next !== undefined) moveTo(harness, next.toISOString());
}

/** Noon in New York of a new day, well within calling hours; an empty queue, and a caller. */
export async function startQueueDay(harness: Harness): Promise<Caller> {
  await emptyQueue(harness);
  const tomorrow = addDays(harness.clock.now(), 1).toISOString().slice(0, 10);
  moveTo(harness, `${tomorrow}T17:00:00.000Z`);
  return givenCaller(harness);
}

/** Calls every offered customer without an answer until the queue is empty; returns the consultations in order. */
export async function callAll(caller: Caller): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const { consultation } = await caller.next();
    if (consultation === null) return ids;
    ids.push(consultation.id);
    await caller.act('calls', consultation.id, { outcome: 'no_answer' });
  }
}
