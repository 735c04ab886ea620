import { prepared, type Db, type TxDb } from '#platform/db';
import { testTypesSql } from '../rules.ts';
import { bodyOf } from '../history/store.ts';

// What has arrived meanwhile, or is on its way, is not resent; nor is a test.
const recoverable = `f.endpoint_id = $1 and f.event_type not in (${testTypesSql}) and f.created_at >= $2 and f.created_at < $3 and f.state = any($4::text[])
   and ($5::text[] is null or f.event_type = any($5))
   and not exists (select from webhooks.finished_deliveries s
     where s.event_id = f.event_id and s.endpoint_id = f.endpoint_id and s.state = 'succeeded')
   and not exists (select from webhooks.deliveries p where p.event_id = f.event_id and p.endpoint_id = f.endpoint_id)`;

/** The same event is sent once, and only while its text is kept. */
const wholeScope = `select distinct on (f.event_id) f.id, f.event_id, f.event_type, f.state, f.created_at
   from webhooks.finished_deliveries f where ${recoverable} and ${bodyOf('f')} is not null
   order by f.event_id, f.created_at desc`;

type Scope = [endpoint: string, since: Date, until: Date, states: readonly string[], types: readonly string[] | null];

export type RecoverySample = {
  readonly id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly state: string;
  readonly created_at: string;
};

export type RecoveryPreview = {
  readonly total: number;
  readonly oldest: Date | null;
  readonly newest: Date | null;
  /** The oldest five. */
  readonly samples: readonly RecoverySample[];
};

const preview = prepared<Scope, RecoveryPreview>(
  'webhooks.preview-recovery',
  `with found as materialized (${wholeScope})
   select count(*)::integer as total, min(created_at) as oldest, max(created_at) as newest, coalesce((
     select json_agg(s) from (select * from found order by created_at, id limit 5) as s), '[]') as samples
   from found`,
);

export type RecoveryScope = {
  readonly endpointId: string;
  readonly since: Date;
  readonly until: Date;
  readonly states: readonly string[];
  readonly eventTypes: readonly string[] | null;
};

const toScope = ({ endpointId, since, until, states, eventTypes }: RecoveryScope): Scope => [
  endpointId,
  since,
  until,
  states,
  eventTypes,
];

/** What a recovery would put back, and what it looks like. */
export async function previewRecoverable(db: Db, scope: RecoveryScope): Promise<RecoveryPreview> {
  const [row] = await db.many(preview(...toScope(scope)));
  if (row === undefined) throw new Error('a count returns one row');
  return row;
}

const recover = prepared<
  [...Scope, at: Date | null, id: string | null, limit: number, now: Date, newId: string],
  { recovered: number } & ({ place_at: Date; place_id: string } | { place_at: null; place_id: null })
>(
  'webhooks.recover-batch',
  `with batch as materialized (
     select f.id, f.created_at, f.account_id, f.endpoint_id, f.event_id, f.event_type, f.event_at, ${bodyOf('f')} as body
     from webhooks.finished_deliveries f
     where ${recoverable} and ($6::timestamptz is null or (f.created_at, f.id) > ($6, $7))
     order by f.created_at, f.id limit $8
   ), once as (
     select distinct on (event_id) * from batch order by event_id, created_at desc
   ), put as (
     insert into webhooks.deliveries (id, account_id, endpoint_id, event_id, event_type, event_at, body, lane, due_at, created_at)
     select left($10::text, 12) || substr(md5($10::text || id), 1, 16), account_id, endpoint_id, event_id,
       event_type, event_at, body, 'replay', $9, $9
     from once where body is not null returning id
   )
   select (select max(created_at) from batch) as place_at,
     (select id from batch order by created_at desc, id desc limit 1) as place_id,
     (select count(*) from put)::integer as recovered`,
);

type RecoveryStep = RecoveryScope & {
  readonly cursorAt: Date | null;
  readonly cursorId: string | null;
  readonly limit: number;
  readonly now: Date;
  /** Ids of the batch begin with its time, as all delivery ids do, and end at random. */
  readonly newId: string;
};

/** Puts the next batch back into the queue; null for the last row of the batch means that there is no more. */
export const recoverBatch = (db: TxDb, step: RecoveryStep) =>
  db.find(recover(...toScope(step), step.cursorAt, step.cursorId, step.limit, step.now, step.newId));
