import { describe, expect, it } from 'vitest';
import { suggestCallbackTimes, toInstant, toWallTime } from './time-zones.ts';

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
  const suggestIn = (zones: readonly string[], now: string, until = '21:00') =>
    suggestCallbackTimes({ zones, until }, parse(now)).map((at) =>
      toWallTime(zones[0] ?? '', at).replace('2026-11-', ''),
    );
  const chicago = 'America/Chicago';

  it('are soon or tomorrow, in the customer’s time zone', () => {
    expect(suggestIn([chicago], '2026-11-16T16:10:00Z')).toEqual([
      '16T11:15',
      '16T13:15',
      '17T10:00',
      '17T12:00',
      '17T14:00',
    ]);
  });

  it('are never outside calling hours', () => {
    expect(suggestIn([chicago], '2026-11-17T02:10:00Z')).toEqual(['17T10:00', '17T12:00', '17T14:00', '17T18:00']);
    expect(suggestIn([chicago], '2026-11-16T23:10:00Z', '20:00')).toEqual([
      '16T18:15',
      '17T10:00',
      '17T12:00',
      '17T14:00',
      '17T18:00',
    ]);
  });

  it('fit every zone where the customer may be', () => {
    expect(suggestIn(['America/New_York', 'America/Los_Angeles'], '2026-11-16T20:10:00Z', '20:00')).toEqual([
      '16T16:15',
      '16T18:15',
      '17T12:00',
      '17T14:00',
      '17T18:00',
    ]);
  });
});
