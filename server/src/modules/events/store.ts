import { prepared, randomTail, type TxDb } from '#platform/db';

export type EventRow = {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly accountId: string | null;
  readonly subjectId: string;
  readonly livemode: boolean;
  readonly thin: string;
};

/** Asked once for all rows of a statement; the first to write after a restore or a move begins it. */
const currentEra = '(select era from events.enter_era())';

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
 * The text of a statement that writes one event per row of a query, as part of a larger statement; it returns what it
 * wrote. The query has the columns `type`, `subject_id` and `data`, which is JSON, and is in the order of the log. The
 * first five parameters are `EventSetValues`. The thin text is that of `computeEnvelopes`.
 */
export const insertEventSet = (rows: string): string =>
  `insert into events.events (id, created_at, type, account_id, subject_id, livemode, thin, era)
   select id, $3::timestamptz, type, $1::text, subject_id, $2::boolean,
     '{"id":"' || id || '","object":"event","type":"' || type || $5::text || data || '}', ${currentEra}
   from (select $4::text || ${randomTail} as id, r.* from (${rows}) as r) as e
   returning id, type, thin`;
