// What a bare engine does for a delivery besides posting it: the least, or all that the worker promises.
import { createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import type { QueryConfig } from 'pg';
import type { EngineSetup } from './setup.ts';

export type DutyName = 'least' | 'same';

export type Row = {
  readonly id: string;
  readonly endpoint_id: string;
  readonly event_id: string;
  readonly event_type: string;
  readonly body: string;
};

export type Ended = { readonly id: string; readonly status: number; readonly durationMs: number };

export type Duty = {
  /** Posts at once to one endpoint. */
  readonly cap: number;
  readonly checksAddress: boolean;
  headers(row: Row): Readonly<Record<string, string>>;
  finish(batch: readonly Ended[]): QueryConfig;
};

export const bareTable: Readonly<Record<DutyName, string>> = { least: 'bare.least', same: 'bare.same' };

/** A queue for each duty with the one index by which it claims, and a history that is read by id and by endpoint. */
export const bareSchema: readonly string[] = [
  'create schema bare',
  ...Object.values(bareTable).flatMap((table) => [
    `create table ${table} (
       id text collate "C" primary key, endpoint_id text collate "C" not null, event_id text collate "C" not null,
       event_type text not null, body text not null, state text not null default 'waiting', attempt smallint not null default 0,
       due_at timestamptz not null default now(), lease_until timestamptz, status smallint,
       created_at timestamptz not null default now()
     ) with (fillfactor = 80)`,
    `create index on ${table} (due_at) where state = 'waiting'`,
  ]),
  `create table bare.history (
     id text collate "C" primary key, endpoint_id text collate "C" not null, event_id text collate "C" not null,
     event_type text not null, body text not null, status smallint not null, attempt smallint not null,
     duration_ms integer not null, created_at timestamptz not null, finished_at timestamptz not null)`,
  'create index on bare.history (endpoint_id, created_at)',
];

export const claimText = (table: string): string =>
  `update ${table} d set state = 'claimed', attempt = attempt + 1, lease_until = now() + interval '30 seconds'
   from (select id from ${table} where state = 'waiting' and due_at <= now()
         order by due_at limit $1 for update skip locked) as due
   where d.id = due.id returning d.id, d.endpoint_id, d.event_id, d.event_type, d.body`;

const least: Duty = {
  cap: Infinity,
  checksAddress: false,
  headers: () => ({}),
  finish: (batch) => ({
    name: 'bare.finish-least',
    text: `update ${bareTable.least} d set state = 'done', status = r.status, lease_until = null
      from unnest($1::text[], $2::smallint[]) as r(id, status) where d.id = r.id`,
    values: [batch.map(({ id }) => id), batch.map(({ status }) => status)],
  }),
};

/** As the contract says: attempts in flight at one endpoint. */
const endpointCap = 8;

function sameDuty({ endpoints }: EngineSetup): Duty {
  const keys = new Map(
    Object.entries(endpoints).map(([id, { secret }]): [string, KeyObject] => [
      id,
      createSecretKey(Buffer.from(secret.slice('whsec_'.length), 'base64')),
    ]),
  );
  return {
    cap: endpointCap,
    checksAddress: true,
    headers({ endpoint_id: endpoint, event_id: eventId, body }) {
      const key = keys.get(endpoint);
      if (key === undefined) throw new Error(`${endpoint} has no secret`);
      const t = Math.floor(Date.now() / 1000);
      const sign = (message: string) => createHmac('sha256', key).update(message);
      return {
        'x-service-signature': `t=${t},v1=${sign(`${t}.${body}`).digest('hex')}`,
        'webhook-id': eventId,
        'webhook-timestamp': String(t),
        'webhook-signature': `v1,${sign(`${eventId}.${t}.${body}`).digest('base64')}`,
      };
    },
    finish: (batch) => ({
      name: 'bare.finish-same',
      text: `with done as (
          delete from ${bareTable.same} d using unnest($1::text[], $2::smallint[], $3::integer[]) as r(id, status, duration_ms)
          where d.id = r.id returning d.*, r.status as answered, r.duration_ms
        )
        insert into bare.history
          (id, endpoint_id, event_id, event_type, body, status, attempt, duration_ms, created_at, finished_at)
        select id, endpoint_id, event_id, event_type, body, answered, attempt, duration_ms, created_at, now() from done`,
      values: [
        batch.map(({ id }) => id),
        batch.map(({ status }) => status),
        batch.map(({ durationMs }) => Math.round(durationMs)),
      ],
    }),
  };
}

export const dutyOf = (name: DutyName, setup: EngineSetup): Duty => (name === 'same' ? sameDuty(setup) : least);
