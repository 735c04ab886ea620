import { type Db, prepared, type TxDb } from '#platform/db';
import type { EncryptedContact } from './encrypt-contact.ts';
import type { QueueRow } from '../store.ts';

// A suppressed consultation keeps its position in the queue. An older version took it out; such a consultation returns
// to the position of its age.
const inPosition = 'ready = ready or (next_call_at is null and delivered_at is null and lease_until is null)';

const storeContacts = prepared<
  [ids: string[], windowKeys: string[], sealed: Buffer[], phones: (Buffer | null)[], emails: (Buffer | null)[]],
  never
>(
  'consultations.store-contacts',
  `update consultations.consultations c set window_key = k.window_key, sealed_phone = k.sealed, phone_hash = k.phone,
     email_hash = k.email, contact_kept = true, ${inPosition}
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

export type RowWithoutContact = Pick<QueueRow, 'id' | 'source' | 'source_id' | 'test' | 'sealed_phone' | 'spared_at'>;

const withoutContact = prepared<[limit: number], RowWithoutContact>(
  'consultations.lock-without-contacts',
  `select id, source, source_id, test, sealed_phone, spared_at from consultations.consultations where not contact_kept
   order by (closed_at is not null), id limit $1 for update skip locked`,
);

/** Consultations whose contact was never copied from their source, open ones first. */
export const lockWithoutContact = (db: TxDb, limit: number) => db.many(withoutContact(limit));

const known = prepared<
  [phones: Buffer[], emails: Buffer[], limit: number],
  Pick<QueueRow, 'id' | 'sealed_phone' | 'test'>
>(
  'consultations.list-known',
  `select id, sealed_phone, test from (
     select id, sealed_phone, test from consultations.consultations where phone_hash = any($1::bytea[])
     union
     select id, sealed_phone, test from consultations.consultations where email_hash = any($2::bytea[])) c
   where not test order by id desc limit $3`,
);

/** Live consultations with one of these contacts, open or closed, newest first. */
export const listKnown = (db: Db, query: { phones: Buffer[]; emails: Buffer[]; limit: number }) =>
  db.many(known(query.phones, query.emails, query.limit));

const ofPhone = prepared<[hashes: Buffer[]], Pick<QueueRow, 'id' | 'sealed_phone' | 'test' | 'spared_at'>>(
  'consultations.lock-open-of-phone',
  `select id, sealed_phone, test, spared_at from consultations.consultations
   where phone_hash = any($1::bytea[]) and closed_at is null and not test order by id for update`,
);

/** Open live consultations of a number, suppressed or not. */
export const lockOpenOfPhone = (db: TxDb, hashes: Buffer[]) => db.many(ofPhone(hashes));

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

const suppress = prepared<[id: string, now: Date], never>(
  'consultations.suppress',
  `update consultations.consultations set spared_at = $2, lease_staff_id = null, lease_since = null, lease_until = null
   where id = $1`,
);

/**
 * The customer is on the do-not-contact list: the consultation stays on the board and is not offered while that is so.
 */
export function suppressRow(db: TxDb, id: string, now: Date): void {
  db.write(suppress(id, now));
}
