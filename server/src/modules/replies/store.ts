import { prepared, preparedInsert, type Db, type TxDb } from '#platform/db';
import type { ReplyKind } from './reply-rules.ts';

const insert = preparedInsert('replies.replies', [
  'id',
  'contact_hash',
  'channel',
  'understood_as',
  'encrypted_content',
  'provider_id',
  'case_ids',
  'answered_with',
  'received_at',
  'read_at',
]);

export function insertReply(db: TxDb, row: Parameters<typeof insert>[0]): void {
  db.write(insert(row));
}

const facts = prepared<
  [hashes: Buffer[], providerId: string | null, since: Date],
  { repeated: boolean; today: number; confirmed: boolean; helped: boolean }
>(
  'replies.contact-facts',
  `select exists (select from replies.replies where provider_id = $2) as repeated, count(*)::integer as today,
     coalesce(bool_or(answered_with = 'stop_confirmed'), false) as confirmed,
     coalesce(bool_or(answered_with = 'help'), false) as helped
   from replies.replies where contact_hash = any($1::bytea[]) and received_at > $3`,
);

type ContactQuery = { readonly hashes: Buffer[]; readonly providerId: string | undefined; readonly since: Date };

/** Whether the provider already delivered this one, how many came from the contact since then, and the answers given. */
export const findContactFacts = (db: Db, { hashes, providerId, since }: ContactQuery) =>
  db.find(facts(hashes, providerId ?? null, since));

const caseFacts = prepared<[caseId: string, providerId: string, since: Date], { repeated: boolean; today: number }>(
  'replies.case-facts',
  `select exists (select from replies.replies where provider_id = $2) as repeated, count(*)::integer as today
   from replies.replies where case_ids @> array[$1::text] and channel = 'email' and received_at > $3`,
);

type CaseQuery = { readonly caseId: string; readonly providerId: string; readonly since: Date };

/** The same for emails to one case. */
export const findMailFacts = (db: Db, { caseId, providerId, since }: CaseQuery) =>
  db.find(caseFacts(caseId, providerId, since));

export type ReplyRow = {
  readonly id: string;
  readonly channel: 'text' | 'page' | 'one_click' | 'email' | 'complaint';
  readonly understood_as: ReplyKind;
  readonly encrypted_content: Buffer;
  readonly case_ids: string[];
  readonly received_at: Date;
  readonly read_at: Date | null;
  readonly answered_at: Date | null;
};

const columns = 'id, channel, understood_as, encrypted_content, case_ids, received_at, read_at, answered_at';

const ofCase = prepared<[hashes: Buffer[], caseId: string, limit: number], ReplyRow>(
  'replies.list-of-case',
  `select ${columns} from replies.replies
   where contact_hash = any($1::bytea[]) or case_ids @> array[$2::text]
   order by id desc limit $3`,
);

/** Newest first: replies from a contact of the case, and stops on its pages. */
export const listOfConsultation = (db: Db, query: { hashes: Buffer[]; caseId: string; limit: number }) =>
  db.many(ofCase(query.hashes, query.caseId, query.limit));

const unattached = prepared<[limit: number], ReplyRow>(
  'replies.list-unattached',
  `select ${columns} from replies.replies where read_at is null and case_ids = '{}' order by id desc limit $1`,
);

/** Unread replies from numbers that had no open case, newest first. */
export const listUnattached = (db: Db, limit: number) => db.many(unattached(limit));

const one = prepared<[id: string], ReplyRow>('replies.find', `select ${columns} from replies.replies where id = $1`);

export const findReply = (db: Db, id: string) => db.find(one(id));

const unread = prepared<[hashes: Buffer[]], { contact_hash: Buffer | null; unread: number }>(
  'replies.count-unread',
  `select contact_hash, count(*)::integer as unread from replies.replies
   where contact_hash = any($1::bytea[]) and read_at is null group by contact_hash`,
);

export const countUnread = (db: Db, hashes: Buffer[]) => db.many(unread(hashes));

const read = prepared<[hashes: Buffer[], caseId: string, now: Date, answered: boolean], { id: string }>(
  'replies.mark-read',
  `update replies.replies set read_at = coalesce(read_at, $3), answered_at = case when $4 then coalesce(answered_at, $3) else answered_at end
   where id = any(array(select id from replies.replies
     where (contact_hash = any($1::bytea[]) or case_ids @> array[$2::text]) and (read_at is null or $4 and answered_at is null)
     order by id desc limit 1000 for update))
   returning id`,
);

type Reading = {
  readonly hashes: Buffer[];
  readonly caseId: string;
  readonly now: Date;
  readonly answered: boolean;
};

export const updateRead = (db: TxDb, { hashes, caseId, now, answered }: Reading) =>
  db.many(read(hashes, caseId, now, answered));

const readOne = prepared<[id: string, now: Date], { id: string }>(
  'replies.mark-one-read',
  'update replies.replies set read_at = coalesce(read_at, $2) where id = $1 returning id',
);

export const updateOneRead = (db: TxDb, id: string, now: Date) => db.find(readOne(id, now));

const understood = prepared<[id: string, kind: string, now: Date], never>(
  'replies.understand',
  'update replies.replies set understood_as = $2, read_at = coalesce(read_at, $3) where id = $1',
);

type Understood = { readonly id: string; readonly kind: ReplyKind; readonly now: Date };

export function updateUnderstood(db: TxDb, { id, kind, now }: Understood): void {
  db.write(understood(id, kind, now));
}

const purge = prepared<[before: Date, limit: number, except: readonly string[]], { id: string }>(
  'replies.purge',
  `delete from replies.replies where id = any(array(
     select id from replies.replies where received_at < $1 and not case_ids && $3::text[]
     order by received_at limit $2 for update skip locked))
   returning id`,
);

type Purged = { readonly before: Date; readonly limit: number; readonly except: readonly string[] };

export const deleteBefore = (db: Db, { before, limit, except }: Purged) => db.many(purge(before, limit, except));
