import { callPortal, type Page } from '../call-portal.ts';
import { callServer } from '../call-server.ts';
import type { Given, Io } from '../command.ts';
import { requireAgentKey, type Settings } from '../settings.ts';
import type { LoggedEvent } from './event-source.ts';

type Delivery = {
  readonly id: string;
  readonly event_id: string;
  /** An agent has one endpoint, which its console does not name. */
  readonly endpoint_id?: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly created_at: string;
};

export type FailedEvent = { readonly event: LoggedEvent; readonly body: string };

type Asked = { readonly given: Given; readonly settings: Settings; readonly since: string };

/** More than one night produces; bounds the memory used. */
const deliveriesMax = 10_000;

/** Each event whose delivery failed since then and is still undelivered, oldest first, once for all endpoints. */
export async function* listFailed(io: Io, { given, settings, since }: Asked): AsyncGenerator<FailedEvent> {
  const agent = given.options['agent'] === true;
  const read: Read = (path, query = {}) =>
    agent
      ? callServer(io, {
          baseUrl: settings.baseUrl,
          bearer: requireAgentKey(settings),
          path: `/api/agent-console/v1${path}`,
          query,
        })
      : callPortal(io, settings, { path, query });
  const found = agent
    ? await collect(io, read, { query: { failed: 'yes' }, since })
    : [
        ...(await collect(io, read, { query: { state: 'exhausted', since }, since })),
        ...(await collect(io, read, { query: { state: 'pending', since }, since })),
      ];
  const failed = found.filter(hasFailed);
  const seen = new Set<string>();
  for (const { id, event_id, type, created_at } of failed.toReversed().toSorted(byTime)) {
    if (seen.has(event_id)) continue;
    seen.add(event_id);
    if (!(await isMissing(read, event_id))) continue;
    const { body } = await read<{ readonly body: string }>(`/deliveries/${encodeURIComponent(id)}`);
    yield { event: { id: event_id, type, created_at }, body };
  }
}

/** A delivery that was never attempted has not failed. */
const hasFailed = ({ attempts, state }: Delivery): boolean => attempts > 0 && state !== 'succeeded';

/** Whether an endpoint still lacks it: resent events have a later delivery there. */
async function isMissing(read: Read, eventId: string): Promise<boolean> {
  const { data } = await read<Page<Delivery>>('/deliveries', { event_id: eventId, limit: '100' });
  const newest = new Map(data.toReversed().map((one) => [one.endpoint_id ?? '', one]));
  return [...newest.values()].some(hasFailed);
}

type Query = Readonly<Record<string, string | undefined>>;
type Read = <T>(path: string, query?: Query) => Promise<T>;

/** Newest first, back to that time. */
async function collect(io: Io, read: Read, { query, since }: { query: Query; since: string }): Promise<Delivery[]> {
  const found: Delivery[] = [];
  let cursor: string | undefined;
  do {
    const page = await read<Page<Delivery>>('/deliveries', { ...query, limit: '100', cursor });
    const recent = page.data.filter(({ created_at }) => created_at >= since);
    found.push(...recent);
    const goesOn = page.has_more && recent.length === page.data.length;
    cursor = goesOn ? (page.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined && found.length < deliveriesMax && !io.signal.aborted);
  return found;
}

const byTime = (one: Delivery, other: Delivery): number => one.created_at.localeCompare(other.created_at);
