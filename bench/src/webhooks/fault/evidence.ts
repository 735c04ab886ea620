// What the database says after the run, in the words of the ledger.
import { existsSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { withClient } from '#bench/service/cluster';
import type { Change, Stored, Subject } from './ledger.ts';

/** One change in a line. */
export function readChanges(...books: readonly string[]): Change[] {
  return books
    .filter((book) => existsSync(book))
    .flatMap((book) => readFileSync(book, 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Change);
}

export const readStored = (databaseUrl: string): Promise<Stored> =>
  withClient(databaseUrl, async (client) => ({
    subjects: [...(await readIntakes(client)), ...(await readWritten(client))],
    events: await readEvents(client),
    deliveries: await readDeliveries(client),
  }));

/** The statuses an intake of these runs passes; whether the welcome came before the customer's answer is open. */
const passed: Readonly<Record<string, Pick<Subject, 'must' | 'may'>>> = {
  received: { must: ['intake.received'], may: [] },
  welcome_sent: { must: ['intake.received', 'intake.welcome_sent'], may: [] },
  customer_confirmed: { must: ['intake.received', 'intake.customer_confirmed'], may: ['intake.welcome_sent'] },
  consultation_active: {
    must: ['intake.received', 'intake.customer_confirmed', 'intake.consultation_active'],
    may: ['intake.welcome_sent'],
  },
};

async function readIntakes(client: Client): Promise<Subject[]> {
  const text = 'select id, principal_id as "accountId", status from intakes.intakes';
  const { rows } = await client.query<{ id: string; accountId: string; status: string }>(text);
  return rows.map(({ id, accountId, status }) => ({ id, accountId, ...(passed[status] ?? { must: [], may: [] }) }));
}

async function readWritten(client: Client): Promise<Subject[]> {
  const text = 'select subject_id as id, account_id as "accountId", type from fault.changes';
  const { rows } = await client.query<{ id: string; accountId: string; type: string }>(text);
  return rows.map(({ id, accountId, type }) => ({ id, accountId, must: [type], may: [] }));
}

async function readEvents(client: Client): Promise<Stored['events']> {
  const text = 'select id, type, subject_id as "subjectId" from events.events';
  return (await client.query<Stored['events'][number]>(text)).rows;
}

async function readDeliveries(client: Client): Promise<Stored['deliveries']> {
  const columns = `d.id, d.event_id as "eventId", substring(e.url from '^https://([^/]+)') as host,
    coalesce(d.body, (select thin from events.events where id = d.event_id and created_at = d.event_at)) as body`;
  const { rows } = await client.query<Stored['deliveries'][number]>(
    ['webhooks.deliveries', 'webhooks.finished_deliveries']
      .map((table) => `select ${columns} from ${table} d join webhooks.endpoints e on e.id = d.endpoint_id`)
      .join(' union all '),
  );
  return rows;
}
