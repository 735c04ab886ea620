import { describe, expect, it } from 'vitest';
import { callCaps, cappedUntil, stricterCaps } from './call-caps.ts';

const now = new Date('2026-11-16T18:00:00.000Z');
const hoursAgo = (...hours: number[]) => hours.map((ago) => new Date(now.getTime() - ago * 3_600_000));

describe('call caps', () => {
  it.each([
    [[], undefined],
    [[1, 2], undefined],
    [[1, 2, 3], 21],
    [[1, 2, 24], undefined],
    [[25, 26, 27, 50, 51, 52, 80], undefined],
    [[25, 26, 27, 50, 51, 52, 80, 81], 720 - 81],
    [[1, 2, 3, 50, 51, 52, 80, 719], 21],
    [[25, 26, 27, 50, 51, 52, 80, 720], undefined],
  ])('a number with attempts %j hours ago is free in %s hours', (attempts, hours) => {
    const until = cappedUntil(hoursAgo(...attempts), callCaps, now);
    expect(until).toEqual(hours === undefined ? undefined : new Date(now.getTime() + hours * 3_600_000));
  });

  it('the stricter of two caps applies, each limit separately', () => {
    expect(stricterCaps({ per24h: 1, per30d: 8 }, { per24h: 3, per30d: 4 })).toEqual({ per24h: 1, per30d: 4 });
  });
});
