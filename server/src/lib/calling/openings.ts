import { type CallingRules, type CallWindow, mayCall } from './calling-hours.ts';

/** From inclusive, to exclusive. */
export type Opening = { readonly from: Date; readonly to: Date };

const quarterMs = 15 * 60_000;
const hourMs = 4 * quarterMs;
/** A call can be promised at most this far ahead. */
const horizonMs = 60 * 86_400_000;
/** More windows than exist; each is computed once an hour. */
const storedMax = 500;

const stored = new Map<string, readonly Opening[]>();

/**
 * All times at which calls are allowed in the next sixty days, in quarter hours. Calling hours begin and end at a
 * quarter hour and last longer than one hour, so whole hours find them and quarter hours their ends.
 */
export function listOpenings(rules: CallingRules, window: CallWindow, now: Date): readonly Opening[] {
  const first = Math.floor(now.getTime() / hourMs) * hourMs;
  const key = [rules.version, first, window.state ?? '', ...window.zones].join('|');
  const known = stored.get(key);
  const openings = known ?? computeOpenings(rules, window, first);
  if (known === undefined) {
    if (stored.size >= storedMax) stored.clear();
    stored.set(key, openings);
  }
  return openings.flatMap(({ from, to }) => (to <= now ? [] : [{ from: from < now ? now : from, to }]));
}

function computeOpenings(rules: CallingRules, window: CallWindow, first: number): readonly Opening[] {
  const isOpen = (at: number): boolean => mayCall(rules, window, new Date(at));
  // The first quarter hour after the previous hour with the same state as this hour.
  const edgeBefore = (at: number, open: boolean): number =>
    [3, 2, 1].map((quarters) => at - quarters * quarterMs).find((quarter) => isOpen(quarter) === open) ?? at;
  const openings: Opening[] = [];
  let from = isOpen(first) ? first : undefined;
  for (let at = first + hourMs; at <= first + horizonMs; at += hourMs) {
    const open = isOpen(at);
    if (open && from === undefined) from = edgeBefore(at, true);
    if (!open && from !== undefined) {
      openings.push({ from: new Date(from), to: new Date(edgeBefore(at, false)) });
      from = undefined;
    }
  }
  if (from !== undefined) openings.push({ from: new Date(from), to: new Date(first + horizonMs) });
  return openings;
}
