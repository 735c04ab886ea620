import { type Db, prepared, type TxDb } from '#platform/db';
import type { EncryptedContact } from './encrypt-contact.ts';
import type { Channel } from '../schemas.ts';
import type { QueueRow } from '../store.ts';

// A consultation with nothing else to wait for is in the queue, at the position of its age.
const inPosition =
  'ready = ready or (next_call_at is null and delivered_at is null and lease_until is null and closed_at is null)';

const storeContacts = prepared<
  [ids: string[], windowKeys: string[], sealed: Buffer[], phones: (Buffer | null)[], emails: (Buffer | null)[]],
  never
>(
  'consultations.store-contacts',
  `update consultations.consultations c set window_key = k.window_key, encrypted_phone = k.sealed, phone_hash = k.phone,
     email_hash = k.email, ${inPosition}
   from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::bytea[]) as k (id, window_key, sealed, phone, email)
   where c.id = k.id`,
);

/** Stores the current contacts; each consultation must be locked by this transaction. */
export function updateContacts(db: TxDb, rows: readonly (EncryptedContact & { readonly id: string })[]): void {
  if (rows.length === 0) return;
  db.write(
    storeContacts(
      rows.map(({ id }) => id),
      rows.map(({ windowKey }) => windowKey),
      rows.map(({ sealedPhone }) => sealedPhone),
      rows.map(({ phoneHash }) => phoneHash),
      rows.map(({ emailHash }) => emailHash),
    ),
  );
}

const known = prepared<
  [phones: Buffer[], emails: Buffer[], limit: number],
  Pick<QueueRow, 'id' | 'source' | 'source_id' | 'encrypted_phone' | 'test'>
>(
  'consultations.list-known',
  `select id, source, source_id, encrypted_phone, test from (
     select id, source, source_id, encrypted_phone, test from consultations.consultations where phone_hash = any($1::bytea[])
     union
     select id, source, source_id, encrypted_phone, test from consultations.consultations where email_hash = any($2::bytea[])) c
   where not test order by id desc limit $3`,
);

/** Live consultations with one of these contacts, open or closed, newest first. */
export const listKnown = (db: Db, query: { phones: Buffer[]; emails: Buffer[]; limit: number }) =>
  db.many(known(query.phones, query.emails, query.limit));

// More than one customer has; beyond it the list still holds, and is checked before every call and every message.
const liveOfContacts = `(select id from consultations.consultations where phone_hash = any($1::bytea[]) and not test
      order by (closed_at is not null), id desc limit 500)
     union
     (select id from consultations.consultations where email_hash = any($2::bytea[]) and not test
      order by (closed_at is not null), id desc limit 500)`;

const ofContacts = prepared<
  [phones: Buffer[], emails: Buffer[]],
  Pick<QueueRow, 'id' | 'source_id' | 'encrypted_phone' | 'test' | 'closed_at' | 'spared_at'>
>(
  'consultations.lock-live-of-contacts',
  `select id, source_id, encrypted_phone, test, closed_at, spared_at from consultations.consultations where id = any(array(
     ${liveOfContacts}))
   order by id for update`,
);

/** Live consultations with one of these contacts, open or closed, suppressed or not. */
export const lockLiveOfContacts = (db: TxDb, hashes: { phones: Buffer[]; emails: Buffer[] }) =>
  db.many(ofContacts(hashes.phones, hashes.emails));

const liveOrListed = prepared<[phones: Buffer[], emails: Buffer[], ids: readonly string[]], { id: string }>(
  'consultations.lock-live-or-listed',
  `select id from consultations.consultations where id = any($3::text[] || array(
     ${liveOfContacts}))
   order by id for update`,
);

/** The same, plus these ids, whatever their state. */
export const lockLiveOrListed = (
  db: TxDb,
  { phones, emails, ids }: { phones: Buffer[]; emails: Buffer[]; ids: readonly string[] },
) => db.many(liveOrListed(phones, emails, ids));

type ContactRow = Pick<
  QueueRow,
  | 'id'
  | 'number'
  | 'source_id'
  | 'encrypted_phone'
  | 'test'
  | 'closed_at'
  | 'ends_at'
  | 'spared_at'
  | 'declined_at'
  | 'stopped_channels'
> & { readonly language: string | null };

const withIds = prepared<[ids: readonly string[]], ContactRow>(
  'consultations.list-with-ids',
  `select id, number, source_id, encrypted_phone, test, closed_at, ends_at, spared_at, declined_at, language, stopped_channels
   from consultations.consultations where id = any($1::text[])
   union
   select id, number, source_id, encrypted_phone, test, closed_at, ends_at, spared_at, declined_at, language, stopped_channels
   from consultations.consultations
   where source in ('agent_intake', 'referral', 'membership') and source_id = any($1::text[])`,
);

/** By their own ids, or by those of their source objects. */
export const listWithIds = (db: Db, ids: readonly string[]) => db.many(withIds(ids));

const stops = prepared<[id: string], { out: boolean; stopped: Channel[] }>(
  'consultations.find-stops',
  `select spared_at is not null or declined_at is not null as out, stopped_channels as stopped
   from consultations.consultations where id = $1`,
);

/** Read by every poll of an intake, so it is one row by its key. */
export const findStops = (db: Db, id: string) => db.find(stops(id));

const stop = prepared<[id: string, now: Date], { before: boolean }>(
  'consultations.stop',
  `with this as materialized (
     select id, declined_at is not null as before from consultations.consultations
     where id = $1 for update)
   update consultations.consultations c set declined_at = coalesce(declined_at, $2), lease_staff_id = null,
     lease_since = null, lease_until = null
   from this where c.id = this.id returning this.before`,
);

/** Ends all calls about it, and the lease of a caller about to make one; undefined when it is unknown. A closed one may be reopened. */
export const stopRow = (db: TxDb, id: string, now: Date) => db.find(stop(id, now));

const unsuppress = prepared<[ids: readonly string[]], never>(
  'consultations.unsuppress',
  `update consultations.consultations set spared_at = null, ${inPosition} where id = any($1::text[])`,
);

/** Their customers may be called again; each consultation must be locked by this transaction. */
export function unsuppressRows(db: TxDb, ids: readonly string[]): void {
  if (ids.length > 0) db.write(unsuppress(ids));
}

const decline = prepared<[ids: readonly string[], now: Date], never>(
  'consultations.decline',
  'update consultations.consultations set declined_at = coalesce(declined_at, $2) where id = any($1::text[])',
);

/** Ends all calls about them, whatever their numbers; each consultation must be locked by this transaction. */
export function declineRows(db: TxDb, ids: readonly string[], now: Date): void {
  if (ids.length > 0) db.write(decline(ids, now));
}

const suppress = prepared<[ids: readonly string[], now: Date], never>(
  'consultations.suppress',
  `update consultations.consultations set spared_at = $2, lease_staff_id = null, lease_since = null, lease_until = null
   where id = any($1::text[])`,
);

/** Each consultation must be locked by this transaction. */
export function suppressRows(db: TxDb, ids: readonly string[], now: Date): void {
  if (ids.length > 0) db.write(suppress(ids, now));
}

/** The customer is on the do-not-contact list: the consultation stays on the board and is not offered during that time. */
export function suppressRow(db: TxDb, id: string, now: Date): void {
  suppressRows(db, [id], now);
}
