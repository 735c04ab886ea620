// Clocks of places that are not this machine's.

const hourMs = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a clock in that zone shows, as 2026-11-16T10:00. */
export function wallTime(zone: string, at: number): string {
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

/** When a clock in that zone shows this; NaN for what is no time. An hour that does not exist is the one after it. */
export function instantIn(zone: string, wall: string): number {
  const asIfUtc = Date.parse(`${wall}Z`);
  if (Number.isNaN(asIfUtc)) return Number.NaN;
  const aheadAt = (at: number): number => Date.parse(`${wallTime(zone, at)}Z`) - at;
  // No clock is changed twice within a day: one of these two is it.
  const moments = [-12 * hourMs, 12 * hourMs].map((ms) => asIfUtc - aheadAt(asIfUtc + ms));
  return moments.find((at) => wallTime(zone, at) === wall) ?? Math.max(...moments);
}
const quarterMs = hourMs / 4;
/** The law's own; states that begin later begin at ten at the latest, and so do the moments of other days below. */
const earliest = '08:00';
const likely = ['10:00', '12:00', '14:00', '18:00'];
const shown = 5;

export type Place = {
  /** Where the owner may be. The first is the one whose clock is shown. */
  readonly zones: readonly string[];
  /** Until when calls may be made there, as 21:00. */
  readonly until: string;
};

/** Moments to call back that people name often, and at which the law lets us call wherever the owner may be. */
export function callbackMoments({ zones, until }: Place, now: number): number[] {
  const [zone = 'UTC'] = zones;
  const tomorrow = wallTime(zone, now + 24 * hourMs).slice(0, 10);
  const soon = [hourMs, 3 * hourMs].map((ms) => Math.ceil((now + ms) / quarterMs) * quarterMs);
  const later = likely.map((time) => instantIn(zone, `${tomorrow}T${time}`));
  const last = until.padStart(5, '0');
  const allowed = (at: number): boolean =>
    zones.every((one) => {
      const time = wallTime(one, at).slice(11);
      return time >= earliest && time < last;
    });
  return [...soon, ...later].filter(allowed).slice(0, shown);
}
