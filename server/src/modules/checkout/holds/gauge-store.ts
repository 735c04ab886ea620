import { prepared, type Db } from '#platform/db';
import { endedDisputes } from '../rules.ts';
import type { HoldState } from '../transitions.ts';

/** Sandbox holds raise no alarm. */
const isLive = 'not exists (select from checkout.checkouts c where c.id = checkout_id and c.test)';

/** Holds that may still change; the number of all others only grows. */
export const unfinishedStates = ['page_open', 'held', 'saved', 'charge_failed'] as const satisfies HoldState[];
const isUnfinished = `state in (${unfinishedStates.map((state) => `'${state}'`).join(', ')})`;

const byState = prepared<[], { state: HoldState; holds: number }>(
  'checkout.count-by-state',
  `select state, count(*)::int as holds from checkout.holds where ${isUnfinished} and ${isLive} group by state`,
);

export const countByState = (db: Db) => db.many(byState());

type HoldTimes = {
  /** Holds that end before then count as ending soon. */
  readonly endingBefore: Date;
  /** Active holds whose authorization ended before then count as overdue. */
  readonly overdueBefore: Date;
  /** Holds still in `page_open` that were created before then count as overdue: their page must have expired. */
  readonly pagesBefore: Date;
  /** Since when ended holds are counted. */
  readonly endedSince: Date;
};

type HoldGauges = {
  readonly ending: number;
  readonly ending_capture: number;
  readonly ending_release: number;
  readonly overdue_held: number;
  readonly overdue_pages: number;
  readonly oldest_action: Date | null;
  readonly not_renewed: number;
  readonly disputes_ours: number;
  readonly disputes_banks: number;
  readonly charges_failed: number;
  readonly refunds_late: number;
  readonly refunds_failed: number;
};

// A hold without an end from the provider ends after a week like all others. An expired one counts as renewed when
// the product, or the one that includes it, has a hold again or is settled.
const gauges = prepared<
  [endingBefore: Date, overdueBefore: Date, pagesBefore: Date, endedSince: Date, endedDisputes: string[]],
  HoldGauges
>(
  'checkout.measure-holds',
  `select
     count(*) filter (where state = 'held' and kind = 'hold' and ends_at < $1 and wish is null)::int as ending,
     count(*) filter (where state = 'held' and ends_at < $1 and wish = 'capture')::int as ending_capture,
     count(*) filter (where state = 'held' and ends_at < $1 and wish = 'release')::int as ending_release,
     count(*) filter (where state = 'held' and ends_at < $2)::int as overdue_held,
     count(*) filter (where state = 'page_open' and created_at < $3)::int as overdue_pages,
     min(wished_at) filter (where wish is not null) as oldest_action,
     (select count(*)::int from checkout.holds h
      where ${isLive} and state = 'expired' and kind = 'hold' and held_at is not null and ended_at >= $4
        and not exists (
          select from checkout.holds n
          where n.checkout_id = h.checkout_id and n.product in (h.product, 'representation')
            and n.state in ('page_open', 'held', 'saved', 'charge_failed', 'captured', 'released'))) as not_renewed,
     (select count(*)::int from checkout.holds
      where ${isLive} and dispute_status <> all($5) and dispute_status like '%needs_response') as disputes_ours,
     (select count(*)::int from checkout.holds
      where ${isLive} and dispute_status <> all($5) and dispute_status not like '%needs_response') as disputes_banks,
     count(*) filter (where state = 'charge_failed')::int as charges_failed,
     (select count(*)::int from checkout.refunds where state = 'requested' and requested_at < $2) as refunds_late,
     (select count(*)::int from checkout.refunds where state = 'failed' and ended_at >= $4) as refunds_failed
   from (
     select *, coalesce(capture_before, held_at + interval '7 days') as ends_at
     from checkout.holds where ${isUnfinished} and ${isLive}) as open`,
);

export const findHoldGauges = (db: Db, { endingBefore, overdueBefore, pagesBefore, endedSince }: HoldTimes) =>
  db.find(gauges(endingBefore, overdueBefore, pagesBefore, endedSince, [...endedDisputes]));
