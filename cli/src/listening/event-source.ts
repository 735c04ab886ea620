import { callPortal, type Page } from '../call-portal.ts';
import { callServer } from '../call-server.ts';
import { CommandFailed, wrongUse } from '../command-failed.ts';
import type { Given, Io } from '../command.ts';
import { cleanText } from '../print.ts';
import { requireAgentKey, type Settings } from '../settings.ts';

export type LoggedEvent = { readonly id: string; readonly type: string; readonly created_at: string };

export type EventFilter = {
  readonly order: 'asc' | 'desc';
  readonly cursor?: string | undefined;
  /** An ISO time. */
  readonly createdFrom?: string | undefined;
  readonly limit?: number;
};

/** An event log to follow: an institution's in test mode, or an agent's. */
export type EventSource = {
  readonly of: string;
  /** When the log is read forward, its cursor is the id of an event. */
  readonly cursorIsId?: true;
  page(filter: EventFilter): Promise<Page<LoggedEvent>>;
  /** The text of this event's webhook. */
  bodyOf(event: LoggedEvent): Promise<string | undefined>;
};

/** With --agent, uses the agent key; otherwise the test key, or the token of `mw login`. */
export function findSource(io: Io, given: Given, settings: Settings): EventSource {
  if (given.options['agent'] === true) return agentSource(io, settings);
  const { key, token } = settings;
  if (key !== undefined) return keySource(io, settings, key);
  if (token !== undefined) return portalSource(io, settings);
  throw new CommandFailed(3, 'Not signed in. Run mw login, or set MAKEWHOLE_KEY to a test key.');
}

function keySource(io: Io, { baseUrl }: Settings, key: string): EventSource {
  if (key.startsWith('gap_live_')) throw wrongUse('MAKEWHOLE_KEY is a live key. Use a test key, gap_test_…');
  const client = import('@makewhole/sdk').then(({ Makewhole }) =>
    Makewhole.partner({ key, baseUrl, fetch: (url, init) => io.fetch(url, init), retries: 0 }),
  );
  return {
    of: 'the institution of the test key',
    async page({ order, cursor, createdFrom, limit = 100 }) {
      const filter = {
        order,
        limit,
        ...(cursor === undefined ? {} : { cursor }),
        ...(createdFrom === undefined ? {} : { created_from: createdFrom }),
      };
      return (await client).events.list(filter, { signal: io.signal }).page();
    },
    // A page of the log contains whole events, with their members in the order that webhooks use.
    bodyOf: async (event) => JSON.stringify(event),
  };
}

const toQuery = ({ order, cursor, createdFrom, limit = 100 }: EventFilter) => ({
  order,
  cursor,
  created_from: createdFrom,
  limit: String(limit),
});

function portalSource(io: Io, settings: Settings): EventSource {
  return {
    of: 'your institution, test mode',
    page: (filter) => callPortal(io, settings, { path: '/events', query: toQuery(filter) }),
    async bodyOf({ id }) {
      const path = `/events/${encodeURIComponent(id)}`;
      return unlessGone(io, id, () => callPortal(io, settings, { path }));
    },
  };
}

/** Events erased since the log was read, or deleted with their sandbox, have nothing to deliver. */
async function unlessGone(io: Io, id: string, read: () => Promise<{ readonly body: string }>) {
  try {
    return (await read()).body;
  } catch (error) {
    if (!(error instanceof CommandFailed) || error.facts['status'] !== 404) throw error;
    io.err(`${cleanText(id)} no longer exists: it was erased, or its sandbox was reset.`);
    return undefined;
  }
}

/**
 * More than an agent receives between two polls. After a longer absence the user is informed, and starts from the
 * oldest of these.
 */
const agentPagesMax = 100;

/**
 * The console lists newest first only, so it is read backward down to the last known event, whose id is the cursor.
 */
function agentSource(io: Io, settings: Settings): EventSource {
  const bearer = requireAgentKey(settings);
  const { baseUrl } = settings;
  const at = '/api/agent-console/v1/events';
  const list = (cursor: string | undefined, limit: number) =>
    callServer<Page<LoggedEvent>>(io, { baseUrl, bearer, path: at, query: { cursor, limit: String(limit) } });
  return {
    of: 'your agent',
    cursorIsId: true,
    async page({ order, cursor, createdFrom = '', limit = 100 }) {
      if (order === 'desc') return list(cursor, limit);
      const found: LoggedEvent[] = [];
      let behind: string | undefined;
      let isWhole = false;
      for (let count = 0; count < agentPagesMax; count += 1) {
        const { data, has_more, next_cursor } = await list(behind, 100);
        const known = data.findIndex(({ id, created_at }) => id === cursor || created_at < createdFrom);
        found.push(...(known === -1 ? data : data.slice(0, known)));
        isWhole = known !== -1 || !has_more || next_cursor === null;
        // Otherwise all existing events would be delivered again as new.
        if (known === -1 && isWhole && cursor !== undefined)
          throw new CommandFailed(
            1,
            `${cleanText(cursor)} is not an event in the log, so there is no position to continue from.`,
          );
        if (isWhole || next_cursor === null) break;
        behind = next_cursor;
      }
      if (!isWhole)
        io.err(`There are more than ${found.length} events; those before ${found.at(-1)?.id ?? ''} are not shown.`);
      return { data: found.toReversed(), has_more: false, next_cursor: found[0]?.id ?? cursor ?? null };
    },
    async bodyOf({ id }) {
      const path = `${at}/${encodeURIComponent(id)}`;
      return unlessGone(io, id, () => callServer(io, { baseUrl, bearer, path }));
    },
  };
}
