import * as fc from 'fast-check';
import { givenStaffToken } from '#testing/staff';
import { givenPartner } from '#testing/partners';
import { partnerCalls } from '#testing/referrals';
import type { Answer, Harness } from '#test/harness';
import { institutionOf, isLive, MembershipModel, type Expected } from './membership-model.ts';

export const tenantCount = 6;
const vins = Array.from({ length: 5 }, (_, index) => `2SYNTHMDEL000000${index}`);
const plans = [
  { code: 'standard', unit_price_cents: 500 },
  { code: 'gold', unit_price_cents: 1999 },
];

const tenant = fc.nat({ max: tenantCount - 1 });
const vin = fc.constantFrom(...vins);
const ref = fc.constantFrom('loan-1', 'loan-2', null);
const email = fc.constantFrom('a@example.com', 'b@example.com', null);
const which = fc.nat({ max: 1000 });

/** Numbers select from the objects that exist then, so that shrinking preserves their meaning. */
export const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('enroll' as const),
      owner: tenant,
      vin,
      plan: fc.constantFrom('standard', 'gold', 'silver'),
      ref,
      email,
      days: fc.constantFrom(undefined, -367, -366, -40, -1, 0, 1, 20, 90, 91),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('swap' as const), which, vin }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('edit' as const), which, ref, email }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('lose' as const), which, days: fc.constantFrom(-30, -1, 0, 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('lose vin' as const), owner: tenant, vin, days: fc.constantFrom(-1, 0) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('end' as const), which, how: fc.constantFrom('complete', 'cancel') }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('price' as const), which, cents: fc.nat({ max: 5000 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('run' as const), monthsAgo: fc.nat({ max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      until: fc.constantFrom('a second', 'nine days', 'the last moment of the month', 'the first of the next'),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

type Snapshot = Readonly<Record<'enrollments' | 'redemptions' | 'statements' | 'events', unknown[][]>>;

/** The service and the model side by side. */
export class MembershipPair {
  readonly harness: Harness;
  readonly model = new MembershipModel(Array.from({ length: tenantCount / 2 }, () => plans));
  readonly keys: string[] = [];
  readonly institutions: string[] = [];
  token = '';

  constructor(harness: Harness) {
    this.harness = harness;
  }

  async begin(): Promise<void> {
    this.token = await givenStaffToken(this.harness);
    for (let index = 0; index < tenantCount; index += 1) {
      const institutionId = isLive(index) ? this.institutions[institutionOf(index)] : undefined;
      const caller = await givenPartner(this.harness, {
        livemode: isLive(index),
        institution: { plans },
        ...(institutionId === undefined ? {} : { institutionId }),
      });
      this.keys.push(caller.key);
      if (!isLive(index)) this.institutions.push(caller.institutionId);
    }
  }

  get now(): string {
    return this.harness.clock.now().toISOString();
  }

  call(index: number, route: string, body?: object): Promise<Answer> {
    return partnerCalls(this.harness, this.keys[index] ?? '')(route, ...(body === undefined ? [] : ([body] as const)));
  }

  staff(route: string, body?: object): Promise<Answer> {
    const [method = '', path = ''] = route.split(' ');
    const options = { token: this.token, ...(body === undefined ? {} : { body }) };
    return this.harness.call(method, `/api/staff/v1${path}`, options);
  }

  /** The service's response and the model's; undefined if the step did not apply. */
  async take(taken: Step): Promise<{ readonly told: Expected; readonly expected: Expected } | undefined> {
    const outcome = await this.#answer(taken);
    if (outcome === undefined) return undefined;
    const { status, body } = outcome.answer;
    return { told: { status, ...(status < 400 ? {} : { code: body.code }) }, expected: outcome.expected };
  }

  #answer(taken: Step): Promise<{ answer: Answer; expected: Expected } | undefined> | undefined {
    switch (taken.kind) {
      case 'enroll':
        return this.#enroll(taken);
      case 'swap':
      case 'edit':
      case 'cancel':
        return this.#change(taken);
      case 'lose':
      case 'lose vin':
        return this.#lose(taken);
      case 'end':
        return this.#end(taken);
      case 'price':
        return this.#price(taken);
      case 'run':
        return this.#run(taken);
      case 'wait':
        this.#wait(taken.until);
        return undefined;
    }
  }

  async #enroll(row: Step & { kind: 'enroll' }) {
    const today = this.now.slice(0, 10);
    const effective = new Date(Date.parse(today) + (row.days ?? 0) * 86_400_000).toISOString();
    const answer = await this.call(row.owner, 'POST /plans/enrollments', {
      member: { first_name: 'A', last_name: 'B', ...(row.email === null ? {} : { email: row.email }) },
      vehicle: { vin: row.vin },
      plan: row.plan,
      ...(row.ref === null ? {} : { external_ref: row.ref }),
      ...(row.days === undefined ? {} : { effective_on: effective.slice(0, 10) }),
    });
    const { owner: index, vin: sent, plan, ref: reference, email: contact } = row;
    const members = { owner: index, vin: sent, plan, ref: reference, email: contact, effectiveAt: effective };
    const expected = this.model.enroll(members, today);
    if (answer.status === 201 && expected.status === 201) this.model.named(answer.body.id);
    return { answer, expected };
  }

  async #change(taken: Step & { kind: 'swap' | 'edit' | 'cancel' }) {
    const { enrollments } = this.model;
    const row = enrollments[taken.which % enrollments.length];
    if (row === undefined) return undefined;
    const patch = (body: object) => this.call(row.owner, `PATCH /plans/enrollments/${row.id}`, body);
    if (taken.kind === 'cancel')
      return { answer: await patch({ status: 'canceled' }), expected: this.model.cancel(row, this.now) };
    if (taken.kind === 'swap')
      return {
        answer: await patch({ vehicle: { vin: taken.vin } }),
        expected: this.model.change(row, { vin: taken.vin }, this.now),
      };
    const answer = await patch({ external_ref: taken.ref, member: { email: taken.email } });
    return { answer, expected: this.model.change(row, { ref: taken.ref, email: taken.email }, this.now) };
  }

  async #lose(taken: Step & { kind: 'lose' | 'lose vin' }) {
    const { enrollments } = this.model;
    const byVin = taken.kind === 'lose vin';
    const row = byVin ? this.model.meantBy(taken.owner, taken.vin) : enrollments[taken.which % enrollments.length];
    if (!byVin && row === undefined) return undefined;
    const date = new Date(Date.parse(this.now) + taken.days * 86_400_000).toISOString();
    const answer = await this.call(byVin ? taken.owner : (row?.owner ?? 0), 'POST /plans/loss-notices', {
      ...(byVin ? { vin: taken.vin } : { enrollment_id: row?.id }),
      date_of_loss: date,
    });
    const expected = this.model.lose(row, date);
    const redemption = this.model.redemptions.at(-1);
    if (answer.status === 201 && expected.status === 201 && redemption !== undefined)
      Object.assign(redemption, { id: answer.body.redemption_id, noticeId: answer.body.id });
    return { answer, expected };
  }

  async #end(taken: Step & { kind: 'end' }) {
    const { redemptions } = this.model;
    const redemption = redemptions[taken.which % redemptions.length];
    if (redemption === undefined) return undefined;
    const how = taken.how === 'complete' ? 'complete' : 'cancel';
    const answer = await this.staff(`POST /redemptions/${redemption.id}/${how}`);
    return { answer, expected: this.model.end(redemption, how, this.now) };
  }

  async #price({ which: place, cents }: Step & { kind: 'price' }) {
    const institution = place % this.institutions.length;
    const list = this.model.plans[institution] ?? [];
    const plan = list[place % 2];
    if (plan !== undefined) plan.unit_price_cents = cents;
    const answer = await this.staff(`PATCH /institutions/${this.institutions[institution]}`, { plans: list });
    return { answer, expected: { status: 200 } };
  }

  async #run({ monthsAgo }: Step & { kind: 'run' }) {
    const date = new Date(`${this.now.slice(0, 7)}-01T00:00:00.000Z`);
    date.setUTCMonth(date.getUTCMonth() - monthsAgo);
    const period = date.toISOString().slice(0, 7);
    const order = this.institutions.map((id, index) => ({ id, index })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const answer = await this.staff('POST /statements/run', { period });
    const expected = this.model.run(
      period,
      this.now,
      order.map(({ index }) => index),
    );
    return { answer, expected };
  }

  #wait(until: string): void {
    const now = this.harness.clock.now();
    const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const seconds: Record<string, number> = {
      'a second': 1,
      'nine days': 9 * 86_400,
      'the last moment of the month': (next - 1 - now.getTime()) / 1000,
      'the first of the next': (next - now.getTime()) / 1000,
    };
    this.harness.clock.advance(seconds[until] ?? 0);
  }

  /** Everything that the service shows an owner. */
  async served(index: number): Promise<Snapshot> {
    return {
      enrollments: await this.#list(index, 'enrollments', toRow),
      redemptions: await this.#list(index, 'redemptions', (one) => [one['id'], one['status'], one['loss_notice_id']]),
      statements: await this.#list(index, 'statements', (one) => [
        one['number'],
        one['period'],
        one['amount_cents'],
        one['lines'],
      ]),
      events: await this.#events(index),
    };
  }

  /** The same, according to the model. */
  modelled(index: number): Snapshot {
    const { enrollments, redemptions, statements, events } = this.model;
    const sum = (lines: { amount_cents: number }[]) => lines.reduce((total, line) => total + line.amount_cents, 0);
    return {
      enrollments: enrollments
        .filter((row) => row.owner === index)
        .map((row) => [row.id, row.status, row.vin, row.plan, row.ref, row.email, row.effectiveAt, row.canceledAt])
        .toSorted(byFirst),
      redemptions: redemptions
        .filter(({ enrollment }) => enrollment.owner === index)
        .map(({ id, status, noticeId }) => [id, status, noticeId])
        .toSorted(byFirst),
      statements: statements
        .filter((one) => isLive(index) && one.institution === institutionOf(index))
        .map(({ number, period, lines }) => [number, period, sum(lines), lines])
        .toSorted(byFirst),
      events: events.filter(([told]) => told === index).map(([, type, about]) => [type, about]),
    };
  }

  async #list(
    index: number,
    name: string,
    toValues: (row: Record<string, unknown>) => unknown[],
  ): Promise<unknown[][]> {
    const { body } = await this.call(index, `GET /plans/${name}?limit=100`);
    if (body.has_more !== false) throw new Error('a page is not the whole list');
    return body.data.map(toValues).toSorted(byFirst);
  }

  async #events(index: number): Promise<string[][]> {
    const rows = await this.harness.ctx.db.many<{ thin: string }>({
      text: `select thin from events.events where account_id = $1 and livemode = $2 order by transaction_id, place`,
      values: [this.institutions[institutionOf(index)], isLive(index)],
    });
    return rows.map(({ thin }) => {
      const { type, data } = JSON.parse(thin);
      return [type, data.statement?.number ?? data.enrollment.id];
    });
  }
}

const byFirst = (one: unknown[], other: unknown[]): number => (String(one[0]) < String(other[0]) ? -1 : 1);

const toRow = (row: Record<string, unknown>): unknown[] => {
  const { vehicle, member } = row as { vehicle: { vin: string }; member: { email: string | null } };
  const { id, status, plan, external_ref: reference, effective_at: effective, canceled_at: canceled } = row;
  return [id, status, vehicle.vin, plan, reference, member.email, effective, canceled];
};
