// When a customer may be called: a versioned table of hours, and the local time of the states they may be in.

type Hours = {
  /** Minutes of the local day, from inclusive, to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Days without calls: 0 is Sunday. */
  readonly closed: readonly number[];
};

export type CallingRules = {
  readonly version: string;
  readonly usual: Hours;
  /** For customers whose location is unknown. */
  readonly unknown: Hours;
  /** States whose own rules are stricter. */
  readonly states: Readonly<Record<string, Hours>>;
};

/** Where a customer may be, as far as it is known. Several states are separated by commas. */
export type CallWindow = { readonly state: string | undefined; readonly zones: readonly string[] };

const hours = (from: number, to: number, closed: readonly number[] = []): Hours => ({
  from: from * 60,
  to: to * 60,
  closed,
});
const sunday = 0;

/** 47 CFR 64.1200(c)(1) and the states with stricter rules. From vendors' tables, not yet reviewed by counsel. */
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

/** For a customer whose location is unknown, the call must be allowed in all contiguous states. */
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

/** Local time and weekday in a zone. */
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

/** The intersection of the hours of all states that the customer may be in. */
export function hoursOf(rules: CallingRules, { state = '', zones }: CallWindow): Hours {
  if (zones.length === 0) return rules.unknown;
  const all = state.split(',').map((one) => rules.states[one] ?? rules.usual);
  return {
    from: Math.max(...all.map(({ from }) => from)),
    to: Math.min(...all.map(({ to }) => to)),
    closed: all.flatMap(({ closed }) => closed),
  };
}

/** Whether calling is allowed now in every zone that the customer may be in. */
export function mayCall(rules: CallingRules, window: CallWindow, at: Date): boolean {
  const { from, to, closed } = hoursOf(rules, window);
  return zonesOf(window).every((zone) => {
    const { day, minutes } = localTime(zone, at);
    return minutes >= from && minutes < to && !closed.includes(day);
  });
}

const quarterMs = 15 * 60_000;
/** Longer than any two closed days and a weekend; beyond it the rules never allow a call. */
const horizonMs = 9 * 86_400_000;

/** The next allowed time: now, or the next quarter of an hour; undefined when there is none. */
export function nextOpening(rules: CallingRules, window: CallWindow, from: Date): Date | undefined {
  if (mayCall(rules, window, from)) return from;
  const first = Math.ceil(from.getTime() / quarterMs) * quarterMs;
  for (let at = first; at <= first + horizonMs; at += quarterMs) {
    if (mayCall(rules, window, new Date(at))) return new Date(at);
  }
  return undefined;
}

/** `8:00` as minutes of the day; undefined for anything that is not a time. */
function parseMinutes(text: unknown): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(typeof text === 'string' ? text : '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= 24 * 60 ? minutes : undefined;
}

export const formatMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;

type Unparsed = Readonly<Record<string, unknown>>;

function parseHours(value: unknown): Hours | undefined {
  const { from, to, closed = [] } = (value ?? {}) as Unparsed;
  const [begin, end] = [parseMinutes(from), parseMinutes(to)];
  const names = Array.isArray(closed) ? closed.map((day) => days.indexOf(String(day).slice(0, 3))) : [-1];
  if (begin === undefined || end === undefined || begin >= end || names.includes(-1)) return undefined;
  return { from: begin, to: end, closed: names };
}

/**
 * An operator's rules, merged over those above: `{"version": "…", "usual": {"from": "8:00", "to": "21:00", "closed":
 * ["Sunday"]}, "unknown": …, "states": {"FL": …}}`. Undefined when any part is invalid.
 */
export function parseCallingRules(text: string): CallingRules | undefined {
  try {
    const { version, usual, unknown, states = {} } = JSON.parse(text) as Unparsed;
    const own = Object.entries(states as Unparsed).map(([state, hours]) => [state, parseHours(hours)] as const);
    const [usually, elsewhere] = [usual, unknown].map((hours) => (hours === undefined ? undefined : parseHours(hours)));
    if (typeof version !== 'string' || !/^[\w.-]{1,40}$/.test(version)) return undefined;
    if (own.some(([state, hours]) => hours === undefined || !/^[A-Z]{2}$/.test(state))) return undefined;
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
