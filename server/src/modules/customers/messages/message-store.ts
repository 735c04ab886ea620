import type { Tx } from '#context';
import { prepared, sql, typed, type Db, type TxDb } from '#platform/db';
import { budgetDay } from '../budgets/budget-rules.ts';
import { toBudgets } from '../budgets/budgets.ts';
import type { MessageAllowance, MessagePurpose } from '../purpose-data.ts';

export type NewMessageRow = {
  readonly id: string;
  readonly purpose: MessagePurpose;
  readonly subjectId: string;
  readonly subjectVersion: string | null;
  readonly channel: 'email' | 'text';
  /** Encrypted. */
  readonly content: Buffer;
  readonly contactHash: Buffer;
  /** Under every key, newest first; the first is stored. */
  readonly recipientHashes: Buffer[];
  /** The recipient's lock: messages to one recipient are counted one after another. */
  readonly lock: string;
  readonly allowance: MessageAllowance;
  readonly state: 'waiting' | 'claimed' | 'sandbox' | 'failed';
  readonly failure: string | null;
  readonly heldBy: string | null;
  /** The response promises that it will be sent. */
  readonly promised: boolean;
};

// Decides for each message whether it may be sent. A message that is claimed from the start belongs to the request
// that queued it, with its own id as the worker's name.
const queue = prepared<
  [
    ids: string[],
    purposes: string[],
    subjects: string[],
    versions: (string | null)[],
    channels: string[],
    allowances: string[],
    states: string[],
    failures: (string | null)[],
    holds: (string | null)[],
    promises: boolean[],
    contents: Buffer[],
    contacts: Buffer[],
    recipients: Buffer[],
    locks: string[],
    recipientCaps: number[],
    scopes: string[],
    emailBudgets: number[],
    textBudgets: number[],
    now: Date,
    day: string,
  ],
  never
>(
  'customers.queue-messages',
  `select customers.queue_messages($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
     $8::text[], $9::text[], $10::boolean[], $11::bytea[], $12::bytea[], $13::bytea[], $14::bigint[], $15::integer[],
     $16::text[], $17::integer[], $18::integer[], $19, $20)`,
);

export function insertMessages(tx: Tx, rows: readonly NewMessageRow[]): void {
  const now = tx.clock.now();
  const { scopes, budgets, recipient } = toBudgets(tx);
  const all = <Name extends keyof NewMessageRow>(name: Name): NewMessageRow[Name][] => rows.map((row) => row[name]);
  const leaving = rows.filter(({ state }) => state === 'waiting' || state === 'claimed');
  tx.db.write(
    queue(
      all('id'),
      all('purpose'),
      all('subjectId'),
      all('subjectVersion'),
      all('channel'),
      all('allowance'),
      all('state'),
      all('failure'),
      all('heldBy'),
      all('promised'),
      all('content'),
      all('contactHash'),
      rows.flatMap(({ recipientHashes }) => recipientHashes),
      leaving.map(({ lock }) => lock),
      [...recipient.email, ...recipient.text],
      scopes,
      budgets.email,
      budgets.text,
      now,
      budgetDay(now),
    ),
  );
}

export const listMessageRows = (db: Db, subjectId: string) =>
  db.many(
    typed(
      sql
        .selectFrom('customers.messages')
        .select([
          'id',
          'purpose',
          'channel',
          'state',
          'held_by',
          'last_failure',
          'provider_status',
          'attempt',
          'created_at',
          'finished_at',
          'encrypted_content',
        ])
        .where('subject_id', '=', subjectId)
        .orderBy('created_at')
        .orderBy('id')
        .limit(100),
    ),
  );

export type ClaimedMessage = {
  readonly id: string;
  readonly purpose: MessagePurpose;
  readonly subject_id: string;
  readonly subject_version: string | null;
  readonly channel: 'email' | 'text';
  readonly encrypted_content: Buffer;
  readonly attempt: number;
  readonly created_at: Date;
};

// The lease uses the database's clock, since it measures the life of a worker, not business time. A purpose unknown
// to this process belongs to a later version, whose processes claim it.
const claim = prepared<
  [worker: string, now: Date, limit: number, purposes: readonly string[], channels: readonly string[]],
  ClaimedMessage
>(
  'customers.claim-messages',
  `update customers.messages set state = 'claimed', attempt = attempt + 1, claimed_by = $1,
     lease_until = now() + interval '30 seconds'
   where id = any(array(
     select id from customers.messages where state = 'waiting' and due_at <= $2 and purpose = any($4::text[])
       and channel = any($5::text[])
     order by due_at limit $3 for update skip locked))
   returning id, purpose, subject_id, subject_version, channel, encrypted_content, attempt, created_at`,
);

type MessageClaim = {
  readonly worker: string;
  readonly now: Date;
  readonly limit: number;
  readonly purposes: readonly string[];
  /** Those whose transport works. */
  readonly channels: readonly Channel[];
};

export type Channel = ClaimedMessage['channel'];

export const claimMessages = (db: Db, { worker, now, limit, purposes, channels }: MessageClaim) =>
  db.many(claim(worker, now, limit, purposes, channels));

const release = prepared<[worker: string, ids: string[], attempts: number[]], never>(
  'customers.release-messages',
  `update customers.messages m set state = 'waiting', attempt = m.attempt - 1, claimed_by = null, lease_until = null
   from unnest($2::text[], $3::smallint[]) as r(id, attempt)
   where m.id = r.id and m.attempt = r.attempt and m.claimed_by = $1 and m.state = 'claimed'`,
);

export const releaseMessages = (db: Db, worker: string, rows: readonly ClaimedMessage[]) =>
  db.many(
    release(
      worker,
      rows.map((row) => row.id),
      rows.map((row) => row.attempt),
    ),
  );

// A message that crashes every worker ends as failed, after 20 claims.
const reap = prepared<[], { id: string }>(
  'customers.reap-messages',
  `update customers.messages set state = case when attempt < 20 then 'waiting' else 'failed' end,
     last_failure = 'the worker died', claimed_by = null, lease_until = null
   where id = any(array(
     select id from customers.messages where state = 'claimed' and lease_until < now() limit 500 for update skip locked))
   returning id`,
);

export const reapMessages = (db: Db) => db.many(reap());

export type FinishedMessage = {
  readonly id: string;
  readonly attempt: number;
  readonly state: 'sent' | 'failed' | 'withdrawn' | 'not_configured' | 'waiting';
  /** Not counted as an attempt: its customer may not be texted at this hour, or the transport was down. */
  readonly held: boolean;
  readonly dueAt: Date | null;
  readonly failure: string | null;
  readonly providerId: string | null;
};

export type EndedMessage = {
  readonly id: string;
  readonly channel: 'email' | 'text';
  readonly purpose: MessagePurpose;
  readonly subject_id: string;
  readonly state: FinishedMessage['state'];
  readonly last_failure: string | null;
};

// Fenced by worker and attempt: a row that was reaped and claimed again must not be finished by its former worker.
const finish = prepared<[worker: string, now: Date, rows: string], EndedMessage>(
  'customers.finish-messages',
  `update customers.messages m set state = r.state, due_at = coalesce(r."dueAt", m.due_at), last_failure = r.failure,
     provider_id = r."providerId", claimed_by = null, lease_until = null,
     attempt = m.attempt - case when r.held then 1 else 0 end,
     finished_at = case when r.state = 'waiting' then null else $2::timestamptz end
   from json_to_recordset($3) as r(id text, attempt smallint, state text, held boolean, "dueAt" timestamptz, failure text, "providerId" text)
   where m.id = r.id and m.attempt = r.attempt and m.claimed_by = $1 and m.state = 'claimed'
   returning m.id, m.purpose, m.subject_id, m.channel, m.state, m.last_failure`,
);

export const updateFinished = (db: TxDb, args: { worker: string; now: Date; rows: readonly FinishedMessage[] }) =>
  db.many(finish(args.worker, args.now, JSON.stringify(args.rows)));

const providerStatus = prepared<[providerId: string, status: string], never>(
  'customers.update-provider-status',
  `update customers.messages set provider_status = $2
   where provider_id = $1 and coalesce(provider_status not in ('delivered', 'undelivered', 'failed'), true)`,
);

/** Reports may arrive out of order; a final status stays. */
export function updateProviderStatus(db: TxDb, providerId: string, status: string): void {
  db.write(providerStatus(providerId, status));
}

type InboxRow = {
  id: string;
  purpose: MessagePurpose;
  subject_id: string;
  subject_version: string | null;
  state: 'sent' | 'sandbox' | 'not_configured' | 'waiting' | 'held';
  due_at: Date;
  encrypted_content: Buffer;
  created_at: Date;
};

// Messages that will be sent within moments are not shown as waiting.
const inbox = prepared<[now: Date, limit: number], InboxRow>(
  'customers.list-inbox',
  `select id, purpose, subject_id, subject_version, state, due_at, encrypted_content, created_at from customers.messages
   where state in ('sent', 'sandbox', 'not_configured', 'held')
     or state = 'waiting' and due_at > $1::timestamptz + interval '1 minute'
   order by created_at desc, id desc limit $2`,
);

export const listInboxRows = (db: Db, now: Date, limit: number) => db.many(inbox(now, limit));

const backlog = prepared<[now: Date], { due: number; oldest: number }>(
  'customers.backlog',
  `select count(*)::integer as due, coalesce(extract(epoch from $1 - min(due_at)), 0)::float8 as oldest
   from (select due_at from customers.messages where state = 'waiting' and due_at <= $1 order by due_at limit 10000) as d`,
);

export const findBacklog = (db: Db, now: Date) => db.find(backlog(now));
