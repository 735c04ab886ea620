import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from '#lib/time/dates';
import { monthsOf } from './rules.ts';

it('a span has every month that it touches once, in order and without gaps', () => {
  const from = fc.date({ min: new Date(-8e15), max: new Date(8e15), noInvalidDate: true });
  fc.assert(
    fc.property(from, fc.integer({ min: 1, max: 731 }), (start, days) => {
      const span = { from: start, to: addDays(start, days) };
      const months = monthsOf(span);
      expect([months[0]?.from, months.at(-1)?.to]).toEqual([span.from, span.to]);
      for (const [index, month] of months.entries()) {
        expect(month.from < month.to).toBe(true);
        if (index > 0) expect(month.from).toEqual(months[index - 1]?.to);
      }
      expect(new Set(months.map(({ name }) => name)).size).toBe(months.length);
    }),
    { numRuns: 1000 },
  );
});
