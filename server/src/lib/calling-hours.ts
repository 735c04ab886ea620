// When a person may be called: a table with a version, and the clocks of the places they may be at.

export type Hours = {
  /** Minutes of the local day, from inclusive, to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Days on which nobody is called: 0 is Sunday. */
  readonly closed: readonly number[];
};

export type CallingRules = {
  readonly version: string;
  readonly usual: Hours;
  /** For owners of whom nothing tells where they are. */
  readonly unknown: Hours;
  /** States whose own rules are stricter. */
  readonly states: Readonly<Record<string, Hours>>;
};

/** Where an owner may be, as far as it is known. Several states are written with commas between them. */
export type CallWindow = { readonly state: string | undefined; readonly zones: readonly string[] };

const hours = (from: number, to: number, closed: readonly number[] = []): Hours => ({
  from: from * 60,
  to: to * 60,
  closed,
});
const sunday = 0;

/** 47 CFR 64.1200(c)(1) and the states that ask for more. Vendors' tables, not yet read by counsel. */
export const callingRules: CallingRules = {
  version: '2026-11-15.1',
  usual: hours(8, 21),
  unknown: hours(8, 20),
  states: {
    AL: hours(8, 21, [sunday]),
    CT: hours(9, 20),
    FL: hours(8, 20),
    KY: hours(10, 21),
    LA: hours(8, 21, [sunday]),
    MA: hours(8, 20),
    MD: hours(8, 20),
    MS: hours(8, 21, [sunday]),
  },
};

/** Of an owner about whom nothing is known it must be allowed everywhere between the coasts. */
const contiguousZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
];

export type LocalTime = {
  readonly zone: string;
  readonly day: number;
  readonly minutes: number;
  readonly text: string;
};

const formats = new Map<string, Intl.DateTimeFormat>();
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** What a clock in that zone shows. */
export function localTime(zone: string, at: Date): LocalTime {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
    formats.set(zone, format);
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    zone,
    day: days.indexOf(parts['weekday'] ?? ''),
    minutes: Number(parts['hour']) * 60 + Number(parts['minute']),
    text: `${parts['year']}-${parts['month']}-${parts['day']} ${parts['hour']}:${parts['minute']}`,
  };
}

export const zonesOf = ({ zones }: CallWindow): readonly string[] => (zones.length === 0 ? contiguousZones : zones);

/** What all states that the owner may be in allow. */
export function hoursOf(rules: CallingRules, { state = '', zones }: CallWindow): Hours {
  if (zones.length === 0) return rules.unknown;
  const all = state.split(',').map((one) => rules.states[one] ?? rules.usual);
  return {
    from: Math.max(...all.map(({ from }) => from)),
    to: Math.min(...all.map(({ to }) => to)),
    closed: all.flatMap(({ closed }) => closed),
  };
}

/** Wherever of these places the owner is, it is allowed there now. */
export function mayCall(rules: CallingRules, window: CallWindow, at: Date): boolean {
  const { from, to, closed } = hoursOf(rules, window);
  return zonesOf(window).every((zone) => {
    const { day, minutes } = localTime(zone, at);
    return minutes >= from && minutes < to && !closed.includes(day);
  });
}

const quarterMs = 15 * 60_000;
/** Two closed days and a weekend's worth of places are well within; beyond it the rules allow nothing. */
const horizonMs = 9 * 86_400_000;

/** From when on it is allowed: now, or the next quarter of an hour at which it is; undefined when it never is. */
export function nextOpening(rules: CallingRules, window: CallWindow, from: Date): Date | undefined {
  if (mayCall(rules, window, from)) return from;
  const first = Math.ceil(from.getTime() / quarterMs) * quarterMs;
  for (let at = first; at <= first + horizonMs; at += quarterMs) {
    if (mayCall(rules, window, new Date(at))) return new Date(at);
  }
  return undefined;
}

/** `8:00` as minutes of the day; undefined for anything that is not a time. */
export function readMinutes(text: unknown): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(typeof text === 'string' ? text : '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= 24 * 60 ? minutes : undefined;
}

export const writeMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

type Told = Readonly<Record<string, unknown>>;

function readHours(told: unknown): Hours | undefined {
  const { from, to, closed = [] } = (told ?? {}) as Told;
  const [begin, end] = [readMinutes(from), readMinutes(to)];
  const names = Array.isArray(closed) ? closed.map((day) => days.indexOf(String(day).slice(0, 3))) : [-1];
  if (begin === undefined || end === undefined || begin >= end || names.includes(-1)) return undefined;
  return { from: begin, to: end, closed: names };
}

/**
 * Rules as an operator writes them, over those above: `{"version": "…", "usual": {"from": "8:00", "to": "21:00",
 * "closed": ["Sunday"]}, "unknown": …, "states": {"FL": …}}`. Undefined when something in it cannot be understood.
 */
export function readCallingRules(text: string): CallingRules | undefined {
  try {
    const { version, usual, unknown, states = {} } = JSON.parse(text) as Told;
    const own = Object.entries(states as Told).map(([state, told]) => [state, readHours(told)] as const);
    const [usually, elsewhere] = [usual, unknown].map((told) => (told === undefined ? undefined : readHours(told)));
    if (typeof version !== 'string' || !/^[\w.-]{1,40}$/.test(version)) return undefined;
    if (own.some(([state, told]) => told === undefined || !/^[A-Z]{2}$/.test(state))) return undefined;
    if ((usual !== undefined && usually === undefined) || (unknown !== undefined && elsewhere === undefined))
      return undefined;
    return {
      version,
      usual: usually ?? callingRules.usual,
      unknown: elsewhere ?? callingRules.unknown,
      states: { ...callingRules.states, ...(Object.fromEntries(own) as Record<string, Hours>) },
    };
  } catch {
    return undefined;
  }
}
