import { prepared, type TxDb } from '#platform/db';
import type { Channel } from './message-store.ts';

type Wanted = {
  /** Exactly this one, or all but those of recipients. */
  readonly failure: string | null;
  readonly channels: readonly Channel[];
  readonly since: Date;
  readonly limit: number;
};

export type UnsentGroup = {
  readonly purpose: string;
  readonly channel: string;
  readonly state: string;
  readonly last_failure: string | null;
  readonly messages: number;
};

type Values = [failure: string | null, channels: readonly string[], since: Date, limit: number];

// What was said of a recipient is only meant when it is named.
const unsent = `select id from customers.messages
     where state in ('failed', 'not_configured') and channel = any($2::text[]) and created_at >= $3
       and case when $1::text is null
         then coalesce(last_failure, '') !~ '^(refused|suppressed|address_bounced)' else last_failure = $1 end
     order by id limit $4`;

const list = prepared<Values, UnsentGroup>(
  'customers.list-unsent',
  `select m.purpose, m.channel, m.state, m.last_failure, count(*)::integer as messages
   from (${unsent}) u join customers.messages m on m.id = u.id
   group by m.purpose, m.channel, m.state, m.last_failure order by messages desc, m.purpose`,
);

export const listUnsent = (db: TxDb, { failure, channels, since, limit }: Wanted) =>
  db.many(list(failure, channels, since, limit));

// Locked in the order of their ids, like messages that are withdrawn.
const retry = prepared<[...Values, now: Date], { id: string }>(
  'customers.retry-unsent',
  `with again as materialized (${unsent} for update)
   update customers.messages m
   set state = 'waiting', attempt = 0, due_at = $5, finished_at = null, last_failure = null, provider_id = null
   from again where m.id = again.id
   returning m.id`,
);

export const retryUnsent = (db: TxDb, { failure, channels, since, limit }: Wanted, now: Date) =>
  db.many(retry(failure, channels, since, limit, now));
