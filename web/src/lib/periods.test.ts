import { expect, it } from 'vitest';
import { shiftDay } from './periods.ts';

it.each([
  ['2026-11-01', 'day', -1, '2026-10-31'],
  ['2026-12-31', 'day', 1, '2027-01-01'],
  ['2026-03-02', 'week', -1, '2026-02-23'],
  ['2026-03-31', 'month', -1, '2026-02-28'],
  ['2026-01-31', 'month', 1, '2026-02-28'],
  ['2026-12-15', 'month', 1, '2027-01-15'],
] as const)('%s, one %s by %i, is %s', (...[day, range, by, expected]) => {
  expect(shiftDay(day, range, by)).toBe(expected);
});
