/** A day that exists, written YYYY-MM-DD (decision 21). */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** A calendar date, or an ISO 8601 timestamp with an offset (decision 141). */
export function isTimestamp(text: string): boolean {
  if (isCalendarDate(text)) return true;
  const match = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  if (match === null || !isCalendarDate(match[1] ?? '')) return false;
  const time = new Date(text);
  // An offset can carry a time out of the years that four digits write.
  return !Number.isNaN(time.getTime()) && /^\d{4}-/.test(time.toISOString());
}

export const addDays = (date: Date, days: number): Date => new Date(date.getTime() + days * 86_400_000);

export const addHours = (date: Date, hours: number): Date => new Date(date.getTime() + hours * 3_600_000);

export const addSeconds = (date: Date, seconds: number): Date => new Date(date.getTime() + seconds * 1000);
