import { prepared, type Db, type TxDb } from '#platform/db';

const one = prepared<[name: string], { open: boolean }>(
  'feature-flags.find',
  'select open from switches.switches where name = $1',
);

export const findFlag = (db: Db, name: string) => db.find(one(name));

const all = prepared<[], { name: string; open: boolean }>(
  'feature-flags.list',
  'select name, open from switches.switches',
);

export const listFlags = (db: Db) => db.many(all());

const set = prepared<[name: string, open: boolean, now: Date, staffId: string], never>(
  'feature-flags.set',
  `insert into switches.switches (name, open, changed_at, changed_by) values ($1, $2, $3, $4)
   on conflict (name) do update set open = excluded.open, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
);

type FlagChange = {
  readonly name: string;
  readonly enabled: boolean;
  readonly now: Date;
  readonly staffId: string;
};

export function upsertFlag(db: TxDb, change: FlagChange): void {
  db.write(set(change.name, change.enabled, change.now, change.staffId));
}
