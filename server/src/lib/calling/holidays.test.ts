import { describe, expect, it } from 'vitest';
import { dayNumber, easter, federalHolidays, holidaysOn, weekdayOf } from './holidays.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`) / 86_400_000;
const federal: readonly string[] = federalHolidays;

/** As published by the Office of Personnel Management, plus the actual dates where another day is observed. */
const published: Readonly<Record<string, string>> = {
  2026: '01-01 01-19 02-16 05-25 06-19 07-03 07-04 07-06 09-07 10-12 11-11 11-26 12-25',
  2027: '01-01 01-18 02-15 05-31 06-18 06-19 06-21 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-27 12-31',
  2028: '01-01 01-03 01-17 02-21 05-29 06-19 07-04 09-04 10-09 11-10 11-11 11-13 11-23 12-25',
};

describe('federal holidays', () => {
  it.each(Object.keys(published))(
    'federal holidays of %s match the published ones, with the days around a weekend',
    (year) => {
      const found: string[] = [];
      for (let at = dayNumber(Number(year), 1, 1); at < dayNumber(Number(year) + 1, 1, 1); at += 1)
        if (holidaysOn(at).some((name) => federal.includes(name)))
          found.push(new Date(at * 86_400_000).toISOString().slice(5, 10));
      expect(found.join(' ')).toBe(published[year]);
    },
  );
});

describe('movable days', () => {
  it.each(['2024-03-31', '2025-04-20', '2026-04-05', '2027-03-28', '2028-04-16', '2038-04-25'])(
    'Easter is on %s',
    (date) => {
      expect(easter(Number(date.slice(0, 4)))).toBe(day(date));
    },
  );

  it.each<[date: string, name: string]>([
    ['2027-02-09', 'Mardi Gras'],
    ['2027-03-26', 'Good Friday'],
    ['2027-04-26', 'Confederate Memorial Day'],
    ['2027-06-07', 'Jefferson Davis’s Birthday'],
    ['2027-06-21', 'Juneteenth in Utah'],
    ['2026-06-15', 'Juneteenth in Utah'],
    ['2022-06-20', 'Juneteenth in Utah'],
    ['2023-06-19', 'Juneteenth in Utah'],
    ['2027-08-09', 'Victory Day'],
    ['2026-11-03', 'General Election Day'],
    ['2027-11-02', 'Election Day'],
    ['2026-07-24', 'Pioneer Day'],
  ])('holidays: %s is %s', (date, name) => {
    expect(holidaysOn(day(date))).toContain(name);
  });

  it('a holiday falls on no day without a rule for it', () => {
    expect(holidaysOn(day('2027-11-02'))).not.toContain('General Election Day');
    expect(holidaysOn(day('2027-09-15'))).toEqual([]);
  });

  it('weekdays are right in every century', () => {
    for (const [date, weekday] of [
      ['1900-01-01', 1],
      ['1969-12-31', 3],
      ['1970-01-01', 4],
      ['2199-12-31', 2],
    ] as const)
      expect([date, weekdayOf(day(date))]).toEqual([date, weekday]);
  });
});
