import { describe, expect, it } from 'vitest';
import { formatTimeOfDay } from './format.ts';

describe('times of day', () => {
  it.each([
    ['21:00', '9:00 PM'],
    ['8:00', '8:00 AM'],
    ['12:30', '12:30 PM'],
    ['0:00', '12:00 AM'],
    ['24:00', '12:00 AM'],
  ])('%s is %s', (time, expected) => {
    expect(formatTimeOfDay(time)).toBe(expected);
  });
});
