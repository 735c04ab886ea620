const hourMs = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Local date and time in a zone, as 2026-11-16T10:00. */
export function toWallTime(zone: string, at: number): string {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`;
}

/** The instant of a local time in a zone; NaN if it cannot be parsed. A time skipped by DST moves one hour ahead. */
export function toInstant(zone: string, wall: string): number {
  const asIfUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asIfUtc)) return Number.NaN;
  const offsetAt = (at: number): number => Date.parse(`${toWallTime(zone, at)}Z`) - at;
  // The offset changes at most once a day: the offset 12 hours before or after is the right one.
  const candidates = [-12 * hourMs, 12 * hourMs].map((ms) => asIfUtc - offsetAt(asIfUtc + ms));
  return candidates.find((at) => toWallTime(zone, at) === wall) ?? Math.max(...candidates);
}

const quarterHourMs = hourMs / 4;
const commonTimes = ['10:00', '12:00', '14:00', '18:00'];
const maxSuggestions = 5;
/** Longer than any run of days without calls. */
const maxDaysAhead = 9;

/** Calls are allowed from the first time, up to the second. */
export type Opening = { readonly from: string; readonly to: string };

/** The first time from then on at which calls are allowed: the same if they are; undefined if there is none. */
export function findOpening(openings: readonly Opening[], at: number): number | undefined {
  const opening = openings.find(({ to }) => Date.parse(to) > at);
  return opening && Math.max(at, Date.parse(opening.from));
}

type CallingWindow = {
  /** The time zone in which times are shown. */
  readonly zone: string;
  readonly openings: readonly Opening[];
};

/** Common callback times at which calls are allowed: soon, and on the next day that allows some. */
export function suggestCallbackTimes({ zone, openings }: CallingWindow, now: number): number[] {
  const allowed = (at: number): boolean => findOpening(openings, at) === at;
  const soon = [hourMs, 3 * hourMs].map((ms) => Math.ceil((now + ms) / quarterHourMs) * quarterHourMs);
  const days = Array.from({ length: maxDaysAhead }, (_, index) => now + (index + 1) * 24 * hourMs);
  const later = days
    .map((day) => commonTimes.map((time) => toInstant(zone, `${toWallTime(zone, day).slice(0, 10)}T${time}`)))
    .map((times) => times.filter(allowed))
    .find((times) => times.length > 0);
  return [...soon.filter(allowed), ...(later ?? [])].slice(0, maxSuggestions);
}
