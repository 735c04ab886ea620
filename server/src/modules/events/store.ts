import { prepared, type TxDb } from '#platform/db';

export type EventRow = {
  readonly id: string;
  readonly at: Date;
  readonly type: string;
  readonly accountId: string | null;
  readonly subjectId: string;
  readonly livemode: boolean;
  readonly thin: string;
};

const insert = prepared<[string[], Date[], string[], (string | null)[], string[], boolean[], string[]], never>(
  'events.insert',
  `insert into events.events (id, created_at, type, account_id, subject_id, livemode, thin)
   select * from unnest($1::text[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::boolean[], $7::text[])`,
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
