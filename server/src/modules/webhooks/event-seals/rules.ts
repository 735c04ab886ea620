import { createHash } from 'node:crypto';

/**
 * How long after its end a day is closed. An event has the time at which its change was decided, and is sent to the
 * database within the half minute that a statement may take; clocks may differ by five seconds.
 */
export const closedAfterMs = 15 * 60_000;

/** Days whose log is compared with the stored digests: those that are certainly still stored. */
export const checkedDays = 29;

/** The digest covers the ids in byte order, joined by line feeds. */
export function fingerprintIds(ids: readonly string[]): { count: number; sha256: string } {
  // Ids are ASCII, so this is the order of their bytes.
  const ordered = ids.toSorted((one, other) => (one < other ? -1 : 1));
  return { count: ids.length, sha256: createHash('sha256').update(ordered.join('\n')).digest('hex') };
}

/** Of a day without events. */
export const emptyDay = fingerprintIds([]);

/** A receiver's own list, read from text, CSV or NDJSON. */
export type ReceivedIds = {
  readonly lines: number;
  /** How often each id was named. */
  readonly times: ReadonlyMap<string, number>;
  /** Lines in which no id was found, by their number. */
  readonly unreadable: readonly number[];
};

/** Matches text that looks like an event id, ours or not. */
const idForm = /\bevt_[0-9A-Za-z_-]{1,60}/g;

/**
 * Reads the ids line by line. A line that is a JSON object names one event, by `id` or `event_id`. Any other line names every id in it,
 * each once, since a CSV row may repeat the id in other columns. The first line may be the head of a table.
 */
export function readReceivedIds(text: string): ReceivedIds {
  const times = new Map<string, number>();
  const unreadable: number[] = [];
  let lines = 0;
  for (const [place, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const line = raw.trim();
    if (line === '') continue;
    lines += 1;
    const ids = line.startsWith('{') ? idsOfObject(line) : new Set(line.match(idForm) ?? []);
    if (ids.size === 0 && !(lines === 1 && isHead(line))) unreadable.push(place + 1);
    for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  }
  return { lines, times, unreadable };
}

/** The names of columns: words only. */
const isHead = (line: string): boolean => line.length <= 1000 && /\bid\b|event/i.test(line) && !line.includes('{');

function idsOfObject(line: string): Set<string> {
  try {
    const { id, event_id: eventId } = JSON.parse(line) as { id?: unknown; event_id?: unknown };
    // A receiver's own row may have its own id in addition to that of the event.
    const named = [eventId, id].find((one): one is string => typeof one === 'string' && one.startsWith('evt_'));
    return new Set(named === undefined ? [] : [named.slice(0, 64)]);
  } catch {
    return new Set(line.match(idForm) ?? []);
  }
}
