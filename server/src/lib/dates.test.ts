import { describe, expect, it } from 'vitest';
import { addDays, addHours, addSeconds, isCalendarDate, isTimestamp } from './dates.ts';

describe('calendar dates', () => {
  it.each(['2026-11-15', '2024-02-29', '2000-02-29', '2026-12-31', '9999-12-31', '2199-01-01'])('%s is one', (text) => {
    expect(isCalendarDate(text)).toBe(true);
  });

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
    '',
  ])('%j is none', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });
});

describe('timestamps', () => {
  it.each([
    '2026-11-15',
    '2026-11-15T12:00:00Z',
    '2026-11-15T12:00:00.123456789Z',
    '2026-11-15T12:00:00+05:30',
    '0000-01-01',
    '9999-12-31T23:59:59.999Z',
  ])('%s is one', (text) => {
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
    '9999-12-31T23:59:59-00:01',
    '0000-01-01T00:00:00+00:01',
    '1762000000',
    '',
  ])('%j is none', (text) => {
    expect(isTimestamp(text)).toBe(false);
  });
});

describe('arithmetic', () => {
  const noon = new Date('2026-10-31T12:00:00.000Z');

  it('adds whole days, hours and seconds of absolute time, across clock changes', () => {
    expect(addDays(noon, 14).toISOString()).toBe('2026-11-14T12:00:00.000Z');
    expect(addDays(noon, -31).toISOString()).toBe('2026-09-30T12:00:00.000Z');
    expect(addHours(noon, 24).toISOString()).toBe('2026-11-01T12:00:00.000Z');
    expect(addSeconds(noon, 90).toISOString()).toBe('2026-10-31T12:01:30.000Z');
  });

  it('leaves the date it was given as it is', () => {
    addDays(noon, 1);
    expect(noon.toISOString()).toBe('2026-10-31T12:00:00.000Z');
  });
});
