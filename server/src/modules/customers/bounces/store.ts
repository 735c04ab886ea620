import { prepared, type Db, type TxDb } from '#platform/db';

const bounced = prepared<[hashes: Buffer[], since: Date], { bounced_at: Date }>(
  'customers.find-bounced',
  `select bounced_at from customers.bounced_addresses where contact_hash = any($1::bytea[]) and bounced_at > $2 limit 1`,
);

export const findBounced = (db: Db, hashes: Buffer[], since: Date) => db.find(bounced(hashes, since));

const report = prepared<[id: string, status: string], { contact_hash: Buffer | null; subject_id: string }>(
  'customers.report-message',
  `update customers.messages set provider_status = $2 where id = $1 and channel = 'email' and state = 'sent'
   returning contact_hash, subject_id`,
);

/** Marks a sent email with its reported status; undefined when no such email exists. */
export const updateReported = (db: TxDb, id: string, status: 'bounced' | 'complained') => db.find(report(id, status));

const mark = prepared<[hash: Buffer, now: Date], never>(
  'customers.mark-bounced',
  `insert into customers.bounced_addresses (contact_hash, bounced_at) values ($1, $2)
   on conflict (contact_hash) do update set bounced_at = excluded.bounced_at`,
);

export function insertBounced(db: TxDb, hash: Buffer, now: Date): void {
  db.write(mark(hash, now));
}

const content = prepared<[id: string], { encrypted_content: Buffer }>(
  'customers.find-sent-content',
  `select encrypted_content from customers.messages where id = $1 and channel = 'email' and state = 'sent'`,
);

export const findSentContent = (db: Db, id: string) => db.find(content(id));
