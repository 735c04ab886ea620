/** The same day one period earlier or later; the end of a shorter month is its last day. */
export function shiftDay(day: string, range: 'day' | 'week' | 'month', by: -1 | 1): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (range === 'month') {
    const wanted = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + by);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(wanted, last));
  } else date.setUTCDate(date.getUTCDate() + by * (range === 'week' ? 7 : 1));
  return date.toISOString().slice(0, 10);
}
