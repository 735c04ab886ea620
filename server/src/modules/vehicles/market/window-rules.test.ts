import { describe, expect, it } from 'vitest';
import { isLongAgo, storedDays, momentsOf, todaysWindow, windowAround } from './window-rules.ts';

const now = new Date('2026-11-15T12:00:00Z');

describe('the window of a read', () => {
  it('the window of today is the last 45 days, whole ones', () => {
    expect(todaysWindow(now)).toEqual({ from: '2026-10-02', until: '2026-11-15' });
    expect(momentsOf(todaysWindow(now))).toEqual({
      from: new Date('2026-10-02T00:00:00Z'),
      before: new Date('2026-11-16T00:00:00Z'),
    });
  });

  it('the window around a loss is as long, with half a month after it', () => {
    expect(windowAround('2026-09-01', now)).toEqual({ from: '2026-08-03', until: '2026-09-16', lossDay: '2026-09-01' });
  });

  it.each([
    ['no day', undefined],
    ['no day of the calendar', '2026-02-30'],
    ['today', '2026-11-15'],
    ['half a month ago', '2026-10-31'],
    ['the future', '2027-01-01'],
    ['longer ago than 120 days', '2026-07-17'],
  ])('there is no separate window for %s', (_what, day) => {
    expect(windowAround(day, now)).toBeUndefined();
  });

  it('the window reaches back 120 days, and its listings are kept as long', () => {
    const oldest = windowAround('2026-07-18', now);
    expect(oldest).toMatchObject({ from: '2026-06-19' });
    expect([isLongAgo('2026-07-18', now), isLongAgo('2026-07-17', now)]).toEqual([false, true]);
    expect(now.getTime() - storedDays * 86_400_000).toBeLessThanOrEqual(Date.parse('2026-06-19') + 86_400_000);
  });
});
