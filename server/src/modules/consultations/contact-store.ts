import { prepared, type Db, type TxDb } from '#platform/db';
import type { QueueRow } from './queue-store.ts';
import type { KeptContact } from './sealed-contact.ts';

// A case keeps its place while nobody is to call. One that an older version took out of the queue has lost it, and stands
// where it stood by its age.
const inPlace = 'ready = ready or (next_call_at is null and delivered_at is null and lease_until is null)';

const keep = prepared<
  [ids: string[], windowKeys: string[], sealed: Buffer[], phones: (Buffer | null)[], emails: (Buffer | null)[]],
  never
>(
  'consultations.keep-contacts',
  `update consultations.consultations c set window_key = k.window_key, sealed_phone = k.sealed, phone_hash = k.phone,
     email_hash = k.email, contact_kept = true, ${inPlace}
   from unnest($1::text[], $2::text[], $3::bytea[], $4::bytea[], $5::bytea[]) as k (id, window_key, sealed, phone, email)
   where c.id = k.id`,
);

/** Writes contacts as they are now; each case must be locked by this transaction. */
export function updateContacts(db: TxDb, rows: readonly (KeptContact & { readonly id: string })[]): void {
  if (rows.length === 0) return;
  db.write(
    keep(
      rows.map(({ id }) => id),
      rows.map(({ windowKey }) => windowKey),
      rows.map(({ sealedPhone }) => sealedPhone),
      rows.map(({ phoneHash }) => phoneHash),
      rows.map(({ emailHash }) => emailHash),
    ),
  );
}

export type UnkeptRow = Pick<QueueRow, 'id' | 'source' | 'source_id' | 'test' | 'sealed_phone' | 'spared_at'>;

const unkept = prepared<[limit: number], UnkeptRow>(
  'consultations.lock-unkept',
  `select id, source, source_id, test, sealed_phone, spared_at from consultations.consultations where not contact_kept
   order by (closed_at is not null), id limit $1 for update skip locked`,
);

/** Cases whose contact was never taken from their source, open ones first. */
export const lockUnkept = (db: TxDb, limit: number) => db.many(unkept(limit));

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

/** Live cases in which one of these contacts stands, open or closed, newest first. */
export const listKnown = (db: Db, query: { phones: Buffer[]; emails: Buffer[]; limit: number }) =>
  db.many(known(query.phones, query.emails, query.limit));

const ofPhone = prepared<[hashes: Buffer[]], Pick<QueueRow, 'id' | 'sealed_phone' | 'test' | 'spared_at'>>(
  'consultations.lock-open-of-phone',
  `select id, sealed_phone, test, spared_at from consultations.consultations
   where phone_hash = any($1::bytea[]) and closed_at is null and not test order by id for update`,
);

/** Open live cases of a number, spared or about to be. */
export const lockOpenOfPhone = (db: TxDb, hashes: Buffer[]) => db.many(ofPhone(hashes));

const unspare = prepared<[ids: readonly string[]], never>(
  'consultations.unspare',
  `update consultations.consultations set spared_at = null, ${inPlace} where id = any($1::text[])`,
);

/** They may be called again; each case must be locked by this transaction. */
export function unspareRows(db: TxDb, ids: readonly string[]): void {
  if (ids.length > 0) db.write(unspare(ids));
}

const decline = prepared<[ids: readonly string[], now: Date], never>(
  'consultations.decline',
  'update consultations.consultations set declined_at = coalesce(declined_at, $2) where id = any($1::text[])',
);

/** Nobody calls about them any more, whatever their numbers; each case must be locked by this transaction. */
export function declineRows(db: TxDb, ids: readonly string[], now: Date): void {
  if (ids.length > 0) db.write(decline(ids, now));
}
