import { describe, expect, it } from 'vitest';
import { findOpening, suggestCallbackTimes, toInstant, toWallTime, type Opening } from './time-zones.ts';

const parse = (text: string): number => Date.parse(text);

describe('local time in another zone', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-16T17:00', '2026-11-17T01:00:00Z'],
    ['America/New_York', '2026-07-01T09:30', '2026-07-01T13:30:00Z'],
    ['America/Phoenix', '2026-07-01T09:30', '2026-07-01T16:30:00Z'],
    ['Pacific/Honolulu', '2026-12-31T23:45', '2027-01-01T09:45:00Z'],
  ])('in %s is %s at %s', (zone, wall, instant) => {
    expect(new Date(toInstant(zone, wall)).toISOString().replace('.000', '')).toBe(instant);
    expect(toWallTime(zone, parse(instant))).toBe(wall);
  });

  it('that DST skips moves one hour ahead', () => {
    expect(toWallTime('America/New_York', toInstant('America/New_York', '2027-03-14T02:30'))).toBe('2027-03-14T03:30');
  });

  it('that DST repeats is one of the two instants', () => {
    expect(toWallTime('America/New_York', toInstant('America/New_York', '2026-11-01T01:30'))).toBe('2026-11-01T01:30');
  });

  it('that cannot be parsed is NaN', () => {
    expect(toInstant('America/New_York', '')).toBeNaN();
  });
});

describe('suggested callback times', () => {
  const chicago = 'America/Chicago';

  /** From the first time to the second in the zone, on these days of November 2026. */
  const on = (days: readonly number[], from = '08:00', to = '21:00'): Opening[] =>
    days.map((day) => {
      const at = (time: string) => new Date(toInstant(chicago, `2026-11-${day}T${time}`)).toISOString();
      return { from: at(from), to: at(to) };
    });
  const suggestAt = (now: string, openings: readonly Opening[]) =>
    suggestCallbackTimes({ zone: chicago, openings }, parse(now)).map((at) =>
      toWallTime(chicago, at).replace('2026-11-', ''),
    );

  it('are soon or tomorrow, in the customer’s time zone', () => {
    expect(suggestAt('2026-11-16T16:10:00Z', on([16, 17, 18]))).toEqual([
      '16T11:15',
      '16T13:15',
      '17T10:00',
      '17T12:00',
      '17T14:00',
    ]);
  });

  it('are never outside calling hours', () => {
    expect(suggestAt('2026-11-17T02:10:00Z', on([16, 17]))).toEqual(['17T10:00', '17T12:00', '17T14:00', '17T18:00']);
    expect(suggestAt('2026-11-16T23:10:00Z', on([16, 17], '11:00', '18:30'))).toEqual([
      '16T18:15',
      '17T12:00',
      '17T14:00',
      '17T18:00',
    ]);
  });

  it('pass over days on which no call is allowed', () => {
    // The 22nd is a Sunday, and the 26th Thanksgiving.
    expect(suggestAt('2026-11-22T02:30:00Z', on([21, 23, 24]))).toEqual([
      '23T10:00',
      '23T12:00',
      '23T14:00',
      '23T18:00',
    ]);
    expect(suggestAt('2026-11-26T02:10:00Z', on([25, 27]))).toEqual(['27T10:00', '27T12:00', '27T14:00', '27T18:00']);
  });

  it('are none when calls are never allowed', () => {
    expect(suggestAt('2026-11-16T16:10:00Z', [])).toEqual([]);
  });
});

describe('the next opening', () => {
  const openings = [
    { from: '2026-11-16T14:00:00Z', to: '2026-11-17T03:00:00Z' },
    { from: '2026-11-18T14:00:00Z', to: '2026-11-19T03:00:00Z' },
  ];

  it.each([
    ['2026-11-16T13:59:00Z', '2026-11-16T14:00:00Z'],
    ['2026-11-16T14:00:00Z', '2026-11-16T14:00:00Z'],
    ['2026-11-17T02:59:00Z', '2026-11-17T02:59:00Z'],
    ['2026-11-17T03:00:00Z', '2026-11-18T14:00:00Z'],
  ])('from %s is %s', (at, opening) => {
    expect(findOpening(openings, parse(at))).toBe(parse(opening));
  });

  it('is unknown after the last', () => {
    expect(findOpening(openings, parse('2026-11-19T03:00:00Z'))).toBeUndefined();
  });
});
