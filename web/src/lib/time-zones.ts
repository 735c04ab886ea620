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
/** Earliest legal call time. Some states start later, by 10:00 at the latest; so do the suggestions for tomorrow. */
const earliest = '08:00';
const commonTimes = ['10:00', '12:00', '14:00', '18:00'];
const maxSuggestions = 5;

export type CallingWindow = {
  /** Time zones where the customer may be; times are shown in the first one. */
  readonly zones: readonly string[];
  /** End of the legal calling hours there, as 21:00. */
  readonly until: string;
};

/** Common callback times that are within legal calling hours in every zone where the customer may be. */
export function suggestCallbackTimes({ zones, until }: CallingWindow, now: number): number[] {
  const [zone = 'UTC'] = zones;
  const tomorrow = toWallTime(zone, now + 24 * hourMs).slice(0, 10);
  const soon = [hourMs, 3 * hourMs].map((ms) => Math.ceil((now + ms) / quarterHourMs) * quarterHourMs);
  const later = commonTimes.map((time) => toInstant(zone, `${tomorrow}T${time}`));
  const last = until.padStart(5, '0');
  const allowed = (at: number): boolean =>
    zones.every((candidate) => {
      const time = toWallTime(candidate, at).slice(11);
      return time >= earliest && time < last;
    });
  return [...soon, ...later].filter(allowed).slice(0, maxSuggestions);
}
