// The database's state after the run, in the terms of the ledger.
import { countBy } from '#bench/report';
import { existsSync, readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { withClient } from '#bench/service/cluster';
import type { Arrival } from '#bench/webhooks/receivers';

/** One change in a line. */
export function readChanges(...books: readonly string[]): Change[] {
  return books
    .filter((book) => existsSync(book))
    .flatMap((book) => readFileSync(book, 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Change);
}

export const readStored = (databaseUrl: string): Promise<Stored> =>
  withClient(databaseUrl, async (client) => ({
    subjects: await readSubjects(client),
    events: await readEvents(client),
    deliveries: await readDeliveries(client),
  }));

/** The statuses that an intake of these runs passes; the welcome may come before or after the customer's answer. */
const passed: Readonly<Record<string, Pick<Subject, 'must' | 'may'>>> = {
  received: { must: ['intake.received'], may: [] },
  welcome_sent: { must: ['intake.received', 'intake.welcome_sent'], may: [] },
  customer_confirmed: { must: ['intake.received', 'intake.customer_confirmed'], may: ['intake.welcome_sent'] },
  consultation_active: {
    must: ['intake.received', 'intake.customer_confirmed', 'intake.consultation_active'],
    may: ['intake.welcome_sent'],
  },
};

async function readSubjects(client: Client): Promise<Subject[]> {
  const read = async (text: string) => (await client.query<{ id: string; accountId: string; is: string }>(text)).rows;
  const intakes = await read('select id, principal_id as "accountId", status as is from intakes.intakes');
  const written = await read('select subject_id as id, account_id as "accountId", type as is from fault.changes');
  return [
    ...intakes.map(({ id, accountId, is }) => ({ id, accountId, ...(passed[is] ?? { must: [], may: [] }) })),
    ...written.map(({ id, accountId, is }) => ({ id, accountId, must: [is], may: [] })),
  ];
}

async function readEvents(client: Client): Promise<Stored['events']> {
  const text = 'select id, type, subject_id as "subjectId" from events.events';
  return (await client.query<Stored['events'][number]>(text)).rows;
}

async function readDeliveries(client: Client): Promise<Stored['deliveries']> {
  const columns = `d.id, d.event_id as "eventId", substring(e.url from '^https://([^/]+)') as host,
    coalesce(d.body, (select thin from events.events where id = d.event_id and created_at = d.event_at)) as body`;
  const parts = ['webhooks.deliveries', 'webhooks.delivery_history'].map(
    (table) => `select ${columns} from ${table} d join webhooks.endpoints e on e.id = d.endpoint_id`,
  );
  return (await client.query<Stored['deliveries'][number]>(parts.join(' union all '))).rows;
}

/** A change, as it was acknowledged to its client. */
type Change = { readonly subjectId: string; readonly type: string };

/** A subject in the database: events that must exist, and events that may. */
type Subject = {
  readonly id: string;
  readonly accountId: string;
  readonly must: readonly string[];
  readonly may: readonly string[];
};

export type Endpoint = { readonly host: string; readonly accountId: string };

/** The time of a kill or freeze, and the deliveries not recorded as done at that time. */
export type KillMoment = { readonly atMs: number; readonly pending: ReadonlySet<string> };

/** The database's state after the run. */
type Stored = {
  readonly subjects: readonly Subject[];
  readonly events: readonly { readonly id: string; readonly type: string; readonly subjectId: string }[];
  readonly deliveries: readonly {
    readonly id: string;
    readonly eventId: string;
    readonly host: string;
    readonly body: string;
  }[];
};

type Evidence = {
  /** Changes acknowledged with success. */
  readonly acknowledged: readonly Change[];
  readonly stored: Stored;
  readonly endpoints: readonly Endpoint[];
  readonly arrivals: readonly Arrival[];
  /** The number of kills during which each delivery was in flight, by its id. */
  readonly inFlight: ReadonlyMap<string, number>;
};

/** Each broken promise, by its name. */
export type Findings = {
  /** Acknowledged, but the change does not exist. */
  readonly forgotten: readonly string[];
  /** A change without exactly one event, or an event without its change. */
  readonly unlogged: readonly string[];
  /** The event of a change that was never acknowledged by an endpoint of its account. */
  readonly lost: readonly string[];
  /** Delivered, but the change never committed. */
  readonly uncommitted: readonly string[];
  /**
   * Delivered under another event id or a second delivery id, with another body, with a wrong signature, or to
   * another host.
   */
  readonly altered: readonly string[];
  /** Acknowledged more than once plus once for each kill in which it was in flight. */
  readonly repeated: readonly string[];
};

const nameOf = ({ subjectId, type }: Change): string => `${subjectId} ${type}`;

/** Compares what happened with what was delivered. */
export function findDiscrepancies({ acknowledged, stored, endpoints, arrivals, inFlight }: Evidence): Findings {
  const subjects = new Map(stored.subjects.map((subject) => [subject.id, subject]));
  const happened = ({ subjectId, type }: Change) => {
    const subject = subjects.get(subjectId);
    return subject !== undefined && (subject.must.includes(type) || subject.may.includes(type));
  };
  return {
    forgotten: acknowledged.filter((change) => !happened(change)).map(nameOf),
    unlogged: findUnlogged(stored, happened),
    lost: findLost({ stored, subjects, endpoints, arrivals }, happened),
    uncommitted: findUncommitted(stored, arrivals, happened),
    altered: findAltered(stored, arrivals),
    repeated: [...acknowledgements(arrivals)]
      .filter(([id, times]) => times - 1 > (inFlight.get(id) ?? 0))
      .map(([id, times]) => `${id} (${times} times)`),
  };
}

type Happened = (change: Change) => boolean;

function findUnlogged({ subjects, events }: Stored, happened: Happened): string[] {
  const counts = countBy(events, nameOf);
  const owed = subjects.flatMap(({ id, must }) => must.map((type) => nameOf({ subjectId: id, type })));
  return [
    ...owed.filter((name) => counts.get(name) !== 1),
    ...events.filter((event) => !happened(event) || (counts.get(nameOf(event)) ?? 0) > 1).map(nameOf),
  ];
}

type Telling = Pick<Evidence, 'stored' | 'endpoints' | 'arrivals'> & {
  readonly subjects: ReadonlyMap<string, Subject>;
};

/** Computed from the changes and their recipients, not from what the service reports as pending. */
function findLost({ stored, subjects, endpoints, arrivals }: Telling, happened: Happened): string[] {
  const reached = new Set(
    arrivals.filter(({ acknowledged }) => acknowledged).map(({ host, eventIds }) => `${host} ${eventIds[0]}`),
  );
  return stored.events.filter(happened).flatMap((event) =>
    endpoints
      .filter(({ accountId }) => accountId === subjects.get(event.subjectId)?.accountId)
      .filter(({ host }) => !reached.has(`${host} ${event.id}`))
      .map(({ host }) => `${event.id} at ${host}`),
  );
}

function findUncommitted(stored: Stored, arrivals: readonly Arrival[], happened: Happened): string[] {
  const events = new Map(stored.events.map((event) => [event.id, event]));
  const deliveries = new Map(stored.deliveries.map((delivery) => [delivery.id, delivery]));
  const committed = ({ deliveryId }: Arrival) => {
    const event = events.get(deliveries.get(deliveryId)?.eventId ?? '');
    return event !== undefined && happened(event);
  };
  return arrivals.filter((arrival) => !committed(arrival)).map(({ deliveryId, host }) => `${deliveryId} at ${host}`);
}

function findAltered({ deliveries }: Stored, arrivals: readonly Arrival[]): string[] {
  const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const isAltered = ({ deliveryId, eventIds, body, host, genuine }: Arrival) => {
    if (!genuine) return true;
    const stored = byId.get(deliveryId);
    // A change that does not exist was never committed, which is a separate finding.
    if (stored === undefined) return false;
    return stored.body !== body || stored.host !== host || eventIds.some((id) => id !== stored.eventId);
  };
  const firstIds = new Map<string, string>();
  const isSecond = ({ host, eventIds, deliveryId }: Arrival) => {
    const told = `${host} ${eventIds[0]}`;
    if (!firstIds.has(told)) firstIds.set(told, deliveryId);
    return firstIds.get(told) !== deliveryId;
  };
  return arrivals
    .filter((arrival) => isAltered(arrival) || isSecond(arrival))
    .map(({ deliveryId, eventIds }) => `${deliveryId} as ${eventIds[0]}`);
}

/** How often each delivery was acknowledged, by its id. */
const acknowledgements = (arrivals: readonly Arrival[]): Map<string, number> =>
  countBy(
    arrivals.filter(({ acknowledged }) => acknowledged),
    ({ deliveryId }) => deliveryId,
  );

/** A receiver responds within this time, so deliveries that reached it earlier are acknowledged before a kill. */
const answeredWithinMs = 150;

/** The number of kills during which each delivery was in flight: acknowledged by its receiver, but not recorded. */
export function countInFlight(moments: readonly KillMoment[], arrivals: readonly Arrival[]): Map<string, number> {
  const acknowledgedAt = new Map<string, number>();
  for (const { deliveryId, acknowledged, atMs } of arrivals)
    if (acknowledged && !acknowledgedAt.has(deliveryId)) acknowledgedAt.set(deliveryId, atMs);
  const counts = new Map<string, number>();
  for (const { atMs, pending } of moments)
    for (const id of pending)
      if ((acknowledgedAt.get(id) ?? Infinity) <= atMs + answeredWithinMs) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

/** Acknowledged arrivals after the first of each delivery; allowed once for each kill in which it was in flight. */
export const countRepeats = (arrivals: readonly Arrival[]): number =>
  [...acknowledgements(arrivals).values()].reduce((sum, times) => sum + times - 1, 0);
