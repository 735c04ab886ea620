// When a customer may be called or texted: a versioned table of hours, and the local time everywhere the customer may be.
import { startOfDay } from '#lib/time/dates';
import { type HolidayName, holidaysOn, weekdayOf } from './holidays.ts';
import type { Period } from './jurisdiction.ts';
import { jurisdictions, tableVersion } from './jurisdictions-data.ts';
import { dayMs, localClock, type LocalTime, localTime, offsetOf } from './local-time.ts';
import { stateOfPhone, zonesOfState } from './us-zones.ts';

export { type LocalTime, localTime };

/** Minutes of the local day, from inclusive, to exclusive. */
export type Span = { readonly from: number; readonly to: number };

/** A jurisdiction's hours from a certain day on. */
export type Hours = {
  /** The first local day, in days since 1970. */
  readonly since: number;
  /** From Sunday to Saturday; undefined means closed. */
  readonly week: readonly (Span | undefined)[];
  readonly holidays: ReadonlySet<HolidayName>;
};

export type Caps = { readonly per24h: number; readonly per30d: number };

export type CallingRules = {
  readonly version: string;
  readonly usual: readonly Hours[];
  /** For customers whose location is unknown: hours that every jurisdiction allows. */
  readonly unknown: readonly Hours[];
  /** Jurisdictions with their own rules, each ordered by day. */
  readonly states: Readonly<Record<string, readonly Hours[]>>;
  /** Calls to one number, over all cases. */
  readonly caps: Caps;
  readonly stateCaps: Readonly<Record<string, Partial<Caps>>>;
};

/** Where a customer may be, as far as known. Several states are separated by commas. */
export type CallWindow = { readonly state: string | undefined; readonly zones: readonly string[] };

const always = Number.MIN_SAFE_INTEGER;
const toDay = (date: string | null): number => (date === null ? always : startOfDay(date).getTime() / dayMs);

/** 47 CFR 64.1200(c)(1). */
const federal: Hours = {
  since: always,
  week: Array.from({ length: 7 }, () => ({ from: 8 * 60, to: 21 * 60 })),
  holidays: new Set(),
};

const toHours = (period: Period, index: number): Hours => ({
  // The first known rule also applies before its first day.
  since: index === 0 ? always : toDay(period.effectiveFrom),
  week: period.week.map((span) => (span === null ? undefined : { from: span[0] * 60, to: span[1] * 60 })),
  holidays: new Set(period.holidays),
});

/** Whether a period differs from the federal rule. */
const isOwn = ({ week, holidays }: Period): boolean =>
  holidays.length > 0 || week.some((span) => span === null || span[0] !== 8 || span[1] !== 21);

const states: Readonly<Record<string, readonly Hours[]>> = Object.fromEntries(
  jurisdictions.flatMap(({ code, periods }) => (periods.some(isOwn) ? [[code, periods.map(toHours)]] : [])),
);

const latest = (all: readonly Hours[]): Hours => {
  const last = all.at(-1);
  if (last === undefined) throw new Error('a jurisdiction has hours');
  return last;
};

function intersect(spans: readonly (Span | undefined)[]): Span | undefined {
  let [from, to] = [0, 24 * 60];
  for (const span of spans) {
    if (span === undefined) return undefined;
    from = Math.max(from, span.from);
    to = Math.min(to, span.to);
  }
  return from < to ? { from, to } : undefined;
}

/** The hours that all of these allow, by their latest rules. */
const strictest = (all: readonly Hours[]): Hours => ({
  since: always,
  week: [0, 1, 2, 3, 4, 5, 6].map((day) => intersect(all.map(({ week }) => week[day]))),
  holidays: new Set(all.flatMap(({ holidays }) => [...holidays])),
});

/** The table of jurisdictions-data.ts, not reviewed by a lawyer. Where the law has no cap, the cap is ours. */
export const callingRules: CallingRules = {
  version: tableVersion,
  usual: [federal],
  unknown: [strictest([federal, ...Object.values(states).map(latest)])],
  states,
  caps: { per24h: 3, per30d: 8 },
  stateCaps: Object.fromEntries(
    jurisdictions.flatMap(({ code, per24h }) => (per24h === undefined ? [] : [[code, { per24h }]])),
  ),
};

/** For a customer whose location is unknown, the call must be allowed in all contiguous states. */
const contiguousZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
];

export const zonesOf = ({ zones }: CallWindow): readonly string[] => (zones.length === 0 ? contiguousZones : zones);

const statesOf = ({ state = '' }: CallWindow): string[] => state.split(',');

/** The hours by the rules of every state where the customer may be. */
const hoursIn = (rules: CallingRules, window: CallWindow): (readonly Hours[])[] =>
  window.zones.length === 0 ? [rules.unknown] : statesOf(window).map((state) => rules.states[state] ?? rules.usual);

function spanOn(hours: readonly Hours[], date: number): Span | undefined {
  const current = hours.findLast(({ since }) => since <= date) ?? hours[0];
  const span = current?.week[weekdayOf(date)];
  if (current === undefined || span === undefined || current.holidays.size === 0) return span;
  return holidaysOn(date).some((name) => current.holidays.has(name)) ? undefined : span;
}

/** The hours that all possible states allow on a local day, in days since 1970. */
const commonSpan = (all: readonly (readonly Hours[])[], date: number): Span | undefined =>
  intersect(all.map((hours) => spanOn(hours, date)));

/** The hours of a weekday, for display: by the latest rules, without holidays. */
export function hoursOf(rules: CallingRules, window: CallWindow): Span & { readonly closed: readonly number[] } {
  const { week } = strictest(hoursIn(rules, window).map(latest));
  const open = week.filter((span) => span !== undefined);
  return {
    from: Math.min(...open.map(({ from }) => from)),
    to: Math.max(...open.map(({ to }) => to)),
    closed: week.flatMap((span, day) => (span === undefined ? [day] : [])),
  };
}

/** The customer's hours today, in each zone where they may be; undefined for a closed day. */
export function hoursOn(
  rules: CallingRules,
  window: CallWindow,
  at: Date,
): { readonly zone: string; readonly span: Span | undefined }[] {
  const all = hoursIn(rules, window);
  return zonesOf(window).map((zone) => ({ zone, span: commonSpan(all, localClock(zone, at.getTime()).date) }));
}

function isOpenIn(all: readonly (readonly Hours[])[], zone: string, at: number): boolean {
  const { date, minutes } = localClock(zone, at);
  const span = commonSpan(all, date);
  return span !== undefined && minutes >= span.from && minutes < span.to;
}

/** Whether calling is allowed now in every zone where the customer may be. */
export function mayCall(rules: CallingRules, window: CallWindow, at: Date): boolean {
  const all = hoursIn(rules, window);
  return zonesOf(window).every((zone) => isOpenIn(all, zone, at.getTime()));
}

const minuteMs = 60_000;
/** Longer than any run of holidays; beyond it the rules never allow a call. */
const horizonDays = 21;

/** A time before which this zone is closed, never later than its next opening. Undefined when it does not open. */
function nextInZone(all: readonly (readonly Hours[])[], zone: string, from: number): number | undefined {
  const { date } = localClock(zone, from);
  for (let day = date; day <= date + horizonDays; day += 1) {
    const span = commonSpan(all, day);
    if (span === undefined) continue;
    // Both offsets are possible on a day when clocks change, so this searches the widest interval.
    const [first, last] = [offsetOf(zone, day * dayMs - dayMs / 2), offsetOf(zone, day * dayMs + 1.5 * dayMs)];
    const start = day * dayMs + span.from * minuteMs - Math.max(first, last);
    const end = day * dayMs + span.to * minuteMs - Math.min(first, last);
    if (from >= end) continue;
    if (from < start) return start;
    return isOpenIn(all, zone, from) ? from : (Math.floor(from / minuteMs) + 1) * minuteMs;
  }
  return undefined;
}

/** The next allowed time: now, or the first minute of the next window; undefined when there is none. */
export function nextOpening(rules: CallingRules, window: CallWindow, from: Date): Date | undefined {
  const all = hoursIn(rules, window);
  const zones = zonesOf(window);
  const end = from.getTime() + horizonDays * dayMs;
  for (let at = from.getTime(); at <= end;) {
    const openings = zones.map((zone) => nextInZone(all, zone, at));
    if (openings.includes(undefined)) return undefined;
    const next = Math.max(...openings.map(Number));
    if (next === at) return at === from.getTime() ? from : new Date(at);
    at = next;
  }
  return undefined;
}

/** When calling stops being allowed, if it is allowed now; undefined when it is not, or always is. */
export function nextClosing(rules: CallingRules, window: CallWindow, from: Date): Date | undefined {
  if (!mayCall(rules, window, from)) return undefined;
  const quarterMs = 15 * minuteMs;
  const first = (Math.floor(from.getTime() / quarterMs) + 1) * quarterMs;
  const close = Array.from({ length: 96 }, (_, index) => first + index * quarterMs).find(
    (at) => !mayCall(rules, window, new Date(at)),
  );
  if (close === undefined) return undefined;
  // Hours that do not end on a quarter hour end within the quarter hour before.
  const minutes = Array.from({ length: 15 }, (_, index) => close - (14 - index) * minuteMs);
  return new Date(minutes.find((at) => at > from.getTime() && !mayCall(rules, window, new Date(at))) ?? close);
}

/** How often a number may be called, by the rules of every state where its customer may be. */
export function capsOf(rules: CallingRules, window: CallWindow): Caps {
  const all = [rules.caps, ...statesOf(window).map((state) => ({ ...rules.caps, ...rules.stateCaps[state] }))];
  return {
    per24h: Math.min(...all.map(({ per24h }) => per24h)),
    per30d: Math.min(...all.map(({ per30d }) => per30d)),
  };
}

/** Where a number's owner may be, by its area code only. */
export function windowOfPhone(phone: string): CallWindow {
  const state = stateOfPhone(phone);
  return { state, zones: state === undefined ? [] : zonesOfState(state) };
}

/** Combines several windows: everywhere that any of them includes. */
export function joinWindows(windows: readonly CallWindow[]): CallWindow {
  const known = windows.filter(({ zones }) => zones.length > 0);
  const all = new Set(known.flatMap(({ state }) => state?.split(',') ?? []));
  return {
    state: [...all].toSorted().join(',') || undefined,
    zones: [...new Set(known.flatMap(({ zones }) => zones))].toSorted(),
  };
}

export const formatMinutes = (minutes: number): string =>
  `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
