import { prepared, type Db, type TxDb } from '#platform/db';
import type { UnsentMessage } from '../messages/queue-message.ts';

type HeldGroupRow = {
  held_by: string;
  mails: number;
  texts: number;
  oldest_at: Date;
  message_id: string;
  encrypted_content: Buffer;
};

// One message of each group is decrypted so that staff can recognize the recipient.
const groups = prepared<[limit: number], HeldGroupRow>(
  'customers.list-held-groups',
  `select coalesce(g.held_by, '') as held_by, g.mails as mails, g.texts as texts, g.oldest_at as oldest_at, m.id as message_id,
     m.encrypted_content as encrypted_content
   from (
     select held_by, count(*) filter (where channel = 'email')::integer as mails,
       count(*) filter (where channel = 'text')::integer as texts, min(created_at) as oldest_at, min(id) as message_id
     from customers.messages where state = 'held' group by held_by order by min(created_at) limit $1) g
   join customers.messages m on m.id = g.message_id
   order by g.oldest_at, g.held_by`,
);

/** Held messages by the limit that holds them, longest waiting first. */
export const listHeldGroups = (db: Db, limit: number) => db.many(groups(limit));

const scopes = prepared<[], { held_by: string }>(
  'customers.list-held-scopes',
  `select distinct coalesce(held_by, '') as held_by from customers.messages where state = 'held'`,
);

export const listHeldScopes = (db: Db) => db.many(scopes());

// Locked in the order of their ids, like messages that are withdrawn.
const lockHeld = `with held as materialized (
     select id from customers.messages where state = 'held' and held_by = $1 order by id limit $3 for update)`;

const allow = prepared<[heldBy: string, now: Date, limit: number], { id: string }>(
  'customers.allow-held-messages',
  `${lockHeld}
   update customers.messages m set state = 'waiting', held_by = null, due_at = $2 from held where m.id = held.id
   returning m.id`,
);

type HeldQuery = { readonly heldBy: string; readonly now: Date; readonly limit: number };

/** They are sent as soon as a worker is free, which first checks that they are still true. */
export const allowMessages = (db: TxDb, { heldBy, now, limit }: HeldQuery) => db.many(allow(heldBy, now, limit));

const drop = prepared<[heldBy: string, now: Date, limit: number], UnsentMessage>(
  'customers.drop-held-messages',
  `${lockHeld}
   update customers.messages m set state = 'withdrawn', finished_at = $2 from held where m.id = held.id
   returning m.id, m.purpose, m.subject_id, m.channel, m.contact_hash`,
);

export const dropMessages = (db: TxDb, { heldBy, now, limit }: HeldQuery) => db.many(drop(heldBy, now, limit));

const expire = prepared<[before: Date, now: Date, limit: number], UnsentMessage>(
  'customers.expire-held-messages',
  `update customers.messages set state = 'withdrawn', finished_at = $2 where id = any(array(
     select id from customers.messages where state = 'held' and created_at < $1 limit $3 for update skip locked))
   returning id, purpose, subject_id, channel, contact_hash`,
);

export const expireMessages = (db: TxDb, args: { before: Date; now: Date; limit: number }) =>
  db.many(expire(args.before, args.now, args.limit));

const channels = prepared<[subjectId: string], { channel: 'email' | 'text' }>(
  'customers.list-held-channels',
  `select distinct channel from customers.messages where subject_id = $1 and (state = 'held'
     or (state = 'withdrawn' and held_by is not null))`,
);

export const listChannels = (db: Db, subjectId: string) => db.many(channels(subjectId));

const counts = prepared<[], { kind: string; messages: number }>(
  'customers.count-held-messages',
  `select split_part(held_by, '/', 1) as kind, count(*)::integer as messages
   from customers.messages where state = 'held' and held_by is not null group by kind`,
);

/** By the kind of limit: recipient, address, network, agent, institution, anonymous, global. */
export const countHeld = (db: Db) => db.many(counts());
