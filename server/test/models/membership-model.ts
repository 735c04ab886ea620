// T8 to T10 computed one row at a time, sharing nothing with the service but the tables.

type ModelEnrollment = {
  readonly owner: number;
  id: string;
  status: string;
  vin: string;
  plan: string;
  ref: string | null;
  email: string | null;
  readonly effectiveAt: string;
  canceledAt: string | null;
  redeemedAt: string | null;
  /** Its previous vehicles, each with its end time. */
  readonly earlier: { readonly vin: string; readonly until: string }[];
};

type ModelRedemption = {
  id: string;
  noticeId: string;
  readonly enrollment: ModelEnrollment;
  status: string;
};

type ModelStatement = {
  readonly institution: number;
  readonly period: string;
  readonly number: string;
  readonly lines: { plan: string; quantity: number; unit_price_cents: number; amount_cents: number }[];
};

type Plan = { readonly code: string; unit_price_cents: number };

/** The expected response: its status, with the code of a refusal. */
export type Expected = { readonly status: number; readonly code?: string };

const made: Expected = { status: 201 };
const done: Expected = { status: 200 };
const refused = (status: number, code: string): Expected => ({ status, code });
const invalid = refused(400, 'validation_failed');
const wrongState = refused(409, 'invalid_state');
const missing = refused(404, 'not_found');

/** Owner 2n is the sandbox of institution n, owner 2n + 1 its live roster. */
export const institutionOf = (owner: number): number => Math.floor(owner / 2);
export const isLive = (owner: number): boolean => owner % 2 === 1;

export class MembershipModel {
  readonly enrollments: ModelEnrollment[] = [];
  readonly redemptions: ModelRedemption[] = [];
  readonly statements: ModelStatement[] = [];
  /** Types of events with their subject, by owner; for statements the number. */
  readonly events: (readonly [owner: number, type: string, about: string])[] = [];
  readonly plans: Plan[][];

  constructor(plans: readonly (readonly Plan[])[]) {
    this.plans = plans.map((list) => list.map((plan) => ({ ...plan })));
  }

  #tell(enrollment: ModelEnrollment, ...types: string[]): void {
    for (const type of types) this.events.push([enrollment.owner, type, enrollment.id]);
  }

  #holder(owner: number, vin: string): ModelEnrollment | undefined {
    return this.enrollments.find((row) => row.owner === owner && row.vin === vin && row.status !== 'canceled');
  }

  enroll(
    row: Omit<ModelEnrollment, 'id' | 'status' | 'canceledAt' | 'redeemedAt' | 'earlier'>,
    today: string,
  ): Expected {
    const days = (Date.parse(row.effectiveAt) - Date.parse(today)) / 86_400_000;
    const known = this.plans[institutionOf(row.owner)]?.some(({ code }) => code === row.plan);
    if (!known || days > 90 || days < -366) return invalid;
    if (this.#holder(row.owner, row.vin)) return refused(409, 'enrollment_exists');
    this.enrollments.push({ ...row, id: '', status: 'active', canceledAt: null, redeemedAt: null, earlier: [] });
    return made;
  }

  /** Called with the id that the service gave the last enrollment. */
  named(id: string): void {
    const last = this.enrollments.at(-1);
    if (last === undefined) throw new Error('nothing is enrolled');
    last.id = id;
    this.#tell(last, 'plan.enrollment.created');
  }

  change(
    row: ModelEnrollment,
    edit: { vin?: string; ref?: string | null; email?: string | null },
    now: string,
  ): Expected {
    const editable = edit.vin === undefined ? ['active', 'loss_reported', 'redeemed'] : ['active'];
    if (!editable.includes(row.status)) return wrongState;
    const holder = edit.vin === undefined ? undefined : this.#holder(row.owner, edit.vin);
    if (holder !== undefined && holder !== row) return refused(409, 'enrollment_exists');
    const before = [row.vin, row.ref, row.email].join('|');
    if (edit.vin !== undefined && edit.vin !== row.vin) row.earlier.push({ vin: row.vin, until: now });
    Object.assign(row, edit);
    if ([row.vin, row.ref, row.email].join('|') !== before) this.#tell(row, 'plan.enrollment.updated');
    return done;
  }

  cancel(row: ModelEnrollment, now: string): Expected {
    if (row.status !== 'active') return wrongState;
    Object.assign(row, { status: 'canceled', canceledAt: now });
    this.#tell(row, 'plan.enrollment.canceled');
    return done;
  }

  /** The enrollment that a VIN refers to: the one that is not canceled, otherwise the last one. */
  meantBy(owner: number, vin: string): ModelEnrollment | undefined {
    return (
      this.#holder(owner, vin) ??
      this.enrollments
        .filter((row) => row.owner === owner && row.vin === vin)
        .toSorted(byId)
        .at(-1)
    );
  }

  lose(row: ModelEnrollment | undefined, dateOfLoss: string): Expected {
    if (row === undefined) return missing;
    if (dateOfLoss < row.effectiveAt) return invalid;
    if (row.status === 'loss_reported') return refused(409, 'loss_notice_exists');
    if (row.status !== 'active') return wrongState;
    row.status = 'loss_reported';
    this.redemptions.push({ id: '', noticeId: '', enrollment: row, status: 'open' });
    this.#tell(row, 'plan.loss.reported', 'plan.redemption.created');
    return made;
  }

  end(redemption: ModelRedemption, how: 'complete' | 'cancel', now: string): Expected {
    if (redemption.status !== 'open') return wrongState;
    const { enrollment } = redemption;
    redemption.status = how === 'complete' ? 'completed' : 'canceled';
    if (how === 'complete') Object.assign(enrollment, { status: 'redeemed', redeemedAt: now });
    else enrollment.status = 'active';
    this.#tell(enrollment, how === 'complete' ? 'plan.redemption.completed' : 'plan.enrollment.updated');
    return done;
  }

  /** Issues statements of a month for institutions in this order. */
  run(period: string, now: string, order: readonly number[]): Expected {
    if (period >= now.slice(0, 7)) return invalid;
    for (const institution of order) {
      if (this.statements.some((one) => one.institution === institution && one.period === period)) continue;
      const billed = this.enrollments.filter(
        ({ owner, effectiveAt, canceledAt, redeemedAt }) =>
          institutionOf(owner) === institution &&
          isLive(owner) &&
          effectiveAt.slice(0, 7) <= period &&
          (canceledAt === null || (canceledAt.slice(0, 7) >= period && canceledAt > effectiveAt)) &&
          (redeemedAt === null || redeemedAt.slice(0, 7) >= period),
      );
      if (billed.length === 0) continue;
      const lines = [...new Set(billed.map(({ plan }) => plan))].toSorted().map((plan) => {
        const vehicles = billed.filter((row) => row.plan === plan).map((row) => vinAtEndOf(row, period));
        const quantity = new Set(vehicles).size;
        const price = this.plans[institution]?.find(({ code }) => code === plan)?.unit_price_cents ?? Number.NaN;
        return { plan, quantity, unit_price_cents: price, amount_cents: quantity * price };
      });
      const place = this.statements.filter((one) => one.period === period).length + 1;
      const number = `MS-${period.replace('-', '')}-${String(place).padStart(4, '0')}`;
      this.statements.push({ institution, period, number, lines });
      this.events.push([institution * 2 + 1, 'plan.statement.issued', number]);
    }
    return done;
  }
}

/** The vehicle that an enrollment had at the end of the month. */
const vinAtEndOf = ({ vin, earlier }: ModelEnrollment, period: string): string =>
  earlier.find(({ until }) => until.slice(0, 7) > period)?.vin ?? vin;

const byId = (one: ModelEnrollment, other: ModelEnrollment): number => (one.id < other.id ? -1 : 1);
