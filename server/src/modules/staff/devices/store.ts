import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';

type DeviceQuery = { readonly hashes: Buffer[]; readonly email: string; readonly now: Date };

const find = prepared<[hashes: Buffer[], email: string, now: Date], { id: string }>(
  'staff.find-device',
  `select d.id from access.known_devices d join access.staff s on s.id = d.staff_id
   where (d.token_hash = any($1::bytea[]) or d.previous_hash = any($1::bytea[]))
     and s.email = $2 and s.disabled_at is null and d.expires_at > $3`,
);

/** The device of this cookie, if the staff member with this address has signed in on it. */
export const findDeviceRow = (db: Db, { hashes, email, now }: DeviceQuery) => db.find(find(hashes, email, now));

const rotate = prepared<[hashes: Buffer[], hash: Buffer], never>(
  'staff.rotate-device',
  `update access.known_devices
   set previous_hash = case when token_hash = any($1::bytea[]) then token_hash else previous_hash end, token_hash = $2
   where token_hash = any($1::bytea[]) or previous_hash = any($1::bytea[])`,
);

/** The browser gets a new token for all who signed in on it; the one before works until the new one has come back. */
export function rotateDeviceToken(db: TxDb, hashes: Buffer[], hash: Buffer): void {
  db.write(rotate(hashes, hash));
}

type NewDevice = { readonly id: string; readonly staffId: string; readonly hash: Buffer; readonly now: Date };

const remember = prepared<
  [id: string, staffId: string, hash: Buffer, now: Date, until: Date],
  { id: string; is_new: boolean }
>(
  'staff.remember-device',
  `insert into access.known_devices as d (id, staff_id, token_hash, created_at, last_used_at, expires_at)
   values ($1, $2, $3, $4, $4, $5)
   on conflict (staff_id, token_hash) do update set last_used_at = $4, expires_at = $5, failures = 0
   returning d.id, d.xmax = 0 as is_new`,
);

export const rememberDeviceRow = (db: TxDb, { id, staffId, hash, now }: NewDevice, until: Date) =>
  db.find(remember(id, staffId, hash, now, until));

const deleteMore = prepared<[staffId: string, kept: number], never>(
  'staff.delete-devices-beyond',
  `delete from access.known_devices where staff_id = $1 and id in (
     select id from access.known_devices where staff_id = $1 order by last_used_at desc, id desc offset $2)`,
);

export function deleteDevicesBeyond(db: TxDb, staffId: string, kept: number): void {
  db.write(deleteMore(staffId, kept));
}

/** A refused try on the device; beyond `max` it is forgotten. */
export function countDeviceFailure(db: TxDb, id: string, max: number): void {
  db.write(
    typed(
      sql
        .updateTable('access.known_devices')
        .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
        .where('id', '=', id),
    ),
  );
  db.write(typed(sql.deleteFrom('access.known_devices').where('id', '=', id).where('failures', '>=', max)));
}

export function deleteDevice(db: TxDb, staffId: string, id: string): void {
  db.write(typed(sql.deleteFrom('access.known_devices').where('staff_id', '=', staffId).where('id', '=', id)));
}

/** Every device of the staff member is a stranger from the commit on. */
export function deleteDevices(db: TxDb, staffId: string): void {
  db.write(typed(sql.deleteFrom('access.known_devices').where('staff_id', '=', staffId)));
}

/** The same for all but one. */
export function deleteOtherDevices(db: TxDb, staffId: string, keptId: string): void {
  db.write(typed(sql.deleteFrom('access.known_devices').where('staff_id', '=', staffId).where('id', '<>', keptId)));
}

const purge = prepared<[until: Date, limit: number], { id: string }>(
  'staff.purge-devices',
  `delete from access.known_devices where id = any(array(
     select id from access.known_devices where expires_at <= $1 order by expires_at limit $2 for update skip locked))
   returning id`,
);

export const deleteOldDevices = (db: Db, until: Date, limit: number) => db.many(purge(until, limit));
