import { prepared, type Db } from '#platform/db';
import { statementIssued } from './rules.ts';

/**
 * Position of an event: the era, in which transaction ids count up; the transaction it is ordered by (its own, or a
 * later one that ended before it); then its number.
 */
export type LogCursor = { readonly era: string; readonly transactionId: string; readonly position: string };

export type EventQuery = {
  readonly accountId: string;
  readonly livemode: boolean;
  readonly type: string | undefined;
  readonly createdFrom: Date | undefined;
  readonly createdTo: Date | undefined;
  readonly order: 'asc' | 'desc';
  readonly after: LogCursor | undefined;
  readonly limit: number;
};

type Row = { thin: string; era: string; transaction_id: string; place: string };

type Values = [
  accountId: string,
  livemode: boolean,
  type: string | null,
  from: Date | null,
  to: Date | null,
  era: string,
  transactionId: string,
  place: string,
  limit: number,
];

/** Events of one mode; `mode` is a parameter. Statements are live, whatever their row says. */
export const ofMode = (mode: string): string =>
  `(livemode = ${mode} and type <> '${statementIssued}' or ${mode} and type = '${statementIssued}')`;

/** What is complete, where many rows are read: asked once for all of them. */
export const belowHorizon = (account: string): string =>
  `(era, transaction_id) < ((select events.open_era()), (select events.horizon(${account})))`;

// The order names the table's columns: without `e.` it would be that of the selected texts, in which 10 precedes 9.
const page = (order: 'asc' | 'desc', place: string) =>
  prepared<Values, Row>(
    `events.list-${order}`,
    `select thin, e.era::text, e.transaction_id::text, e.place::text from events.events e
     where account_id = $1 and ${ofMode('$2')}
       and ($3::text is null or type = $3)
       and ($4::timestamptz is null or created_at >= $4) and ($5::timestamptz is null or created_at < $5)
       and ${belowHorizon('$1')}
       and (era, transaction_id, place) ${place}
     order by e.era ${order}, e.transaction_id ${order}, e.place ${order} limit $9`,
  );

// Whoever reads on must miss nothing, also after a restore; whoever reads back has the end behind them.
const pages = {
  asc: page('asc', '> (select era, transaction_id, place from events.go_on_from($6::bigint, $7::xid8, $8::bigint))'),
  desc: page('desc', '< ($6::bigint, $7::xid8, $8::bigint)'),
};

/** Before the first and after the last event: with a cursor in every query, PostgreSQL enters the index at one point. */
export const logEnds: Record<EventQuery['order'], LogCursor> = {
  asc: { era: '0', transactionId: '0', position: '0' },
  desc: { era: '9223372036854775807', transactionId: '18446744073709551615', position: '9223372036854775807' },
};

/** Reads one row more than asked for, to tell whether there are more. */
export function listEventRows(db: Db, query: EventQuery): Promise<Row[]> {
  const after = query.after ?? logEnds[query.order];
  return db.many(
    pages[query.order](
      query.accountId,
      query.livemode,
      query.type ?? null,
      query.createdFrom ?? null,
      query.createdTo ?? null,
      after.era,
      after.transactionId,
      after.position,
      query.limit + 1,
    ),
  );
}

const insertWriter = prepared<[transactionId: string, accountId: string], never>(
  'events.insert-long-writer',
  'insert into events.long_writers (transaction_id, account_id) values ($1::xid8, $2)',
);

export const insertLongWriter = (db: Db, transactionId: string, accountId: string) =>
  db.many(insertWriter(transactionId, accountId));

const deleteWriters = prepared<[], never>(
  'events.delete-long-writers',
  'delete from events.long_writers where transaction_id < pg_snapshot_xmin(pg_current_snapshot())',
);

/** Rows of ended transactions have no effect. */
export const deleteLongWriters = (db: Db) => db.many(deleteWriters());
