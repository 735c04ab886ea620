import { type CallingRules, callingRules, type Caps, type Hours, type Span } from './calling-hours.ts';
import { type HolidayName, isHolidayName } from './holidays.ts';

type Unparsed = Readonly<Record<string, unknown>>;

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const dayIndex = (name: unknown): number => days.indexOf(String(name).slice(0, 3));

/** `8:00` as minutes of the day; undefined for anything that is not a time. */
function parseMinutes(text: unknown): number | undefined {
  const [, hour, minute] = /^(\d{1,2}):(\d{2})$/.exec(typeof text === 'string' ? text : '') ?? [];
  const minutes = Number(hour) * 60 + Number(minute);
  return Number(minute) < 60 && minutes <= 24 * 60 ? minutes : undefined;
}

function parseSpan(value: unknown): Span | undefined {
  const { from, to } = (value ?? {}) as Unparsed;
  const [begin, end] = [parseMinutes(from), parseMinutes(to)];
  return begin === undefined || end === undefined || begin >= end ? undefined : { from: begin, to: end };
}

function parseHolidays(value: unknown): ReadonlySet<HolidayName> | undefined {
  if (!Array.isArray(value)) return undefined;
  const names = value.filter((name): name is HolidayName => typeof name === 'string' && isHolidayName(name));
  return names.length === value.length ? new Set(names) : undefined;
}

function parseHours(value: unknown): readonly [Hours] | undefined {
  const { closed = [], days: apart = {}, holidays = [] } = (value ?? {}) as Unparsed;
  const [span, closedOn, shut] = [
    parseSpan(value),
    Array.isArray(closed) ? closed.map(dayIndex) : [-1],
    parseHolidays(holidays),
  ];
  const own = Object.entries(apart as Unparsed).map(([day, hours]) => [dayIndex(day), parseSpan(hours)] as const);
  if (span === undefined || shut === undefined || closedOn.includes(-1)) return undefined;
  if (own.some(([day, hours]) => day === -1 || hours === undefined)) return undefined;
  const ownHours = new Map(own);
  const week = days.map((_, day) => (closedOn.includes(day) ? undefined : (ownHours.get(day) ?? span)));
  return [{ since: Number.MIN_SAFE_INTEGER, week, holidays: shut }];
}

const isCap = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 100;

function parseCaps(value: unknown): Partial<Caps> | undefined {
  const { per24h, per30d, ...others } = (value ?? {}) as Unparsed;
  if (Object.keys(others).length > 0) return undefined;
  if ((per24h !== undefined && !isCap(per24h)) || (per30d !== undefined && !isCap(per30d))) return undefined;
  return { ...(isCap(per24h) ? { per24h } : {}), ...(isCap(per30d) ? { per30d } : {}) };
}

/** Undefined when the value is missing, or unreadable, which is a problem. */
function optional<T>(value: unknown, parse: (value: unknown) => T | undefined, problems: unknown[]): T | undefined {
  if (value === undefined) return undefined;
  const parsed = parse(value);
  if (parsed === undefined) problems.push(value);
  return parsed;
}

/**
 * An operator's rules, merged over the table: `{"version": "…", "usual": {"from": "8:00", "to": "21:00", "closed":
 * ["Sunday"], "days": {"Saturday": {"from": "10:00", "to": "17:00"}}, "holidays": ["Christmas"]}, "unknown": …,
 * "states": {"FL": …}, "caps": {"per24h": 3, "per30d": 8}}`. Undefined when any part is invalid.
 */
export function parseCallingRules(text: string): CallingRules | undefined {
  try {
    const { version, usual, unknown, states = {}, caps } = JSON.parse(text) as Unparsed;
    const problems: unknown[] = [];
    const own = Object.entries(states as Unparsed).map(
      ([state, hours]) => [state, optional(hours, parseHours, problems)] as const,
    );
    const rules = {
      ...callingRules,
      usual: optional(usual, parseHours, problems) ?? callingRules.usual,
      unknown: optional(unknown, parseHours, problems) ?? callingRules.unknown,
      caps: { ...callingRules.caps, ...optional(caps, parseCaps, problems) },
    };
    if (typeof version !== 'string' || !/^[\w.-]{1,40}$/.test(version)) return undefined;
    if (problems.length > 0 || own.some(([state]) => !/^[A-Z]{2}$/.test(state))) return undefined;
    const overridden = Object.fromEntries(
      own.flatMap(([state, hours]) => (hours === undefined ? [] : [[state, hours]])),
    );
    return { ...rules, version, states: { ...callingRules.states, ...overridden } };
  } catch {
    return undefined;
  }
}
