// Random rosters and single calls, against a simple model with a list in memory.
import { expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { forms, storedOf, publishedEventsOf } from '#test/fixtures/rosters';
import { runs } from '#test/runs';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { enrollmentBody, rosterVin } from '../testing.ts';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

/** The members of a row that vary here. */
type Look = { readonly ref: string | null; readonly name: string };
type Status = 'active' | 'loss_reported' | 'redeemed' | 'canceled';
type Member = Look & { readonly vin: string; readonly status: Status };
type Event = { readonly type: string; readonly vin: string };
type Move = { readonly from: Status; readonly to: Status; readonly events: readonly string[] };

const moves = {
  cancel: { from: 'active', to: 'canceled', events: ['plan.enrollment.canceled'] },
  lose: { from: 'active', to: 'loss_reported', events: ['plan.loss.reported', 'plan.redemption.created'] },
  complete: { from: 'loss_reported', to: 'redeemed', events: ['plan.redemption.completed'] },
  'give back': { from: 'loss_reported', to: 'active', events: ['plan.enrollment.updated'] },
} satisfies Record<string, Move>;

class Model {
  members: Member[] = [];
  readonly events: Event[] = [];

  living(vin: string): Member | undefined {
    return this.members.find((member) => member.vin === vin && member.status !== 'canceled');
  }

  say(type: string, vin: string): void {
    this.events.push({ type, vin });
  }

  enroll(vin: string, how: Look): boolean {
    if (this.living(vin)) return false;
    this.members.push({ vin, ...how, status: 'active' });
    this.say('plan.enrollment.created', vin);
    return true;
  }

  change(vin: string, how: Partial<Member>, ...events: readonly string[]): void {
    const living = this.living(vin);
    this.members = this.members.map((member) => (member === living ? { ...member, ...how } : member));
    for (const event of events) this.say(event, vin);
  }

  move(vin: string, { from, to, events }: Move): boolean {
    if (this.living(vin)?.status !== from) return false;
    this.change(vin, { status: to }, ...events);
    return true;
  }

  /** Returns the totals, or how many would be canceled if that is too many. */
  sync(rows: ReadonlyMap<string, Look>, { apply, confirm }: { apply: boolean; confirm: number | undefined }) {
    const active = this.members.filter(({ status }) => status === 'active');
    const gone = active.filter(({ vin }) => !rows.has(vin)).toSorted((one, two) => (one.vin < two.vin ? -1 : 1));
    if (gone.length > 2 && gone.length * 5 > active.length && confirm !== gone.length)
      return { wouldCancel: gone.length };
    const totals = { submitted: rows.size, created: 0, updated: 0, unchanged: 0, canceled: gone.length, kept: 0 };
    totals.kept = this.members.filter(({ status }) => status === 'loss_reported' || status === 'redeemed').length;
    for (const [vin, how] of rows) {
      const member = this.living(vin);
      if (member === undefined) {
        totals.created += 1;
        if (apply) this.enroll(vin, how);
      } else if (member.status === 'active') {
        const same = member.ref === how.ref && member.name === how.name;
        totals[same ? 'unchanged' : 'updated'] += 1;
        if (!same && apply) this.change(vin, how, 'plan.enrollment.updated');
      }
    }
    if (apply) for (const { vin } of gone) this.move(vin, moves.cancel);
    return { totals };
  }
}

/** Numbers below `bound` from a seed, so that a run can be repeated. */
function seeded(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

type Compared = { readonly actual: unknown; readonly expected: unknown };
const nothing: Compared = { actual: 'nothing', expected: 'nothing' };

class History {
  readonly #key: string;
  readonly #staff: string;
  readonly #random: (bound: number) => number;
  readonly #vins = Array.from({ length: 24 }, rosterVin);
  readonly #redemptions = new Map<string, string>();
  readonly #model = new Model();
  readonly institutionId: string;

  constructor(caller: { key: string; institutionId: string; staff: string }, seed: number) {
    this.#key = caller.key;
    this.#staff = caller.staff;
    this.institutionId = caller.institutionId;
    this.#random = seeded(seed);
  }

  #pick<T>(from: readonly T[]): T {
    return from[this.#random(from.length)] as T;
  }

  #look(): Look {
    return { ref: this.#pick([null, 'a', 'b']), name: this.#pick(['Ann', 'Bob']) };
  }

  #body(vin: string, { ref, name }: Look) {
    const refs = ref === null ? {} : { external_ref: ref };
    return enrollmentBody({ ...refs, vehicle: { vin }, member: { first_name: name, last_name: 'Member' } });
  }

  /** The next action's response, with the model's. */
  async step(): Promise<Compared> {
    const kind = this.#random(10);
    if (kind < 5) return this.#sync();
    const vin = this.#pick(this.#vins);
    if (kind < 7) return this.#enroll(vin);
    return this.#move(vin, this.#pick(['cancel', 'lose', 'lose', 'complete', 'give back']));
  }

  async #sync(): Promise<Compared> {
    // Usually all but a few, as from one night to the next; sometimes any share.
    const share = this.#pick([3, 20, 20, 20]);
    const wanted = this.#vins.filter(() => this.#random(20) < share).map((vin) => [vin, this.#keep(vin)] as const);
    if (wanted.length === 0) return nothing;
    const turn = this.#random(wanted.length);
    const rows = new Map([...wanted.slice(turn), ...wanted.slice(0, turn)]);
    const apply = this.#random(5) > 0;
    const confirm = this.#pick([undefined, 0, 12, 15, 20]);
    const expected = this.#model.sync(rows, { apply, confirm });
    const sync = this.#pick([forms.object, forms.lines]);
    const { status, body } = await sync(harness.current, this.#key, {
      roster: [...rows].map(([vin, look]) => this.#body(vin, look)),
      mode: apply ? 'apply' : 'dry_run',
      ...(confirm === undefined ? {} : { confirm_cancel_count: confirm }),
    });
    if ('wouldCancel' in expected)
      return { actual: [status, body.would_cancel], expected: [409, expected.wouldCancel] };
    return { actual: [status, body.totals], expected: [200, expected.totals] };
  }

  /** Unchanged, or with other members. */
  #keep(vin: string): Look {
    const { ref, name } = this.#model.living(vin) ?? this.#look();
    return this.#random(8) === 0 ? this.#look() : { ref, name };
  }

  async #enroll(vin: string): Promise<Compared> {
    const look = this.#look();
    const path = '/api/gap/v1/plans/enrollments';
    const { status } = await harness.current.call('POST', path, { token: this.#key, body: this.#body(vin, look) });
    return { actual: status, expected: this.#model.enroll(vin, look) ? 201 : 409 };
  }

  async #move(vin: string, name: keyof typeof moves): Promise<Compared> {
    if (!this.#model.move(vin, moves[name])) return nothing;
    const h = harness.current;
    const end = (how: string) =>
      h.call('POST', `/api/staff/v1/redemptions/${this.#redemptions.get(vin)}/${how}`, { token: this.#staff });
    const act = {
      cancel: async () => {
        const living = (await storedOf(h, this.institutionId)).find(
          (row) => row.vin === vin && row.status === 'active',
        );
        const path = `/api/gap/v1/plans/enrollments/${living?.id}`;
        return h.call('PATCH', path, { token: this.#key, body: { status: 'canceled' } });
      },
      lose: async () => {
        const body = { vin, date_of_loss: '2026-11-15' };
        const answer = await h.call('POST', '/api/gap/v1/plans/loss-notices', { token: this.#key, body });
        this.#redemptions.set(vin, answer.body.redemption_id);
        return answer;
      },
      complete: () => end('complete'),
      'give back': () => end('cancel'),
    };
    return { actual: (await act[name]()).status, expected: name === 'lose' ? 201 : 200 };
  }

  /** Stored enrollments and events, with those of the model. */
  async compare(): Promise<Compared> {
    const stored = await storedOf(harness.current, this.institutionId);
    const vinOf = new Map(stored.map(({ id, vin }) => [id, vin]));
    const told = await publishedEventsOf(harness.current, this.institutionId);
    const found = stored.map(({ vin, external_ref: ref, first_name: name, status }) => ({ vin, ref, name, status }));
    const { members, events } = this.#model;
    const lines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    return {
      actual: [lines(found), told.map(({ type, enrollmentId }) => ({ type, vin: vinOf.get(enrollmentId) }))],
      expected: [lines(members.map(({ vin, ref, name, status }) => ({ vin, ref, name, status }))), events],
    };
  }
}

const steps = runs({ always: 150, nightly: 10_000 });
const stepsPerHistory = 100;

it(`a roster matches a list in memory, over ${steps} random steps [P-ROSTER-001]`, { timeout: 3_600_000 }, async () => {
  const staff = await givenStaffToken(harness.current);
  for (let done = 0; done < steps; done += stepsPerHistory) {
    const seed = Math.floor(Math.random() * 2 ** 32);
    const history = new History({ ...(await givenPartner(harness.current)), staff }, seed);
    for (let step = 0; step < stepsPerHistory; step += 1) {
      const [answer, state] = [await history.step(), await history.compare()];
      expect(answer.actual, `seed ${seed}, step ${step}`).toEqual(answer.expected);
      expect(state.actual, `seed ${seed}, step ${step}`).toEqual(state.expected);
    }
  }
});
