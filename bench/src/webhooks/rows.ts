// Deliveries written in bulk; each like one that the service wrote.
import type { Client } from 'pg';
import { withClient } from '#bench/service/cluster';
import type { Stage } from './stage.ts';

/** A delivery as `publishEvent` wrote it, from which others are made. */
export type Template = { readonly eventId: string; readonly eventType: string; readonly body: string };

/** Publishes one event and reads what was written for it, before or after it was delivered. */
export async function readTemplate({ databaseUrl, writer, endpoints }: Stage): Promise<Template> {
  const accounts = endpoints.slice(0, 1).map(({ accountId }) => accountId);
  const [written] = await writer.write({ perSecond: 1, seconds: 1, accounts });
  return withClient(databaseUrl, async (client) => {
    const columns = 'event_id as "eventId", event_type as "eventType", body';
    const { rows } = await client.query<Template>(
      `select ${columns} from webhooks.deliveries where event_id = $1
       union all select ${columns} from webhooks.finished_deliveries where event_id = $1`,
      [written?.eventId],
    );
    const [template] = rows;
    if (template === undefined) throw new Error('no delivery was written');
    return template;
  });
}

type Fill = {
  readonly table: string;
  readonly template: Template;
  readonly rows: number;
  /** Assigned in turn. */
  readonly endpoints: Stage['endpoints'];
  readonly attempt: number;
  /** SQL; `n` is the number of the row. */
  readonly dueAt: string;
};

/** One statement; the ids are new in every call. */
export async function insertDeliveries(client: Client, fill: Fill): Promise<void> {
  const { eventId, eventType, body } = fill.template;
  const serial = Date.now().toString(36);
  const endpoints = fill.endpoints.map(({ id, accountId }) => ({ id, account_id: accountId }));
  await client.query(
    `insert into ${fill.table} (id, account_id, endpoint_id, event_id, event_type, body, state, lane, attempt, due_at, created_at)
     select 'dlv_' || made.id, e.account_id, e.id, 'evt_' || made.id, $4, replace($5, $3, 'evt_' || made.id), 'waiting', 'live',
       $6, ${fill.dueAt}, now()
     from generate_series(1, $1::integer) as n
     cross join lateral (select $7 || lpad(n::text, 24 - length($7), '0') as id) as made
     join (select row_number() over () as place, id, account_id
           from json_to_recordset($2) as r(id text, account_id text)) as e on e.place = 1 + n % $8::integer`,
    [fill.rows, JSON.stringify(endpoints), eventId, eventType, body, fill.attempt, serial, endpoints.length],
  );
}
