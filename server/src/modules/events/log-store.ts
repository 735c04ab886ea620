import { prepared, type Db } from '#platform/db';

/** Where an event stands in the log: its transaction, and its turn within it. */
export type LogPlace = { readonly transactionId: string; readonly place: string };

export type EventQuery = {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly type: string | undefined;
  readonly createdFrom: Date | undefined;
  readonly createdTo: Date | undefined;
  readonly order: 'asc' | 'desc';
  readonly after: LogPlace | undefined;
  readonly limit: number;
};

type Row = { thin: string; transaction_id: string; place: string };

type Values = [
  accountId: string,
  livemode: boolean,
  type: string | null,
  from: Date | null,
  to: Date | null,
  transactionId: string | null,
  place: string | null,
  limit: number,
];

const page = (order: 'asc' | 'desc') =>
  prepared<Values, Row>(
    `events.list-${order}`,
    `select thin, transaction_id::text, place::text from events.events
     where account_id = $1 and (livemode = $2 and type <> 'plan.statement.issued' or $2 and type = 'plan.statement.issued')
       and ($3::text is null or type = $3)
       and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
       and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
       and ($6::xid8 is null or (transaction_id, place) ${order === 'asc' ? '>' : '<'} ($6::xid8, $7::bigint))
     order by transaction_id ${order}, place ${order} limit $8`,
  );

const pages = { asc: page('asc'), desc: page('desc') };

/** One row more than asked for, to tell whether there are more. */
export const selectEvents = (db: Db, query: EventQuery) =>
  db.many(
    pages[query.order](
      query.accountId,
      query.livemode,
      query.type ?? null,
      query.createdFrom ?? null,
      query.createdTo ?? null,
      query.after?.transactionId ?? null,
      query.after?.place ?? null,
      query.limit + 1,
    ),
  );
