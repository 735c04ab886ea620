import { prepared, type Db, type TxDb } from '#platform/db';

const one = prepared<[name: string], { open: boolean }>(
  'switches.find',
  'select open from switches.switches where name = $1',
);

export const findSwitch = (db: Db, name: string) => db.find(one(name));

const all = prepared<[], { name: string; open: boolean }>('switches.list', 'select name, open from switches.switches');

export const listSwitches = (db: Db) => db.many(all());

const set = prepared<[name: string, open: boolean, now: Date, staffId: string], never>(
  'switches.set',
  `insert into switches.switches (name, open, changed_at, changed_by) values ($1, $2, $3, $4)
   on conflict (name) do update set open = excluded.open, changed_at = excluded.changed_at, changed_by = excluded.changed_by`,
);

export type SwitchChange = {
  readonly name: string;
  readonly open: boolean;
  readonly now: Date;
  readonly staffId: string;
};

export function upsertSwitch(db: TxDb, change: SwitchChange): void {
  db.write(set(change.name, change.open, change.now, change.staffId));
}
