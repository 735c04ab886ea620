/** None of our dates is outside these years, and every store and clock can represent them. */
const firstYear = 1900;
const lastYear = 2200;
const isOurs = (date: Date): boolean => date.getUTCFullYear() >= firstYear && date.getUTCFullYear() <= lastYear;

/** An existing day, written YYYY-MM-DD (D-021), from 1900 to 2200. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = startOfDay(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text) && isOurs(date);
}

/** A month written YYYY-MM, from 1900 to 2200. */
export const isCalendarMonth = (text: string): boolean => /^\d{4}-\d{2}$/.test(text) && isCalendarDate(`${text}-01`);

/** A calendar date, or an ISO 8601 timestamp with an offset (D-141), from 1900 to 2200. */
export function isTimestamp(text: string): boolean {
  if (isCalendarDate(text)) return true;
  const match = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (match === null || !isCalendarDate(match[1] ?? '')) return false;
  const time = new Date(text);
  // An offset can move a time out of the allowed years.
  return !Number.isNaN(time.getTime()) && isOurs(time);
}

/** The calendar day of a date or timestamp as written, whatever its offset: the writer's local day. */
export const dayAsWritten = (text: string): string => text.slice(0, 10);

/** The first moment of a day written YYYY-MM-DD. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

// Cut from the end: years before 0 and after 9999 have a sign and six digits.
/** The day of a time, in UTC. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, -14);

/** The month of a time, in UTC. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, -17);

/** The first moment of the next month, in UTC. */
export function startOfNextMonth(time: Date): Date {
  const next = new Date(time);
  // Not Date.UTC, which reads years up to 99 as those of the last century. The day is set first, because day 31 would
  // overflow in shorter months.
  next.setUTCDate(1);
  next.setUTCHours(0, 0, 0, 0);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return next;
}

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000);

export const addHours = (date: Date, hours: number): Date => new Date(date.getTime() + hours * 3_600_000);

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
