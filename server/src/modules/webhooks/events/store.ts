import { prepared, randomTail, type Db, type TxDb, maintainDayPartitions } from '#platform/db';
import { statementIssued, eventDays } from './rules.ts';
import type { Ctx } from '#context';

/** Creates the partitions of the coming days and drops those past retention. */
export const maintainPartitions = (ctx: Ctx): Promise<{ made: number; dropped: number }> =>
  maintainDayPartitions(ctx.db, eventDays, ctx.clock.now());

export type EventRow = {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly accountId: string | null;
  readonly subjectId: string;
  readonly livemode: boolean;
  readonly thin: string;
};

/** Called once for all rows of a statement; the first write after a restore or a move begins a new epoch. */
const currentEra = '(select era from events.enter_epoch())';

const insert = prepared<[string[], Date[], string[], (string | null)[], string[], boolean[], string[]], never>(
  'events.insert',
  `insert into events.events (id, created_at, type, account_id, subject_id, livemode, thin, era)
   select e.*, ${currentEra}
   from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[]) as e`,
);

/** One statement for any number of events. */
export function insertEvents(db: TxDb, rows: readonly EventRow[]): void {
  db.write(
    insert(
      rows.map((row) => row.id),
      rows.map((row) => row.at),
      rows.map((row) => row.type),
      rows.map((row) => row.accountId),
      rows.map((row) => row.subjectId),
      rows.map((row) => row.livemode),
      rows.map((row) => row.thin),
    ),
  );
}

/**
 * The text of a statement that writes one event per row of a query, as part of a larger statement; it returns the
 * written events. The query has the columns `type`, `subject_id` and `data`, which is JSON, and is in the order of
 * the log. The first five parameters are `EventSetValues`. The thin text is that of `computeEnvelopes`.
 */
export const insertEventSet = (rows: string): string =>
  `insert into events.events (id, created_at, type, account_id, subject_id, livemode, thin, era)
   select id, $3::timestamptz, type, $1::text, subject_id, $2::boolean,
     '{"id":"' || id || '","object":"event","type":"' || type || $5::text || data || '}', ${currentEra}
   from (select $4::text || ${randomTail} as id, r.* from (${rows}) as r) as e
   returning id, type, thin`;

/** An epoch: a part of the log within which transaction ids increase. */
export type Era = { readonly era: string; readonly history: string; readonly began_at: Date; readonly paused: boolean };

const enter = prepared<[], Era>(
  'events.enter-era',
  'select era::text, history, began_at, paused from events.enter_epoch()',
);

/** The current epoch; in a new history without writes it begins here. */
export async function enterEra(db: Db): Promise<Era> {
  return requireEra(await db.find(enter()));
}

const raise = prepared<[], Era>(
  'events.raise-era',
  'select era::text, history, began_at, paused from events.raise_epoch()',
);

/** Waits for transactions that write events, as long as the caller's timeout allows. */
export async function insertEra(db: TxDb): Promise<Era> {
  return requireEra(await db.find(raise()));
}

const pause = prepared<[], { era: string }>(
  'events.pause-era',
  'update events.log_epochs set paused = true where not paused and era = (select max(era) from events.log_epochs) returning era::text',
);

/** Undefined when work was paused already. */
export const updatePaused = (db: TxDb) => db.find(pause());

const resume = prepared<[], { era: string }>(
  'events.resume-era',
  'update events.log_epochs set paused = false where paused and era = (select max(era) from events.log_epochs) returning era::text',
);

/** Undefined when nothing was paused. */
export const updateResumed = (db: TxDb) => db.find(resume());

function requireEra(era: Era | undefined): Era {
  if (era === undefined) throw new Error('there is always an era');
  return era;
}

/**
 * Position of an event: the epoch, within which transaction ids increase; the transaction it is ordered by (its own,
 * or a later one that ended before it); then its number.
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

/** The complete part of the log, for queries over many rows: computed once for all of them. */
export const belowHorizon = (account: string): string =>
  `(era, transaction_id) < ((select events.open_epoch()), (select events.horizon(${account})))`;

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

// A reader that moves forward must miss nothing, even after a restore; one that moves backward has the end behind it.
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
