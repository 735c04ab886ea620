import { prepared, type Db, type TxDb } from '#platform/db';

const facts = prepared<
  [hashes: Buffer[], since: Date],
  { spared: boolean; discounts: { source: string; consumed: boolean }[]; welcome_rounds: number }
>(
  'customers.person-facts',
  `select
     exists (select from customers.do_not_contact where contact_hash = any($1::bytea[])) as spared,
     (select coalesce(json_agg(json_build_object('source', source, 'consumed', consumed_at is not null)), '[]')
      from customers.discounts where contact_hash = any($1::bytea[])) as discounts,
     (select coalesce(max(rounds), 0) from (
        select count(*) as rounds from customers.messages
        where contact_hash = any($1::bytea[]) and purpose = 'intake.welcome' and created_at > $2
        group by contact_hash) as r) as welcome_rounds`,
);

export const findPersonFacts = (db: Db, hashes: Buffer[], since: Date) => db.find(facts(hashes, since));

const spared = prepared<[hashes: Buffer[]], { contact_hash: Buffer }>(
  'customers.list-spared',
  'select contact_hash from customers.do_not_contact where contact_hash = any($1::bytea[])',
);

export const listSparedHashes = (db: Db, hashes: Buffer[]) => db.many(spared(hashes));

// A contact that is new joins the discount of the person it came with, used or not, whoever gave it.
const insertDiscounts = prepared<
  [hashes: Buffer[], personHashes: Buffer[], id: string, source: string, now: Date],
  never
>(
  'customers.insert-discount',
  `insert into customers.discounts (contact_hash, discount_id, source, granted_at, consumed_at)
   select hash, coalesce(known.discount_id, $3), coalesce(known.source, $4), coalesce(known.granted_at, $5), known.consumed_at
   from unnest($1::bytea[]) as hash left join (
     select discount_id, source, granted_at, consumed_at from customers.discounts where contact_hash = any($2::bytea[])
     order by source = 'agent_intake' and consumed_at is null, granted_at limit 1) as known on true
   on conflict (contact_hash) do nothing`,
);

export type NewDiscount = {
  /** Contacts as they are stored. */
  readonly hashes: Buffer[];
  /** The same contacts under every key, to find what the person already has. */
  readonly personHashes: Buffer[];
  readonly id: string;
  readonly source: string;
  readonly now: Date;
};

/** A person who already has their discount keeps it. */
export function insertDiscount(db: TxDb, { hashes, personHashes, id, source, now }: NewDiscount): void {
  db.write(insertDiscounts(hashes, personHashes, id, source, now));
}

const consume = prepared<[hashes: Buffer[], now: Date], { contact_hash: Buffer }>(
  'customers.consume-discount',
  `update customers.discounts set consumed_at = $2
   where consumed_at is null and discount_id in (
     select discount_id from customers.discounts where contact_hash = any($1::bytea[]))
   returning contact_hash`,
);

/** Every row of the person's discount at once; gives those that were not used yet. */
export const consumeDiscounts = (db: TxDb, hashes: Buffer[], now: Date) => db.many(consume(hashes, now));

const spare = prepared<[hashes: Buffer[], source: string, now: Date], never>(
  'customers.insert-do-not-contact',
  `insert into customers.do_not_contact (contact_hash, source, created_at)
   select hash, $2, $3 from unnest($1::bytea[]) as hash
   on conflict (contact_hash) do update set source = excluded.source
   where customers.do_not_contact.source = 'stop_reply'`,
);

/** What a person stopped may become what staff decided, never the other way round: only the first can be lifted. */
export function insertDoNotContact(db: TxDb, row: { hashes: Buffer[]; source: string; now: Date }): void {
  db.write(spare(row.hashes, row.source, row.now));
}

const unspare = prepared<[hashes: Buffer[], source: string], never>(
  'customers.delete-do-not-contact',
  'delete from customers.do_not_contact where contact_hash = any($1::bytea[]) and source = $2',
);

/** Only what the same source asked for is undone. */
export function deleteDoNotContact(db: TxDb, row: { hashes: Buffer[]; source: string }): void {
  db.write(unspare(row.hashes, row.source));
}

// Locked in the order of their ids: of one person's messages, others may withdraw those of a case at the same moment.
const cancelWhere = (condition: string, failure: string): string =>
  `with owed as materialized (
     select id from customers.messages where ${condition} and state = 'waiting' order by id for update)
   update customers.messages m set state = 'failed', last_failure = '${failure}', finished_at = $2
   from owed where m.id = owed.id`;

const cancelWaiting = prepared<[hashes: Buffer[], now: Date], never>(
  'customers.cancel-waiting-messages',
  cancelWhere('contact_hash = any($1::bytea[])', 'suppressed'),
);

/** Messages that have not left yet will not. */
export function cancelMessages(db: TxDb, hashes: Buffer[], now: Date): void {
  db.write(cancelWaiting(hashes, now));
}

const cancelWaitingAbout = prepared<[subjectIds: readonly string[], now: Date], never>(
  'customers.cancel-waiting-messages-about',
  cancelWhere('subject_id = any($1::text[])', 'withdrawn'),
);

/** The same for everything about these cases. */
export function cancelMessagesAbout(db: TxDb, subjectIds: readonly string[], now: Date): void {
  db.write(cancelWaitingAbout(subjectIds, now));
}
