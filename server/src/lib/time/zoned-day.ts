/** A local day: its date, its first moment, and that of the next day. */
export type ZonedDay = { readonly date: string; readonly from: Date; readonly to: Date };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  // Sweden writes dates as ISO does.
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' });
  formats.set(zone, made);
  return made;
}

/** A zone's local time as if it were UTC, to the second. */
const wallMs = (zone: string, at: number): number => Date.parse(`${formatOf(zone).format(at).replace(' ', 'T')}Z`);

const dateIn = (zone: string, at: number): string => formatOf(zone).format(at).slice(0, 10);

const dayMs = 86_400_000;

/** The first moment of a date in a zone: midnight, or the first moment after it when clocks go forward at midnight. */
function startOf(zone: string, midnight: number): Date {
  const offsets = [midnight - dayMs, midnight, midnight + dayMs].map((at) => wallMs(zone, at) - at);
  const date = new Date(midnight).toISOString().slice(0, 10);
  const starts = offsets.map((offset) => midnight - offset).filter((at) => dateIn(zone, at) === date);
  return new Date(starts.length === 0 ? midnight : Math.min(...starts));
}

/** The day that contains a moment, by a zone's clocks. It has 23 or 25 hours when they change. */
export function zonedDayOf(zone: string, at: Date): ZonedDay {
  const date = dateIn(zone, at.getTime());
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return { date, from: startOf(zone, midnight), to: startOf(zone, midnight + dayMs) };
}
