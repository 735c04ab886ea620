// Local time in a zone, cheap enough to compute for every zone of every case at each keystroke.

export type LocalTime = {
  readonly zone: string;
  /** 0 is Sunday. */
  readonly day: number;
  readonly minutes: number;
  readonly text: string;
};

const minuteMs = 60_000;
export const dayMs = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

/** The offset of a zone's clocks from UTC at an instant, by the runtime's time zone data. */
function readOffset(zone: string, at: number): number {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(at / minuteMs) * minuteMs;
}

/** Offsets by zone and UTC day; undefined for a day on which that zone's clocks change. */
const offsets = new Map<string, Map<number, number | undefined>>();
/** Days per zone: beyond any horizon here, and little memory. */
const daysMax = 1000;

/** Milliseconds by which local clocks are ahead of UTC. */
export function offsetOf(zone: string, at: number): number {
  const day = Math.floor(at / dayMs);
  let days = offsets.get(zone);
  if (days === undefined || days.size >= daysMax) {
    days = new Map();
    offsets.set(zone, days);
  }
  if (!days.has(day)) {
    const [first, last] = [readOffset(zone, day * dayMs), readOffset(zone, (day + 1) * dayMs - minuteMs)];
    days.set(day, first === last ? first : undefined);
  }
  return days.get(day) ?? readOffset(zone, at);
}

/** Local date, as days since 1970, and minutes of the local day. */
export function localClock(zone: string, at: number): { readonly date: number; readonly minutes: number } {
  const local = at + offsetOf(zone, at);
  const date = Math.floor(local / dayMs);
  return { date, minutes: Math.floor((local - date * dayMs) / minuteMs) };
}

/** Local time and weekday in a zone. */
export function localTime(zone: string, at: Date): LocalTime {
  const local = new Date(at.getTime() + offsetOf(zone, at.getTime()));
  return {
    zone,
    day: local.getUTCDay(),
    minutes: local.getUTCHours() * 60 + local.getUTCMinutes(),
    text: local.toISOString().slice(0, 16).replace('T', ' '),
  };
}
