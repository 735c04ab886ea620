// What an engine that is compared with the worker is told, and the rows it gets: as many of the same bodies.
import type { Client } from 'pg';
import type { Sample } from '#bench/webhooks/receivers';
import type { Endpoint } from '#bench/webhooks/writer';

export type EngineSetup = {
  readonly databaseUrl: string;
  readonly caFile: string;
  /** The port of all receivers. */
  readonly port: number;
  readonly endpoints: Readonly<Record<string, { readonly url: string; readonly secret: string }>>;
};

export type Question = { readonly rows: number };
/** Posts that were not answered with 204. */
export type Answer = { readonly errors: number };

/** Posts at once; the same number as the worker's. */
export const concurrency = 200;

export type Fill = { readonly sample: Sample; readonly rows: number; readonly endpoints: readonly Endpoint[] };

/** Deliveries to the endpoints in turn, with ids that are new in every call; for use as `from (…) as made`. */
export const madeDeliveries = `select 'dlv_' || n.id as id, 'evt_' || n.id as event_id, $4::text as event_type,
    replace($5::text, $3::text, 'evt_' || n.id) as body, ($2::text[])[1 + n.place % cardinality($2::text[])] as endpoint_id
  from (select place, $6::text || lpad(place::text, 24 - length($6::text), '0') as id
        from generate_series(1, $1::integer) as place) as n`;

export function madeValues({ sample, rows, endpoints }: Fill): unknown[] {
  const { eventId, eventType, body } = sample;
  return [rows, endpoints.map(({ id }) => id), eventId, eventType, body, Date.now().toString(36)];
}

/** One statement that stores what it makes; the caller commits. */
export async function fillTable(client: Client, table: string, fill: Fill): Promise<void> {
  await client.query(
    `insert into ${table} (id, endpoint_id, event_id, event_type, body)
     select id, endpoint_id, event_id, event_type, body from (${madeDeliveries}) as made`,
    madeValues(fill),
  );
}
