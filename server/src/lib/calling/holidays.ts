// Legal holidays, computed by rule for any year. When a holiday on a weekend is observed on another day, both days are
// closed, because sources disagree on which one counts.

const dayMs = 86_400_000;

/** Days since January 1, 1970, of a calendar date without a time zone. */
export const dayNumber = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day) / dayMs;

/** 0 is Sunday. */
export const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7;

const [sunday, monday, thursday, saturday] = [0, 1, 4, 6];

type Month = readonly [year: number, month: number];

/** The nth such weekday of a month. */
function nth([year, month]: Month, weekday: number, count: number): number {
  const first = dayNumber(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (count - 1);
}

function lastMonday(year: number, month: number): number {
  const last = dayNumber(year, month + 1, 1) - 1;
  return last - ((weekdayOf(last) - monday + 7) % 7);
}

/** Easter Sunday in the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function easter(year: number): number {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const [d, e] = [Math.floor(b / 4), b % 4];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - d - g + 15) % 30;
  const [i, k] = [Math.floor(c / 4), c % 4];
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return dayNumber(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** A fixed date, with the Friday before a Saturday and the Monday after a Sunday. */
const fixed = (month: number, date: number) => (year: number) => {
  const day = dayNumber(year, month, date);
  if (weekdayOf(day) === saturday) return [day, day - 1, day + 2];
  return weekdayOf(day) === sunday ? [day, day + 1] : [day];
};

const electionDay = (year: number): number => nth([year, 11], monday, 1) + 1;

/** Juneteenth in Utah: from Tuesday to Friday the Monday before it, on a weekend the Monday after it (63G-1-301). */
const utahJuneteenth = (year: number): number[] => {
  const day = dayNumber(year, 6, 19);
  const weekday = weekdayOf(day);
  const shift = weekday === saturday ? 2 : weekday === sunday ? 1 : monday - weekday;
  return [day, day + shift];
};

const rules = {
  'New Year’s Day': fixed(1, 1),
  'Martin Luther King Jr. Day': (year: number) => [nth([year, 1], monday, 3)],
  'Washington’s Birthday': (year: number) => [nth([year, 2], monday, 3)],
  'Memorial Day': (year: number) => [lastMonday(year, 5)],
  Juneteenth: fixed(6, 19),
  'Independence Day': fixed(7, 4),
  'Labor Day': (year: number) => [nth([year, 9], monday, 1)],
  'Columbus Day': (year: number) => [nth([year, 10], monday, 2)],
  'Veterans Day': fixed(11, 11),
  Thanksgiving: (year: number) => [nth([year, 11], thursday, 4)],
  Christmas: fixed(12, 25),

  'All Saints’ Day': fixed(11, 1),
  'Battle of New Orleans': fixed(1, 8),
  'Bill of Rights Day': fixed(12, 15),
  'Confederate Memorial Day': (year: number) => [nth([year, 4], monday, 4)],
  'Easter Sunday': (year: number) => [easter(year)],
  'Election Day': (year: number) => [electionDay(year)],
  'Flag Day': fixed(6, 14),
  'General Election Day': (year: number) => (year % 2 === 0 ? [electionDay(year)] : []),
  'Good Friday': (year: number) => [easter(year) - 2],
  'Huey P. Long Day': fixed(8, 30),
  'Jefferson Davis’s Birthday': (year: number) => [nth([year, 6], monday, 1)],
  'Juneteenth in Utah': utahJuneteenth,
  'Lincoln’s Birthday': fixed(2, 12),
  'Mardi Gras': (year: number) => [easter(year) - 47],
  'Pioneer Day': fixed(7, 24),
  'Rhode Island Independence Day': fixed(5, 4),
  'Rosa Parks Day': fixed(12, 1),
  'Victory Day': (year: number) => [nth([year, 8], monday, 2)],
} as const satisfies Record<string, (year: number) => readonly number[]>;

export type HolidayName = keyof typeof rules;

/** 5 U.S.C. 6103(a). */
export const federalHolidays = [
  'New Year’s Day',
  'Martin Luther King Jr. Day',
  'Washington’s Birthday',
  'Memorial Day',
  'Juneteenth',
  'Independence Day',
  'Labor Day',
  'Columbus Day',
  'Veterans Day',
  'Thanksgiving',
  'Christmas',
] as const satisfies readonly HolidayName[];

export const isHolidayName = (text: string): text is HolidayName => Object.hasOwn(rules, text);

const known = new Map<number, ReadonlyMap<number, readonly HolidayName[]>>();

/** All closed days of a year, by day; a New Year’s Day observed in the previous year belongs to that year. */
function holidaysOf(year: number): ReadonlyMap<number, readonly HolidayName[]> {
  const cached = known.get(year);
  if (cached !== undefined) return cached;
  const days = new Map<number, HolidayName[]>();
  for (const name of Object.keys(rules) as HolidayName[]) {
    for (const around of [year, year + 1]) {
      for (const day of rules[name](around)) {
        if (new Date(day * dayMs).getUTCFullYear() === year) days.set(day, [...(days.get(day) ?? []), name]);
      }
    }
  }
  // Far more years than are ever requested; an unbounded range of years must not exhaust the memory.
  if (known.size >= 400) known.clear();
  known.set(year, days);
  return days;
}

/** The holidays that fall on a day or are observed on it. */
export const holidaysOn = (day: number): readonly HolidayName[] =>
  holidaysOf(new Date(day * dayMs).getUTCFullYear()).get(day) ?? [];
