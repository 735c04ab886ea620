import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callCaps } from '#lib/calling/call-caps';
import { callingRules, mayCall } from '#lib/calling/calling-hours';
import { useHarness } from '#test/harness';
import { leaseS, phoneGuardS } from '../rules.ts';
import { givenCaller, givenQueued, queuePhone, startQueueDay, type Caller } from '../testing.ts';

const harness = useHarness();

const outcomes = ['no_answer', 'voicemail', 'confirmed', 'callback_requested'] as const;
const caller = fc.nat(1);
const target = fc.nat(5);

/** Actions of a team on three numbers with two cases each, from different sources. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('next' as const), caller }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('log' as const),
      caller,
      target: fc.option(target),
      outcome: fc.constantFrom(...outcomes),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('claim' as const), caller, target }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('release' as const), caller }) },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 5, 16, 61, 245, 600, 1441, 4000),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Case = {
  readonly id: string;
  readonly number: number;
  dueAt: number;
  lease: { staff: number; since: number; until: number } | undefined;
  attempts: number;
};
type Attempt = { at: number; by: number; open: boolean };
type Num = { readonly phone: string; attempts: Attempt[]; lastCall: { at: number; id: string } | undefined };

const window = { state: 'NY', zones: ['America/New_York'] };
const [minute, hour] = [60_000, 3_600_000];
const pausesH = [1, 4, 20, 24, 48, 72];

/** The rules restated in their simplest form: which numbers may be offered, and to which caller. */
class Model {
  readonly cases: Case[];
  readonly numbers: Num[];
  /** Every first display of a number in a lease, and every call. */
  readonly offers: { number: number; at: number }[] = [];
  readonly calls: { number: number; at: number }[] = [];

  constructor(ids: readonly string[], phones: readonly string[]) {
    this.cases = ids.map((id, index) => ({ id, number: index % 3, dueAt: 0, lease: undefined, attempts: 0 }));
    this.numbers = phones.map((phone) => ({ phone, attempts: [], lastCall: undefined }));
  }

  isCapped(number: number, now: number): boolean {
    const since = (hours: number) =>
      (this.numbers[number]?.attempts ?? []).filter(({ at }) => at > now - hours * hour).length;
    return since(24) >= callCaps.per24h || since(720) >= callCaps.per30d;
  }

  isBusy(one: Case, now: number): boolean {
    const last = this.numbers[one.number]?.lastCall;
    return (
      this.cases.some(({ number, id, lease }) => number === one.number && id !== one.id && (lease?.until ?? 0) > now) ||
      (last !== undefined && last.id !== one.id && last.at > now - phoneGuardS * 1000)
    );
  }

  isCallable(one: Case, now: number): boolean {
    return (
      one.dueAt <= now &&
      (one.lease?.until ?? 0) <= now &&
      !this.isBusy(one, now) &&
      !this.isCapped(one.number, now) &&
      mayCall(callingRules, window, new Date(now))
    );
  }

  /** The effect of claiming the case; returns whether its number must be shown. */
  claim(one: Case, { staff, now, goesOn }: { staff: number; now: number; goesOn: boolean }): boolean {
    const number = this.numbers[one.number];
    const mine = one.lease?.staff === staff && one.lease.until > now;
    const begun = mine ? number?.attempts.find(({ by, open }) => open && by === staff) : undefined;
    const shown =
      mayCall(callingRules, window, new Date(now)) && (begun !== undefined || !this.isCapped(one.number, now));
    for (const attempt of number?.attempts ?? []) attempt.open = false;
    if (shown && begun !== undefined) Object.assign(begun, { at: now, open: true });
    if (shown && begun === undefined) {
      number?.attempts.push({ at: now, by: staff, open: true });
      this.offers.push({ number: one.number, at: now });
    }
    const since = goesOn ? (one.lease?.since ?? now) : now;
    one.lease = { staff, since, until: now + leaseS * 1000 };
    one.dueAt = one.lease.until;
    return shown;
  }

  log(one: Case, outcome: string, { staff, now }: { staff: number; now: number }): void {
    const number = this.numbers[one.number];
    const begun = number?.attempts.find(({ at, by, open }) => open && by === staff && at >= now - 125 * minute);
    if (begun === undefined) number?.attempts.push({ at: now, by: staff, open: false });
    else Object.assign(begun, { at: now });
    for (const attempt of number?.attempts ?? []) if (attempt.by === staff) attempt.open = false;
    if (number !== undefined) number.lastCall = { at: now, id: one.id };
    this.calls.push({ number: one.number, at: now });
    const inVain = outcome === 'no_answer' || outcome === 'voicemail';
    if (inVain) one.attempts += 1;
    const pauseH = inVain ? (pausesH[Math.min(one.attempts, 6) - 1] ?? 0) : outcome === 'confirmed' ? 24 : 4;
    one.dueAt = now + pauseH * hour;
    one.lease = undefined;
  }
}

describe('any sequence of team actions', () => {
  it('numbers stay within their caps in any 24 hours or 30 days, and no callable customer is held up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 60 }), async (steps) => {
        const first = await startQueueDay(harness.current);
        const team = [first, await givenCaller(harness.current)];
        const phones = [queuePhone(), queuePhone(), queuePhone()];
        const ids = await givenQueued(
          harness.current,
          ...Array.from({ length: 6 }, (_, index) => ({
            source: index < 3 ? ('referral' as const) : ('membership' as const),
            contact: { phone: phones[index % 3], zip: '10001' },
          })),
        );
        const model = new Model(ids, phones);
        for (const one of steps) await run(model, team, one);
        expect([listAbove(model, 24, callCaps.per24h), listAbove(model, 720, callCaps.per30d)]).toEqual([[], []]);
      }),
      { numRuns: 12, seed: 15, endOnFailure: true },
    );
  }, 180_000);
});

/** The offers that exceeded a number's cap within that many hours. */
const listAbove = ({ offers }: Model, hours: number, cap: number) =>
  offers.filter((last) => {
    const since = last.at - hours * hour;
    return offers.filter(({ number, at }) => number === last.number && at <= last.at && at > since).length > cap;
  });

async function run(model: Model, team: readonly Caller[], one: Step): Promise<void> {
  const now = harness.current.clock.now().getTime();
  if (one.kind === 'wait') return harness.current.clock.advance(one.minutes * 60);
  const staff = one.caller;
  const who = team[staff];
  if (who === undefined) throw new Error('nobody of the team');
  const held = model.cases
    .filter(({ lease }) => lease?.staff === staff && lease.until > now)
    .toSorted((a, b) => (a.lease?.since ?? 0) - (b.lease?.since ?? 0) || (a.id < b.id ? -1 : 1));
  if (one.kind === 'release') {
    const [mine] = held;
    if (mine === undefined) return undefined;
    expect((await who.act('release', mine.id)).status).toBe(200);
    mine.lease = undefined;
    mine.dueAt = now + 15 * minute;
    return undefined;
  }
  if (one.kind === 'log') {
    const about = one.target === null ? held[0] : model.cases[one.target];
    if (about === undefined) return undefined;
    expect((await who.act('calls', about.id, { outcome: one.outcome })).status).toBe(200);
    model.log(about, one.outcome, { staff, now });
    return undefined;
  }
  if (one.kind === 'claim') return claim(model, who, { one: model.cases[one.target], staff, now });
  return next(model, who, { held, staff, now });
}

type Claimed = { one: Case | undefined; staff: number; now: number };

async function claim(model: Model, who: Caller, { one, staff, now }: Claimed): Promise<void> {
  if (one === undefined) return;
  const { status, body } = await who.act('claim', one.id);
  const refused = ((one.lease?.until ?? 0) > now && one.lease?.staff !== staff) || model.isBusy(one, now);
  expect(status).toBe(refused ? 409 : 200);
  if (refused) return;
  expect(body.phone !== null).toBe(model.claim(one, { staff, now, goesOn: false }));
}

type Pressed = { held: readonly Case[]; staff: number; now: number };

async function next(model: Model, who: Caller, { held, staff, now }: Pressed): Promise<void> {
  const given = await who.next();
  // The lease of a number that a colleague called in the meantime ends, and the case waits for the hour to pass.
  const mine = held.find((one) => {
    if (!model.isBusy(one, now)) return true;
    one.lease = undefined;
    one.dueAt = (model.numbers[one.number]?.lastCall?.at ?? now) + phoneGuardS * 1000;
    return false;
  });
  const expected = mine === undefined ? model.cases.filter((one) => model.isCallable(one, now)) : [mine];
  if (given.consultation === null) {
    expect(expected.map(({ id }) => id)).toEqual([]);
    expect(given.reason).not.toBe('nobody_waits');
    expect(Date.parse(given.opens_at ?? '')).toBeGreaterThan(now);
    return;
  }
  const one = model.cases.find(({ id }) => id === given.consultation?.id);
  if (one === undefined) throw new Error('a case of nobody');
  expect(expected).toContain(one);
  expect(given.phone !== null).toBe(model.claim(one, { staff, now, goesOn: one === mine }));
}
