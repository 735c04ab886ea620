import type { Ctx } from '#context';
import { addDays } from '#lib/time/dates';
import { validationFailed } from '#platform/errors';
import { eventDays, readEventTime, type LogTenant } from '../events/rules.ts';
import { readReceivedIds, type ReceivedIds } from './rules.ts';
import { compareWindow, listKnownIds, listMissing, type LogWindow } from './store.ts';
import type { Reconciliation } from './schemas.ts';

/** Different ids in one comparison. */
const idsMax = 100_000;
/** As many as one recovery sends. */
const missingListed = 10_000;
const othersListed = 1_000;

type Asked = { readonly received: string; readonly window: LogWindow };

/**
 * Compares a receiver's events with the log of its account and mode: missing ones, unknown ones, and duplicates. An
 * event of another account counts as unknown.
 */
export async function reconcileEvents(ctx: Ctx, tenant: LogTenant, asked: Asked): Promise<Reconciliation> {
  const window = requireWindow(asked.window);
  const received = readReceivedIds(asked.received);
  const ids = [...received.times.keys()];
  if (ids.length > idsMax) {
    throw validationFailed([{ path: 'received', message: `names more than ${idsMax.toLocaleString('en-US')} ids` }]);
  }
  const [compared, missing, known] = await Promise.all([
    compareWindow(ctx.db, tenant, { window, ids }),
    listMissing(ctx.db, tenant, { window, ids, limit: missingListed }),
    findKnown(ctx, tenant, ids),
  ]);
  const unknown = ids.filter((id) => !known.has(id));
  const elsewhere = ids.filter((id) => isElsewhere(known.get(id), window));
  return {
    object: 'portal.event_reconciliation',
    created_from: window.from.toISOString(),
    created_to: window.to.toISOString(),
    received: toReceived(received),
    ours: compared.ours,
    matched: compared.matched,
    missing: {
      count: compared.ours - compared.matched,
      by_type: Object.entries(compared.by_type).map(([type, count]) => ({ type, count })),
      data: missing.map((row) => ({ id: row.id, type: row.type, created_at: row.created_at.toISOString() })),
    },
    unknown: { count: unknown.length, ids: unknown.slice(0, othersListed) },
    elsewhere: { count: elsewhere.length, ids: elsewhere.slice(0, othersListed) },
    duplicates: toDuplicates(received),
  };
}

function requireWindow(window: LogWindow): LogWindow {
  const { from, to } = window;
  if (from >= to) throw validationFailed([{ path: 'created_to', message: 'must be after created_from' }]);
  if (to > addDays(from, eventDays.retentionDays)) {
    const message = `must be at most ${eventDays.retentionDays} days after created_from, as long as events are stored`;
    throw validationFailed([{ path: 'created_to', message }]);
  }
  return window;
}

type Known = { readonly type: string; readonly created_at: Date };

async function findKnown(ctx: Ctx, tenant: LogTenant, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const dated = ids.flatMap((id) => {
    const at = readEventTime(id);
    return at === undefined ? [] : [{ id, at }];
  });
  const rows = await listKnownIds(ctx.db, tenant, {
    ids: dated.map(({ id }) => id),
    times: dated.map(({ at }) => at),
  });
  return new Map(rows.map((row) => [row.id, row]));
}

const isElsewhere = (event: Known | undefined, { from, to, types }: LogWindow): boolean =>
  event !== undefined &&
  (event.created_at < from || event.created_at >= to || (types !== undefined && !types.includes(event.type)));

const toReceived = ({ lines, times, unreadable }: ReceivedIds): Reconciliation['received'] => ({
  lines,
  ids: times.size,
  unreadable: { count: unreadable.length, lines: unreadable.slice(0, 20) },
});

function toDuplicates({ times }: ReceivedIds): Reconciliation['duplicates'] {
  const repeated = [...times].filter(([, count]) => count > 1);
  return {
    count: repeated.length,
    data: repeated.slice(0, othersListed).map(([id, count]) => ({ id, times: count })),
  };
}
