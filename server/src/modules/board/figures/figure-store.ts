import { prepared, type Db } from '#platform/db';

// Reads tables of other modules, as store.ts and load-store.ts do (decision record 0022); it only selects, and every
// statement begins with the word select.

/** The net amount of a charge: refunds and lost disputes are subtracted. */
const net = `greatest(0, coalesce(h.captured_cents, 0) - h.refunded_cents
  - case when h.dispute_status = 'lost' then coalesce(h.disputed_cents, 0) else 0 end)`;

/** How a payment by card counts; a charge that failed leaves its card saved. */
export const holdCounts = {
  held: `h.state = 'held'`,
  saved: `h.state in ('saved', 'charge_failed')`,
  captured: `h.state = 'captured' and ${net} > 0`,
  released: `h.state = 'released'`,
} as const;

/** Payments outside the card provider; voided ones do not count. */
export const notedPayments = 'checkout.payments y where y.consultation_id = c.id and y.voided_at is null';

export type Period = { readonly from: Date; readonly to: Date };

const bounds = prepared<
  [range: string, on: string | null, zone: string, now: Date],
  { from: Date; to: Date; day: string; on: string }
>(
  'board.figure-period',
  `select p.start at time zone $3 as "from", (p.start + ('1 ' || $1::text)::interval) at time zone $3 as "to",
     to_char(p.start, 'YYYY-MM-DD') as day, to_char(p.day, 'YYYY-MM-DD') as on
   from (select d.day, date_trunc($1::text, d.day::timestamp) as start
     from (select coalesce($2::date, ($4::timestamptz at time zone $3)::date) as day) d) p`,
);

/** The day, week or month that contains a day, in a zone; days with a clock change are shorter or longer. */
export const findPeriod = (
  db: Db,
  { range, on, zone, now }: { range: string; on: string | undefined; zone: string; now: Date },
) => db.find(bounds(range, on ?? null, zone, now));

/** Each step of the funnel implies the previous one; a payment may be recorded without an acceptance. */
const steps = `c.first_call_at is not null as called, c.settled_at is not null as settled,
  c.confirmed, c.delivered_at is not null as delivered,
  c.delivered_at is not null and (c.accepted or c.noted) as accepted,
  c.delivered_at is not null and (c.captured or c.noted) as paid`;

/** Cases from a period ($1 to $2), with their current state. */
const cohort = `select c.id, c.opened_at, c.delivered_at, c.settled_at, k.first_call_at,
    i.agent ->> 'platform' as platform, coalesce(r.institution_id, d.institution_id) as institution_id,
    coalesce(i.status in ('customer_confirmed', 'consultation_active'), true) or c.delivered_at is not null as confirmed,
    (coalesce(i.preliminary, f.preliminary) ->> 'gap_vs_offer_cents')::bigint as gap_cents, h.accepted, h.captured,
    y.noted, h.captured_cents + y.noted_cents as captured_cents
  from consultations.consultations c
  left join intakes.intakes i on c.source = 'agent_intake' and i.id = c.source_id
  left join referrals.referrals r on c.source = 'referral' and r.id = c.source_id
  left join memberships.redemptions d on c.source = 'membership' and d.id = c.source_id
  left join facts.cases f on f.consultation_id = c.id
  left join lateral (select min(called_at) as first_call_at from consultations.calls
    where consultation_id = c.id and applied_from is null) k on true
  left join lateral (select count(*) filter (where h.held_at is not null) > 0 as accepted,
      count(*) filter (where ${holdCounts.captured}) > 0 as captured,
      coalesce(sum(${net}) filter (where ${holdCounts.captured}), 0) as captured_cents
    from checkout.checkouts o join checkout.holds h on h.checkout_id = o.id where o.consultation_id = c.id) h on true
  left join lateral (select count(*) > 0 as noted, coalesce(sum(y.amount_cents), 0) as noted_cents
    from ${notedPayments}) y on true
  where not c.test and c.opened_at >= $1 and c.opened_at < $2`;

type FunnelRow = Readonly<Record<'asked' | 'called' | 'confirmed' | 'delivered' | 'accepted' | 'paid', number>> & {
  readonly median_s: number | null;
};

const funnel = prepared<[from: Date, to: Date], FunnelRow>(
  'board.figure-funnel',
  `select count(*)::int as asked, count(*) filter (where called)::int as called,
     count(*) filter (where confirmed)::int as confirmed, count(*) filter (where delivered)::int as delivered,
     count(*) filter (where accepted)::int as accepted, count(*) filter (where paid)::int as paid,
     percentile_cont(0.5) within group (order by extract(epoch from first_call_at - opened_at)) as median_s
   from (select c.opened_at, c.first_call_at, ${steps} from (${cohort}) c) s`,
);

export const findFunnel = (db: Db, { from, to }: Period) => db.find(funnel(from, to));

type OriginRow = {
  readonly kind: 'platform' | 'institution';
  readonly id: string;
  readonly name: string;
  readonly asked: number;
  readonly confirmed: number;
  readonly delivered: number;
  readonly settled: number;
  readonly paid: number;
  readonly captured_cents: number;
};

const origins = prepared<[from: Date, to: Date, limit: number], OriginRow>(
  'board.figure-origins',
  `select o.kind, o.id, coalesce(n.name, o.id) as name, o.asked, o.confirmed, o.delivered, o.settled, o.paid, o.captured_cents
   from (
     select case when institution_id is null then 'platform' else 'institution' end as kind,
       coalesce(institution_id, platform, '') as id, count(*)::int as asked,
       count(*) filter (where confirmed)::int as confirmed, count(*) filter (where delivered)::int as delivered,
       count(*) filter (where settled)::int as settled, count(*) filter (where paid)::int as paid,
       coalesce(sum(captured_cents), 0)::float8 as captured_cents
     from (select c.platform, c.institution_id, c.captured_cents, ${steps} from (${cohort}) c) s
     group by 1, 2 order by 3 desc, 1, 2 limit $3) o
   left join partners.institutions n on o.kind = 'institution' and n.id = o.id
   order by o.asked desc, o.kind, o.id`,
);

export const listOrigins = (db: Db, { from, to }: Period, limit: number) => db.many(origins(from, to, limit));

/** Both sides as they are stored. */
export type MoneyRow = { readonly offer_parts: unknown; readonly settlement_parts: unknown };

type SettledRow = {
  readonly gap_cents: number | null;
} & MoneyRow;

const settled = prepared<[from: Date, to: Date, limit: number], SettledRow>(
  'board.figure-settled',
  `select s.gap_cents::float8 as gap_cents, w.offer_parts, w.settlement_parts
   from (${cohort} and c.settled_at is not null) s join consultations.consultations w on w.id = s.id
   order by s.opened_at limit $3`,
);

/** The parts of the offer and settlement of every settled case. */
export const listSettled = (db: Db, { from, to }: Period, limit: number) => db.many(settled(from, to, limit));

type HoldRow = {
  readonly product: string;
  readonly held: number;
  readonly held_cents: number;
  readonly saved: number;
  readonly saved_cents: number;
  readonly captured: number;
  readonly captured_cents: number;
  readonly released: number;
  readonly released_cents: number;
};

const holds = prepared<[from: Date, to: Date], HoldRow>(
  'board.figure-holds',
  `select h.product, count(*) filter (where ${holdCounts.held})::int as held,
     coalesce(sum(h.amount_cents) filter (where ${holdCounts.held}), 0)::float8 as held_cents,
     count(*) filter (where ${holdCounts.saved})::int as saved,
     coalesce(sum(h.amount_cents) filter (where ${holdCounts.saved}), 0)::float8 as saved_cents,
     count(*) filter (where ${holdCounts.captured})::int as captured,
     coalesce(sum(${net}) filter (where ${holdCounts.captured}), 0)::float8 as captured_cents,
     count(*) filter (where ${holdCounts.released})::int as released,
     coalesce(sum(h.amount_cents) filter (where ${holdCounts.released}), 0)::float8 as released_cents
   from consultations.consultations c join checkout.checkouts o on o.consultation_id = c.id
   join checkout.holds h on h.checkout_id = o.id
   where not c.test and c.opened_at >= $1 and c.opened_at < $2 group by h.product order by h.product`,
);

export const listHoldFigures = (db: Db, { from, to }: Period) => db.many(holds(from, to));
