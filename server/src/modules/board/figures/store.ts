import { firstIdAt } from '#lib/tokens/ids';
import { prepared, type Db } from '#platform/db';
import { holdCounts, notedPayments, type MoneyRow, type Period } from './figure-store.ts';
import type { FigureStep } from './schemas.ts';

/** Outcomes of calls that no one, or a wrong person, answered. */
const unreached = `('no_answer', 'voicemail', 'wrong_number')`;

// Ids of calls order by time, so a period is a range of the primary key.
const inPeriod = `k.id >= $1 and k.id < $2 and k.applied_from is null and not c.test`;
const calls = `consultations.calls k join consultations.consultations c on c.id = k.consultation_id`;

const idsOf = ({ from, to }: Period): [string, string] => [firstIdAt('cal', from), firstIdAt('cal', to)];

type ReachRow = { readonly weekday: number; readonly hour: number; readonly calls: number; readonly reached: number };

const reach = prepared<[first: string, end: string, zone: string], ReachRow>(
  'board.figure-reach',
  `select extract(isodow from k.called_at at time zone $3)::int as weekday,
     extract(hour from k.called_at at time zone $3)::int as hour, count(*)::int as calls,
     count(*) filter (where k.outcome not in ${unreached})::int as reached
   from ${calls} where ${inPeriod} group by 1, 2 order by 1, 2`,
);

export const listReach = (db: Db, period: Period, zone: string) => db.many(reach(...idsOf(period), zone));

type PersonRow = {
  readonly staff_id: string;
  readonly name: string | null;
  readonly outcome: string;
  readonly count: number;
  readonly reached: boolean;
};

const people = prepared<[first: string, end: string], PersonRow>(
  'board.figure-people',
  `select k.staff_id, s.name, k.outcome, count(*)::int as count, k.outcome not in ${unreached} as reached
   from ${calls} left join staff.members s on s.id = k.staff_id where ${inPeriod}
   group by k.staff_id, s.name, k.outcome order by k.staff_id, k.outcome limit 5000`,
);

export const listOutcomes = (db: Db, period: Period) => db.many(people(...idsOf(period)));

type CallFilter = {
  readonly staffId: string | undefined;
  readonly outcome: string | undefined;
  readonly weekday: number | undefined;
  readonly hour: number | undefined;
  readonly zone: string;
};

const called = prepared<
  [
    first: string,
    end: string,
    staffId: string | null,
    outcome: string | null,
    weekday: number | null,
    hour: number | null,
    zone: string,
    limit: number,
  ],
  { id: string }
>(
  'board.figure-called-cases',
  `select k.consultation_id as id from ${calls} where ${inPeriod}
     and ($3::text is null or k.staff_id = $3) and ($4::text is null or k.outcome = $4)
     and ($5::int is null or extract(isodow from k.called_at at time zone $7) = $5)
     and ($6::int is null or extract(hour from k.called_at at time zone $7) = $6)
   group by k.consultation_id order by max(k.called_at) desc, k.consultation_id limit $8`,
);

/** Cases with such a call in the period, the latest first. */
export const listCalledCases = async (
  db: Db,
  period: Period,
  { staffId, outcome, weekday, hour, zone, limit }: CallFilter & { readonly limit: number },
): Promise<string[]> => {
  const filter = [staffId ?? null, outcome ?? null, weekday ?? null, hour ?? null, zone] as const;
  return (await db.many(called(...idsOf(period), ...filter, limit))).map(({ id }) => id);
};

const noted = `exists (select from ${notedPayments})`;

const holdIn = (state: string): string => `exists (select from checkout.checkouts o join checkout.holds h
  on h.checkout_id = o.id where o.consultation_id = c.id and ${state})`;

/** The steps a case has reached, as the figures count them. */
const reached: Readonly<Record<FigureStep, string>> = {
  asked: 'true',
  called: 'exists (select from consultations.calls k where k.consultation_id = c.id and k.applied_from is null)',
  confirmed: `(coalesce(i.status in ('customer_confirmed', 'consultation_active'), true) or c.delivered_at is not null)`,
  delivered: 'c.delivered_at is not null',
  accepted: `c.delivered_at is not null and (${holdIn('h.held_at is not null')} or ${noted})`,
  settled: 'c.settled_at is not null',
  paid: `c.delivered_at is not null and (${holdIn(holdCounts.captured)} or ${noted})`,
};

type ConsultationFilter = {
  readonly step: FigureStep;
  readonly hold: keyof typeof holdCounts | undefined;
  /** Of the hold. */
  readonly product: 'research' | 'representation' | undefined;
  readonly platform: string | undefined;
  readonly institutionId: string | undefined;
};

type CaseRow = MoneyRow & { readonly id: string };

/** Cases from a period that have reached a step, newest first. Not prepared, because each filter has its own plan. */
export function listFigureCases(
  db: Db,
  { from, to }: Period,
  { step, hold, product, platform, institutionId, limit }: ConsultationFilter & { readonly limit: number },
): Promise<CaseRow[]> {
  const state = hold === undefined ? 'true' : holdIn(`(${holdCounts[hold]}) and ($6::text is null or h.product = $6)`);
  return db.many<CaseRow>({
    text: `select c.id, c.offer_parts, c.settlement_parts
      from consultations.consultations c
      left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id
      left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id
      left join memberships.redemptions d on c.source = 'membership' and d.id = c.source_id
      where not c.test and c.opened_at >= $1 and c.opened_at < $2 and ${reached[step]} and ${state}
        and ($3::text is null or coalesce(i.agent ->> 'platform', '') = $3 and c.source = 'agent_intake')
        and ($4::text is null or coalesce(r.institution_id, d.institution_id) = $4)
      order by c.opened_at desc, c.id limit $5`,
    values: [
      from,
      to,
      platform ?? null,
      institutionId ?? null,
      limit,
      ...(hold === undefined ? [] : [product ?? null]),
    ],
  });
}

type LateRow = { readonly id: string };

/** Open cases whose callback is overdue, the most overdue first. */
export const listLateCallbackIds = async (db: Db, now: Date, limit: number): Promise<string[]> =>
  (
    await db.many<LateRow>({
      text: `select c.id from consultations.consultations c
        where c.closed_at is null and not c.test and c.callback_at is not null and c.callback_at < $1
        order by c.callback_at limit $2`,
      values: [now, limit],
    })
  ).map(({ id }) => id);
