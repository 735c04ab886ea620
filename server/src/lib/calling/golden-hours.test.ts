import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { callingRules, mayCall } from './calling-hours.ts';
import { zonesOfState } from './us-zones.ts';

/** Hand-written hours, as `from-to` for weekdays, Saturdays and Sundays, and the days of 2027 without calls. */
type Told = readonly [weekday: string, saturday: string, sunday: string, closed: string];

const federal = '01-01 01-18 02-15 05-31 06-18 06-19 06-21 07-04 07-05 09-06 10-11 11-11 11-25 12-24 12-25 12-27 12-31';
const usual: Told = ['8-21', '8-21', '8-21', ''];
const evenings: Told = ['8-20', '8-20', '8-20', ''];
const fromNine: Told = ['9-21', '9-21', '9-21', ''];

const told: Readonly<Record<string, Told>> = {
  AL: ['8-20', '8-20', '', `${federal} 02-09 04-26 06-07 12-01`],
  CT: ['9-20', '9-20', '9-20', ''],
  FL: evenings,
  KY: ['10-21', '10-21', '10-21', ''],
  LA: ['8-20', '8-20', '', `${federal} 01-08 02-09 03-26 08-30 11-01`],
  MA: evenings,
  MD: evenings,
  MI: fromNine,
  MN: fromNine,
  MS: ['8-20', '8-20', '', ''],
  NJ: evenings,
  NM: fromNine,
  NV: ['9-20', '9-20', '9-20', ''],
  OK: evenings,
  PA: ['9-19', '9-12', '', `${federal} 02-12 03-26 06-14 11-02 12-15`],
  PR: fromNine,
  RI: ['9-18', '10-17', '', `${federal} 05-04 08-09`],
  TX: ['9-21', '9-21', '12-21', ''],
  UT: ['8-21', '8-21', '', `${federal} 03-26 03-28 07-23 07-24 07-26`],
  WA: evenings,
  WY: evenings,
};

const codes = (
  'AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI ' +
  'SC SD TN TX UT VT VA WA WV WI WY PR VI GU MP AS'
).split(' ');

const hours = Array.from({ length: 8760 }, (_, hour) => Date.UTC(2027, 0, 1) + hour * 3_600_000);

type Wall = { readonly date: string; readonly weekday: string; readonly hour: number };
const walls = new Map<string, Wall[]>();

/** The local clock of the zone at each hour of the year, by the runtime only. */
function wallsOf(zone: string): Wall[] {
  const known = walls.get(zone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
  });
  const all = hours.map((at): Wall => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
    const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
    return { date, weekday: parts['weekday'] ?? '', hour: Number(parts['hour']) };
  });
  walls.set(zone, all);
  return all;
}

function isAllowed([weekdays, saturdays, sundays, closed]: Told, { date, weekday, hour }: Wall): boolean {
  const span = weekday.startsWith('Sun') ? sundays : weekday.startsWith('Sat') ? saturdays : weekdays;
  if (span === '' || (date.startsWith('2027') && closed.split(' ').includes(date.slice(5)))) return false;
  const [from, to] = span.split('-').map(Number);
  return hour >= Number(from) && hour < Number(to);
}

/** The open hours of each day of the year as `from-to` in UTC, `-` for none; equal consecutive days are merged. */
function describeYear(open: readonly boolean[]): string {
  const days: string[] = [];
  // A day here begins at 10:00 UTC, when nobody in the country may be called, except in Guam.
  for (let day = 0; day < 365; day += 1) {
    const part = Array.from({ length: 24 }, (_, hour) => open[day * 24 + hour + 10] ?? false);
    const [first, last] = [part.indexOf(true), part.lastIndexOf(true)];
    const gap = part.slice(first, last + 1).includes(false) ? '!' : '';
    days.push(first === -1 ? '-' : `${(first + 10) % 24}-${(last + 11) % 24}${gap}`);
  }
  const runs: [string, number][] = [];
  for (const day of days) {
    const last = runs.at(-1);
    if (last?.[0] === day) last[1] += 1;
    else runs.push([day, 1]);
  }
  return runs.map(([day, count]) => (count === 1 ? day : `${day}x${count}`)).join(' ');
}

/** By the hand-written table. */
const expected = (code: string): boolean[] => {
  const zones = zonesOfState(code).map(wallsOf);
  return hours.map((_, hour) =>
    zones.every((wall) => {
      const at = wall[hour];
      return at !== undefined && isAllowed(told[code] ?? usual, at);
    }),
  );
};

const golden = 'hours-2027.golden.txt';

describe('the golden table of calling hours', () => {
  it('the golden table matches the hand-written hours for every hour of 2027, per jurisdiction', async () => {
    const lines = codes.map((code) => `${code} ${describeYear(expected(code))}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(golden);
  });

  it('the golden table matches the current rules, hour by hour', () => {
    const lines = readFileSync(new URL(golden, import.meta.url), 'utf8')
      .trim()
      .split('\n');
    for (const [index, code] of codes.entries()) {
      const window = { state: code, zones: zonesOfState(code) };
      const open = hours.map((at) => mayCall(callingRules, window, new Date(at)));
      expect(`${code} ${describeYear(open)}`).toBe(lines[index]);
      // Compares every hour, because a line shows only the first and last hour of a day.
      expect(open).toEqual(expected(code));
    }
  });
});
