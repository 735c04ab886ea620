import { describe, expect, it } from 'vitest';
import { callbackMoments, instantIn, wallTime } from './zoned.ts';

const at = (text: string): number => Date.parse(text);

describe('a clock elsewhere', () => {
  it.each([
    ['America/Los_Angeles', '2026-11-16T17:00', '2026-11-17T01:00:00Z'],
    ['America/New_York', '2026-07-01T09:30', '2026-07-01T13:30:00Z'],
    ['America/Phoenix', '2026-07-01T09:30', '2026-07-01T16:30:00Z'],
    ['Pacific/Honolulu', '2026-12-31T23:45', '2027-01-01T09:45:00Z'],
  ])('in %s shows %s at %s', (zone, wall, instant) => {
    expect(new Date(instantIn(zone, wall)).toISOString().replace('.000', '')).toBe(instant);
    expect(wallTime(zone, at(instant))).toBe(wall);
  });

  it('is put forward: the hour that is left out is the one after it', () => {
    expect(wallTime('America/New_York', instantIn('America/New_York', '2027-03-14T02:30'))).toBe('2027-03-14T03:30');
  });

  it('is put back: an hour that comes twice is one of the two', () => {
    expect(wallTime('America/New_York', instantIn('America/New_York', '2026-11-01T01:30'))).toBe('2026-11-01T01:30');
  });

  it('shows nothing at what is no time', () => {
    expect(instantIn('America/New_York', '')).toBeNaN();
  });
});

describe('moments to call back', () => {
  const shownIn = (zones: readonly string[], now: string, until = '21:00') =>
    callbackMoments({ zones, until }, at(now)).map((moment) =>
      wallTime(zones[0] ?? '', moment).replace('2026-11-', ''),
    );
  const chicago = 'America/Chicago';

  it('are soon, or tomorrow, on the owner’s clock', () => {
    expect(shownIn([chicago], '2026-11-16T16:10:00Z')).toEqual([
      '16T11:15',
      '16T13:15',
      '17T10:00',
      '17T12:00',
      '17T14:00',
    ]);
  });

  it('never lie at an hour at which nobody may be called', () => {
    expect(shownIn([chicago], '2026-11-17T02:10:00Z')).toEqual(['17T10:00', '17T12:00', '17T14:00', '17T18:00']);
    expect(shownIn([chicago], '2026-11-16T23:10:00Z', '20:00')).toEqual([
      '16T18:15',
      '17T10:00',
      '17T12:00',
      '17T14:00',
      '17T18:00',
    ]);
  });

  it('hold wherever the owner may be, where that is not known', () => {
    expect(shownIn(['America/New_York', 'America/Los_Angeles'], '2026-11-16T20:10:00Z', '20:00')).toEqual([
      '16T16:15',
      '16T18:15',
      '17T12:00',
      '17T14:00',
      '17T18:00',
    ]);
  });
});
