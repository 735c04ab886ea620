import { createHash } from 'node:crypto';

/**
 * How long a day is over before its end is noted. An event has the time at which its change was decided, and is sent to
 * the database within the half minute that a statement may take; clocks may be five seconds apart.
 */
export const closedAfterMs = 15 * 60_000;

/** Days of which the log is compared with their seals: those that are certainly stored. */
export const checkedDays = 29;

/** What is sealed: the ids in the order of their bytes, joined by line feeds. */
export function fingerprintIds(ids: readonly string[]): { count: number; sha256: string } {
  // Ids are ASCII, so this is the order of their bytes.
  const ordered = ids.toSorted((one, other) => (one < other ? -1 : 1));
  return { count: ids.length, sha256: createHash('sha256').update(ordered.join('\n')).digest('hex') };
}

/** Of a day without events. */
export const emptyDay = fingerprintIds([]);
