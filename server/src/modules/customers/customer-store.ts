import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import { answersAtOnce, messagePurposes } from './purpose-data.ts';

// Discounts by the contacts they were granted to, and by all contacts linked with those since. The limit is far
// beyond any real customer, and linking more on purpose gains nothing.
const linked = `recursive same (id) as (
    select discount_id from customers.discounts where contact_hash = any($1::bytea[])
    union select l.same_as from same join customers.discount_links l on l.discount_id = same.id),
  person as (select id from same limit 1000)`;

// A contact may have joined a discount while another contact was using it, so one used row is enough.
const discountsIn = (ids: string): string =>
  `select discount_id, min(source) as source, min(granted_at) as granted_at, max(consumed_at) as consumed_at
   from customers.discounts where discount_id in (${ids}) group by discount_id`;

type DiscountRow = { source: string; consumed: boolean };

const facts = prepared<
  [hashes: Buffer[], recipients: Buffer[], welcome: string, since: Date],
  { spared: boolean; discounts: DiscountRow[]; welcome_rounds: string }
>('customers.find-facts', 'select spared, discounts, welcome_rounds from customers.find_facts($1, $2, $3, $4)');

type FactsQuery = {
  readonly hashes: Buffer[];
  /** The mailbox and the number as caps count them. */
  readonly recipients: Buffer[];
  readonly since: Date;
};

export const findCustomerFacts = (db: Db, { hashes, since, recipients }: FactsQuery) =>
  db.find(facts(hashes, recipients, messagePurposes.welcome, since));

const own = prepared<[hashes: Buffer[]], { discounts: DiscountRow[] }>(
  'customers.find-own-discounts',
  'select customers.find_own_discounts($1) as discounts',
);

/** Discounts granted to exactly these contacts, oldest first. */
export const findOwnDiscounts = (db: Db, hashes: Buffer[]) => db.find(own(hashes));

const suppressed = prepared<[hashes: Buffer[]], { contact_hash: Buffer; source: string; created_at: Date }>(
  'customers.list-suppressed',
  'select contact_hash, source, created_at from customers.do_not_contact where contact_hash = any($1::bytea[])',
);

export const listSuppressedHashes = (db: Db, hashes: Buffer[]) => db.many(suppressed(hashes));

// A new contact joins the discount that counts for the customer: a used one, or else the first. Contacts that had one each are linked.
const insertDiscounts = prepared<
  [personHashes: Buffer[], hashes: Buffer[], id: string, source: string, grantedAt: Date],
  never
>(
  'customers.insert-discount',
  `with ${linked}, known as (
     select * from (${discountsIn('select id from person')}) as d
     order by consumed_at is null, granted_at, discount_id limit 1),
   joined as (
     insert into customers.discounts (contact_hash, discount_id, source, granted_at, consumed_at)
     select hash, coalesce(known.discount_id, $3), coalesce(known.source, $4), coalesce(known.granted_at, $5),
       known.consumed_at
     from unnest($2::bytea[]) as hash left join known on true
     on conflict (contact_hash) do nothing),
   own as (select distinct discount_id from customers.discounts where contact_hash = any($1::bytea[]))
   insert into customers.discount_links (discount_id, same_as)
   select a.discount_id, b.discount_id from own a join own b on a.discount_id <> b.discount_id
   on conflict do nothing`,
);

type NewDiscount = {
  /** Fingerprints to store. */
  readonly hashes: Buffer[];
  /** The same contacts under every key, to find the customer's existing rows. */
  readonly customerHashes: Buffer[];
  readonly id: string;
  readonly source: string;
  readonly grantedAt: Date;
};

/** A customer who already has a discount keeps it. */
export function insertDiscount(db: TxDb, { hashes, customerHashes, id, source, grantedAt }: NewDiscount): void {
  db.write(insertDiscounts(customerHashes, hashes, id, source, grantedAt));
}

const insertOne = preparedInsert('customers.discounts', ['contact_hash', 'discount_id', 'source', 'granted_at']);

/** A discount under a new name, so there is nothing to join or link. */
export function insertPromise(db: TxDb, row: Parameters<typeof insertOne>[0]): void {
  db.write(insertOne(row));
}

const promise = prepared<[hashes: Buffer[]], { discount_id: string; granted_at: Date; consumed_at: Date | null }>(
  'customers.lock-promise',
  `select discount_id, granted_at, consumed_at from customers.discounts where contact_hash = any($1::bytea[])
   for update`,
);

/** The discount promised to a case, locked until the transaction ends. */
export const lockPromise = (db: TxDb, hashes: Buffer[]) => db.find(promise(hashes));

const forget = prepared<[hashes: Buffer[]], never>(
  'customers.delete-discounts',
  `with gone as (delete from customers.discounts where contact_hash = any($1::bytea[]) returning discount_id)
   delete from customers.discount_links where discount_id in (select discount_id from gone)`,
);

/** Deletes the discounts under these names, and their links. */
export function deleteDiscounts(db: TxDb, hashes: Buffer[]): void {
  db.write(forget(hashes));
}

// A one-way link: a case leads to the contacts that were proven to be its customer's, but a contact never leads to a case.
const linkPromise = prepared<[promisedId: string, hashes: Buffer[]], never>(
  'customers.link-promise',
  `insert into customers.discount_links (discount_id, same_as)
   select distinct $1::text, discount_id from customers.discounts where contact_hash = any($2::bytea[])
   on conflict do nothing`,
);

export function insertPromiseLink(db: TxDb, promisedId: string, hashes: Buffer[]): void {
  db.write(linkPromise(promisedId, hashes));
}

const consume = prepared<[hashes: Buffer[], now: Date], { contact_hash: Buffer }>(
  'customers.consume-discount',
  `with ${linked}
   update customers.discounts set consumed_at = $2
   where consumed_at is null and discount_id = any(array(select id from person)) returning contact_hash`,
);

/** Uses up all discounts of the customer, by every contact; returns the rows that were not used yet. */
export const consumeDiscounts = (db: TxDb, hashes: Buffer[], now: Date) => db.many(consume(hashes, now));

const suppress = prepared<[hashes: Buffer[], source: string, now: Date], never>(
  'customers.insert-do-not-contact',
  `insert into customers.do_not_contact (contact_hash, source, created_at)
   select hash, $2, $3 from unnest($1::bytea[]) as hash
   on conflict (contact_hash) do update set source = excluded.source
   where customers.do_not_contact.source = 'stop_reply'`,
);

/** A STOP may become a decision of staff, never the reverse, since only a STOP can be lifted. */
export function insertDoNotContact(db: TxDb, row: { hashes: Buffer[]; source: string; now: Date }): void {
  // Always in the same order: two transactions that list the same contacts must not deadlock.
  db.write(suppress(row.hashes.toSorted(Buffer.compare), row.source, row.now));
}

const contacts = prepared<[hashes: Buffer[], limit: number], { contact_hash: Buffer }>(
  'customers.list-linked',
  `with ${linked}
   select contact_hash from customers.discounts where discount_id in (select id from person) limit $2`,
);

/** All contacts that share the customer's discount, including these if they do. */
export const listLinkedHashes = (db: Db, hashes: Buffer[], limit: number) => db.many(contacts(hashes, limit));

const unsuppress = prepared<[hashes: Buffer[], source: string], { contact_hash: Buffer }>(
  'customers.delete-do-not-contact',
  'delete from customers.do_not_contact where contact_hash = any($1::bytea[]) and source = $2 returning contact_hash',
);

/** Removes only entries of the same source, and returns them. */
export const deleteDoNotContact = (db: TxDb, row: { hashes: Buffer[]; source: string }) =>
  db.many(unsuppress(row.hashes, row.source));

const unsuppressAll = prepared<[hashes: Buffer[]], { contact_hash: Buffer }>(
  'customers.delete-every-do-not-contact',
  'delete from customers.do_not_contact where contact_hash = any($1::bytea[]) returning contact_hash',
);

/** Removes every entry of these contacts from any source, and returns them. */
export const deleteAllDoNotContact = (db: TxDb, hashes: Buffer[]) => db.many(unsuppressAll(hashes));

// Locked in the order of their ids, since a concurrent transaction may be canceling messages of the same consultation.
const cancelWhere = (condition: string, end: string): string =>
  `with owed as materialized (
     select id from customers.messages where ${condition} and state in ('waiting', 'held') order by id for update)
   update customers.messages m set ${end}, finished_at = $2
   from owed where m.id = owed.id`;

const atOnce = [...answersAtOnce].map((purpose) => `'${purpose}'`).join(', ');

// A subject is one case or its beginning. A customer who stops by one contact gets no more messages about it by the other contact
// either. One statement locks all rows in the order of their ids. The single confirmation of a stop is kept.
const cancelWaiting = prepared<[hashes: Buffer[], now: Date, subjectIds: readonly string[]], never>(
  'customers.cancel-waiting-messages',
  `with owed as materialized (
     select id, contact_hash = any($1::bytea[]) as own from customers.messages
     where state in ('waiting', 'held') and purpose not in (${atOnce})
       and (contact_hash = any($1::bytea[]) or subject_id = any($3::text[]))
     order by id for update)
   update customers.messages m set state = case when owed.own then 'failed' else 'withdrawn' end,
     last_failure = case when owed.own then 'suppressed' end, finished_at = $2
   from owed where m.id = owed.id`,
);

/** Cancels unsent messages to these contacts, and unsent messages about these subjects to any recipient. */
export function cancelMessages(
  db: TxDb,
  { hashes, subjectIds, now }: { hashes: Buffer[]; subjectIds: readonly string[]; now: Date },
): void {
  db.write(cancelWaiting(hashes, now, subjectIds));
}

const cancelWaitingAbout = prepared<[subjectIds: readonly string[], now: Date, channel: string | null], never>(
  'customers.cancel-waiting-messages-about',
  cancelWhere(
    'subject_id = any($1::text[]) and ($3::text is null or channel = $3)',
    `state = 'withdrawn', last_failure = null`,
  ),
);

/** Cancels unsent messages about these consultations. */
export function cancelMessagesAbout(
  db: TxDb,
  { subjectIds, channel, now }: { subjectIds: readonly string[]; channel: 'email' | 'text' | undefined; now: Date },
): void {
  db.write(cancelWaitingAbout(subjectIds, now, channel ?? null));
}
