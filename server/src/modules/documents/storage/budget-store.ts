import { prepared, type Db, type TxDb } from '#platform/db';

export type Spent = { readonly name: string; readonly bytes: number };

/** Budgets of one UTC day. */
type BudgetNames = { readonly names: readonly string[]; readonly day: string };

// The order of the names is the order of the locks: an address, its network, then the row that all of them share.
const add = prepared<[names: readonly string[], day: string, bytes: number], Spent>(
  'documents.add-upload-bytes',
  `insert into documents.upload_budgets as b (name, day, bytes)
   select name, $2::date, $3 from unnest($1::text[]) with ordinality as wanted (name, place) order by place
   on conflict (name, day) do update set bytes = b.bytes + excluded.bytes
   returning name, bytes::float8 as bytes`,
);

/** What each has spent with these bytes; whoever finds it too much rolls back. */
export const addUploadBytes = (db: TxDb, { names, day }: BudgetNames, bytes: number) => db.many(add(names, day, bytes));

const give = prepared<[names: readonly string[], day: string, bytes: number], never>(
  'documents.return-upload-bytes',
  `with these as materialized (
     select b.name from unnest($1::text[]) with ordinality as wanted (name, place)
     join documents.upload_budgets b on b.name = wanted.name and b.day = $2::date order by place for update of b)
   update documents.upload_budgets b set bytes = greatest(0, b.bytes - $3) from these
   where b.name = these.name and b.day = $2::date`,
);

/** Gives back what was reserved and did not arrive. */
export const returnUploadBytes = (db: Db, { names, day }: BudgetNames, bytes: number) =>
  db.many(give(names, day, bytes));

const spent = prepared<[names: readonly string[], day: string], Spent>(
  'documents.list-upload-bytes',
  'select name, bytes::float8 as bytes from documents.upload_budgets where name = any($1::text[]) and day = $2::date',
);

export const listUploadBytes = (db: Db, { names, day }: BudgetNames) => db.many(spent(names, day));

const purge = prepared<[day: string, limit: number], { name: string }>(
  'documents.purge-upload-budgets',
  `delete from documents.upload_budgets where ctid = any(array(
     select ctid from documents.upload_budgets where day < $1::date limit $2 for update skip locked)) returning name`,
);

export const deleteUploadBudgets = (db: Db, before: string, limit: number) => db.many(purge(before, limit));
