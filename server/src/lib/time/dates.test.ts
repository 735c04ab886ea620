import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  addHours,
  addSeconds,
  dayOf,
  isCalendarDate,
  isCalendarMonth,
  isTimestamp,
  monthOf,
  startOfDay,
  startOfNextMonth,
} from './dates.ts';

describe('calendar dates', () => {
  it.each(['2026-11-15', '2024-02-29', '2000-02-29', '2026-12-31', '1900-01-01', '2200-12-31'])(
    '%s is a calendar date',
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  it.each([
    '2026-02-30',
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-1-5',
    '26-01-05',
    '2026/01/05',
    '2026-01-05T00:00:00Z',
    ' 2026-01-05',
    '2026-01-05\n',
    '+002026-01-05',
    '0000-01-01',
    '1899-12-31',
    '2201-01-01',
    '9999-12-31',
    '',
  ])('%j is not a calendar date', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('a month is valid when its first day is', () => {
    for (const month of ['1900-01', '2026-12', '2200-12']) expect(isCalendarMonth(month)).toBe(true);
    for (const month of ['0000-01', '1899-12', '2201-01', '2026-13', '2026-00', '2026-1', '2026-01-01', ''])
      expect(isCalendarMonth(month)).toBe(false);
  });
});

describe('timestamps', () => {
  it.each([
    '2026-11-15',
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00.123456789Z',
    '2026-11-15T12:00:00+05:30',
    '1900-01-01T00:00:00Z',
    '2200-12-31T23:59:59.999Z',
  ])('%s is a timestamp', (text) => {
    expect(isTimestamp(text)).toBe(true);
  });

  it.each([
    '2026-11-15T12:00:00',
    '2026-11-15 12:00:00Z',
    '2026-11-15T12:00Z',
    '2026-02-30T12:00:00Z',
    '2026-11-15T25:00:00Z',
    '2026-11-15T12:00:00+0530',
    '2026-11-15T12:00:00.Z',
    '0000-01-01',
    '1900-01-01T00:00:00+00:01',
    '2200-12-31T23:59:59-00:01',
    '9999-12-31T23:59:59.999Z',
    '1762000000',
    '',
  ])('%j is not a timestamp', (text) => {
    expect(isTimestamp(text)).toBe(false);
  });
});

describe('date arithmetic', () => {
  const noon = new Date('2026-10-31T12:00:00.000Z');

  it('arithmetic adds whole days, hours and seconds of absolute time, across clock changes', () => {
    expect(addDays(noon, 14).toISOString()).toBe('2026-11-14T12:00:00.000Z');
    expect(addDays(noon, -31).toISOString()).toBe('2026-09-30T12:00:00.000Z');
    expect(addHours(noon, 24).toISOString()).toBe('2026-11-01T12:00:00.000Z');
    expect(addSeconds(noon, 90).toISOString()).toBe('2026-10-31T12:01:30.000Z');
  });

  it('arithmetic does not change its argument', () => {
    addDays(noon, 1);
    expect(noon.toISOString()).toBe('2026-10-31T12:00:00.000Z');
  });

  it('the day, the month and the next month are computed for every time that exists', () => {
    // One month before the last one that a Date can represent.
    const times = fc.date({
      min: new Date(-8_639_997_000_000_000),
      max: new Date(8_639_997_000_000_000),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(times, (time) => {
        const next = startOfNextMonth(time);
        expect(next > time).toBe(true);
        expect(next.toISOString()).toMatch(/-01T00:00:00\.000Z$/);
        expect(monthOf(new Date(next.getTime() - 1))).toBe(monthOf(time));
        expect(monthOf(next)).not.toBe(monthOf(time));
        expect(dayOf(time).startsWith(`${monthOf(time)}-`)).toBe(true);
        const [day, after] = [startOfDay(dayOf(time)), addDays(startOfDay(dayOf(time)), 1)];
        expect(day <= time && time < after).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
