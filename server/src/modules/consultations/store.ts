import type { Ctx } from '#context';
import type { OfferParts } from '#lib/numbers/offer-parts';
import type { Channel } from './schemas.ts';
import { type Db, prepared, sql, type TxDb, typed } from '#platform/db';
import assert from 'node:assert/strict';

export type NewConsultation = {
  readonly id: string;
  readonly source: string;
  readonly sourceId: string;
  readonly priority: boolean;
  readonly test: boolean;
  readonly openedAt: Date;
  readonly endsAt: Date | null;
  /** Not offered before this time; null for immediately. */
  readonly dueAt: Date | null;
  /** An agent with an account, as opposed to an anonymous one. */
  readonly registered: boolean;
  readonly provenAt: Date | null;
  readonly windowKey: string;
  readonly sealedPhone: Buffer | null;
  readonly phoneHash: Buffer | null;
  readonly emailHash: Buffer | null;
  readonly offer: StoredParts;
};

/** One side of the money: its parts, and the one amount that queries compare. */
export type StoredParts = { readonly parts: OfferParts | null; readonly amountCents: number | null };

// Numbers are read out on the phone, so a sandbox consultation's number must not look live (D-109).
const insert = prepared<
  [
    id: string,
    source: string,
    sourceId: string,
    priority: boolean,
    test: boolean,
    openedAt: Date,
    registered: boolean,
    windowKey: string,
    sealedPhone: Buffer | null,
    phoneHash: Buffer | null,
    emailHash: Buffer | null,
    endsAt: Date | null,
    provenAt: Date | null,
    offerParts: OfferParts | null,
    initialOfferCents: number | null,
    dueAt: Date | null,
  ],
  { id: string; number: string }
>(
  'consultations.insert',
  `insert into consultations.consultations (id, number, source, source_id, priority, test, opened_at, place, registered,
     window_key, encrypted_phone, phone_hash, email_hash, ends_at, proven_at, offer_parts, initial_offer_cents,
     ready, next_call_at)
   values ($1, case when $5 then 'CN-T' || lpad(nextval('consultations.test_number')::text, 7, '0')
     else 'CN-' || lpad(nextval('consultations.live_number')::text, 8, '0') end, $2, $3, $4, $5, $6, $6, $7, $8, $9, $10,
     $11, $12, $13, $14, $15, $16::timestamptz is null, $16)
   returning id, number`,
);

const toQuery = (row: NewConsultation) =>
  insert(
    row.id,
    row.source,
    row.sourceId,
    row.priority,
    row.test,
    row.openedAt,
    row.registered,
    row.windowKey,
    row.sealedPhone,
    row.phoneHash,
    row.emailHash,
    row.endsAt,
    row.provenAt,
    row.offer.parts,
    row.offer.amountCents,
    row.dueAt,
  );

export function insertConsultation(db: TxDb, row: NewConsultation): void {
  db.write(toQuery(row));
}

export async function insertNumbered(db: TxDb, row: NewConsultation): Promise<{ id: string; number: string }> {
  const inserted = await db.find(toQuery(row));
  assert(inserted !== undefined, 'an insert returns its row');
  return inserted;
}

export const findConsultation = (db: Db, id: string) =>
  db.find(typed(sql.selectFrom('consultations.consultations').selectAll().where('id', '=', id)));

const lock = prepared<[id: string], ConsultationRow>(
  'consultations.lock',
  `select id, source, source_id, test, delivered_at, settled_at, closed_at, proven_at, initial_offer_cents,
     settlement_cents, offer_parts, settlement_parts
   from consultations.consultations where id = $1 for update`,
);

type ConsultationRow = {
  id: string;
  source: 'agent_intake' | 'referral' | 'membership';
  source_id: string;
  test: boolean;
  delivered_at: Date | null;
  settled_at: Date | null;
  closed_at: Date | null;
  proven_at: Date | null;
  initial_offer_cents: number | null;
  settlement_cents: number | null;
  offer_parts: OfferParts | null;
  settlement_parts: OfferParts | null;
};

/** The lock lasts until the transaction ends. */
export const lockConsultationRow = (db: TxDb, id: string) => db.find(lock(id));

const deliver = prepared<[id: string, now: Date, parts: OfferParts | null, amountCents: number | null], never>(
  'consultations.deliver',
  `update consultations.consultations
   set delivered_at = $2, ready = false, next_call_at = null, offer_parts = $3, initial_offer_cents = $4
   where id = $1 and delivered_at is null`,
);

export function updateDelivered(db: TxDb, row: { id: string; now: Date; offer: StoredParts }): void {
  db.write(deliver(row.id, row.now, row.offer.parts, row.offer.amountCents));
}

const setOffer = prepared<[id: string, parts: OfferParts | null, amountCents: number | null], never>(
  'consultations.set-offer',
  'update consultations.consultations set offer_parts = $2, initial_offer_cents = $3 where id = $1',
);

export function updateOffer(db: TxDb, id: string, offer: StoredParts): void {
  db.write(setOffer(id, offer.parts, offer.amountCents));
}

const settle = prepared<[id: string, now: Date, parts: OfferParts | null, amountCents: number | null], never>(
  'consultations.settle',
  `update consultations.consultations set settled_at = $2, settlement_parts = $3, settlement_cents = $4
   where id = $1`,
);

export function updateSettled(db: TxDb, row: { id: string; now: Date; settlement: StoredParts }): void {
  db.write(settle(row.id, row.now, row.settlement.parts, row.settlement.amountCents));
}

/** Neither closed nor expired; `now` is the placeholder of the time parameter. */
export const isOpenAt = (now: string, alias = 'c'): string =>
  `${alias}.closed_at is null and (${alias}.ends_at is null or ${alias}.ends_at > ${now})`;

const end = prepared<[ids: readonly string[], endsAt: Date | null], never>(
  'consultations.set-end',
  `with these as materialized (
     select id from consultations.consultations where id = any($1::text[]) and closed_at is null order by id for update)
   update consultations.consultations c set ends_at = $2 from these where c.id = these.id`,
);

export function updateEnd(db: TxDb, ids: readonly string[], endsAt: Date | null): void {
  db.write(end(ids, endsAt));
}

const prove = prepared<[ids: readonly string[], now: Date], never>(
  'consultations.prove',
  `with these as materialized (
     select id from consultations.consultations where id = any($1::text[]) and proven_at is null order by id for update)
   update consultations.consultations c set proven_at = $2 from these where c.id = these.id`,
);

const chooseLanguage = prepared<[id: string, language: string], never>(
  'consultations.choose-language',
  'update consultations.consultations set language = $2 where id = $1 and language is distinct from $2',
);

export function updateLanguage(db: TxDb, id: string, language: string): void {
  db.write(chooseLanguage(id, language));
}

export function updateProven(db: TxDb, ids: readonly string[], now: Date): void {
  db.write(prove(ids, now));
}

// Locked in the order of their ids, since a transaction may hold several and need more. An expired consultation is
// closed as of its expiry, however late that is done.
const close = prepared<
  [ids: readonly string[], now: Date, reason: string, by: string | null, closingIds: readonly string[]],
  never
>(
  'consultations.close',
  `with open as materialized (
     select id from consultations.consultations where id = any($1::text[]) and closed_at is null order by id for update),
   closed as (
     update consultations.consultations c set closed_at = least($2, c.ends_at), closed_reason = $3, closed_by = $4,
       ready = false, next_call_at = null, lease_staff_id = null, lease_since = null, lease_until = null
     from open where c.id = open.id returning c.id)
   insert into consultations.closings (id, consultation_id, action, reason, staff_id, at)
   select n.closing_id, n.id, 'closed', $3, $4, $2 from unnest($1::text[], $5::text[]) n(id, closing_id)
   join closed using (id) where $4 is not null`,
);

type ClosedBySource = {
  readonly ids: readonly string[];
  readonly reason: string;
  /** The staff member who ended the source, if it is not recorded elsewhere. */
  readonly by: string | null;
  /** As many as there are ids. */
  readonly closingIds: readonly string[];
};

export function updateClosed(db: TxDb, { ids, reason, by, closingIds }: ClosedBySource, now: Date): void {
  db.write(close(ids, now, reason, by, closingIds));
}

/** Binds a note to its call. */
export const callAad = (id: string): string => `consultations.calls/${id}`;

export type StoredNote = {
  readonly id: string;
  readonly encrypted_note: Buffer | null;
};

export const decryptNote = ({ vault }: Pick<Ctx, 'vault'>, { id, encrypted_note: sealed }: StoredNote) =>
  sealed === null ? null : vault.decrypt(sealed, callAad(id));

export const listCalls = (db: Db, consultationId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('consultations.calls')
        .select([
          'id',
          'staff_id',
          'outcome',
          'encrypted_note',
          'called_at',
          'rule_version',
          'local_time',
          'callback_at',
          'applied_from',
        ])
        .where('consultation_id', '=', consultationId)
        .orderBy('called_at')
        .orderBy('place')
        .orderBy('id')
        .limit(200),
    ),
  );

export type QueueRow = {
  id: string;
  number: string;
  source: string;
  source_id: string;
  priority: boolean;
  test: boolean;
  opened_at: Date;
  delivered_at: Date | null;
  closed_at: Date | null;
  ends_at: Date | null;
  rank: number;
  window_key: string;
  encrypted_phone: Buffer | null;
  attempts: number;
  last_call_at: Date | null;
  callback_at: Date | null;
  lease_staff_id: string | null;
  lease_since: Date | null;
  lease_until: Date | null;
  spared_at: Date | null;
  declined_at: Date | null;
  language: string | null;
  /** The channels on which the customer wants no contact about it. */
  stopped_channels: Channel[];
};

export const queueColumns = `c.id, c.number, c.source, c.source_id, c.priority, c.test, c.opened_at, c.delivered_at, c.closed_at, c.ends_at, c.rank,
  c.window_key, c.encrypted_phone, c.attempts, c.last_call_at, c.callback_at, c.lease_staff_id, c.lease_since,
  c.lease_until, c.spared_at, c.declined_at, c.language, c.stopped_channels`;

const lockOne = prepared<[id: string], QueueRow>(
  'consultations.lock-queued',
  `select ${queueColumns} from consultations.consultations c where c.id = $1 for update`,
);

export const lockQueued = (db: TxDb, id: string) => db.find(lockOne(id));
