import { firstIdAt } from '#lib/tokens/ids';
import { prepared, type Db } from '#platform/db';
import type { Period } from './figure-store.ts';

/** Outcomes of calls that nobody, or somebody else, answered. */
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
   from ${calls} left join access.staff s on s.id = k.staff_id where ${inPeriod}
   group by k.staff_id, s.name, k.outcome order by k.staff_id, k.outcome limit 5000`,
);

export const listOutcomes = (db: Db, period: Period) => db.many(people(...idsOf(period)));

export type CallFilter = {
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
