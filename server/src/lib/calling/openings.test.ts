import { describe, expect, it } from 'vitest';
import { callingRules, mayCall, type CallWindow } from './calling-hours.ts';
import { listOpenings } from './openings.ts';

const now = new Date('2026-10-30T15:07:00.000Z');
const quarterMs = 15 * 60_000;

const windows: readonly CallWindow[] = [
  { state: 'NY', zones: ['America/New_York'] },
  { state: 'AL', zones: ['America/Chicago'] },
  { state: 'AZ', zones: ['America/Denver', 'America/Phoenix'] },
  { state: undefined, zones: [] },
];

describe('promisable call times', () => {
  it.each(windows)('openings are exactly the times that the rules allow, across a clock change: $state', (window) => {
    const openings = listOpenings(callingRules, window, now);
    const listed = (at: Date) => openings.some(({ from, to }) => from <= at && at < to);
    for (let at = now.getTime(); at < now.getTime() + 59 * 86_400_000; at += quarterMs) {
      const time = new Date(at);
      expect([time, listed(time)]).toEqual([time, mayCall(callingRules, window, time)]);
    }
  });

  it('openings begin now at the earliest, and do not change within the hour', () => {
    const [first] = listOpenings(callingRules, windows[0] as CallWindow, now);
    expect(first?.from).toEqual(now);
    const later = new Date(now.getTime() + quarterMs);
    expect(listOpenings(callingRules, windows[0] as CallWindow, later)[0]).toEqual({ from: later, to: first?.to });
  });

  it('there are no openings when the rules allow no day', () => {
    const closed = [{ since: 0, week: [], holidays: new Set<never>() }];
    const never = { ...callingRules, version: 'never', usual: closed, states: {} };
    expect(listOpenings(never, windows[0] as CallWindow, now)).toEqual([]);
  });
});
