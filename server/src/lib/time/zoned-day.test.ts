import { expect, it } from 'vitest';
import { zonedDayOf } from './zoned-day.ts';

it.each([
  [
    'America/New_York',
    '2026-11-16T04:59:59.999Z',
    '2026-11-15',
    '2026-11-15T05:00:00.000Z',
    '2026-11-16T05:00:00.000Z',
  ],
  [
    'America/New_York',
    '2026-11-16T05:00:00.000Z',
    '2026-11-16',
    '2026-11-16T05:00:00.000Z',
    '2026-11-17T05:00:00.000Z',
  ],
  // Clocks go back on November 1 and forward on March 14.
  [
    'America/New_York',
    '2026-11-01T12:00:00.000Z',
    '2026-11-01',
    '2026-11-01T04:00:00.000Z',
    '2026-11-02T05:00:00.000Z',
  ],
  [
    'America/Los_Angeles',
    '2027-03-14T12:00:00.000Z',
    '2027-03-14',
    '2027-03-14T08:00:00.000Z',
    '2027-03-15T07:00:00.000Z',
  ],
  // The change is at midnight itself, so the day begins at one.
  [
    'America/Asuncion',
    '2023-10-01T12:00:00.000Z',
    '2023-10-01',
    '2023-10-01T04:00:00.000Z',
    '2023-10-02T03:00:00.000Z',
  ],
  ['UTC', '2026-11-16T00:00:00.000Z', '2026-11-16', '2026-11-16T00:00:00.000Z', '2026-11-17T00:00:00.000Z'],
  [
    'Pacific/Auckland',
    '2026-11-15T12:00:00.000Z',
    '2026-11-16',
    '2026-11-15T11:00:00.000Z',
    '2026-11-16T11:00:00.000Z',
  ],
])('%s: %s is in the day of %s', (zone, at, ...day) => {
  const [date, from = '', to = ''] = day;
  expect(zonedDayOf(zone, new Date(at))).toEqual({ date, from: new Date(from), to: new Date(to) });
});
