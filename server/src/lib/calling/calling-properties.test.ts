import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callingRules, type CallWindow, mayCall, nextClosing, nextOpening } from './calling-hours.ts';
import { holidaysOn } from './holidays.ts';
import { jurisdictions } from './jurisdictions-data.ts';
import { zonesOfState } from './us-zones.ts';

const codes = jurisdictions.map(({ code }) => code);
const zones = [...new Set([...codes.flatMap(zonesOfState), 'America/Kentucky/Louisville', 'America/Juneau'])];

const formats = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
  ]),
);

/** A slow version, straight from the table: every zone, every state, one after the other. */
function isAllowed({ state = '', zones: all }: CallWindow, at: Date): boolean {
  return all.every((zone) => {
    const parts = Object.fromEntries(
      (formats.get(zone)?.formatToParts(at) ?? []).map((part) => [part.type, part.value]),
    );
    const date = `${parts['year']}-${parts['month']}-${parts['day']}`;
    const midnight = new Date(`${date}T00:00:00Z`);
    const hour = Number(parts['hour']) + Number(parts['minute']) / 60;
    return state.split(',').every((code) => {
      const periods = jurisdictions.find((entry) => entry.code === code)?.periods ?? [];
      const [first] = periods;
      const period = periods.filter(({ effectiveFrom }) => (effectiveFrom ?? '') <= date).at(-1) ?? first;
      const span = period?.week[midnight.getUTCDay()];
      const shut = holidaysOn(midnight.getTime() / 86_400_000).some((name) => period?.holidays.includes(name));
      return span !== null && span !== undefined && !shut && hour >= span[0] && hour < span[1];
    });
  });
}

const quarter = 900_000;
const changes = ['2026-11-01', '2027-03-14', '2027-11-07', '2028-03-12'].map((day) => Date.parse(`${day}T09:00:00Z`));

/** Any quarter hour in three years; half of them within two days of a clock change. */
const times = fc
  .oneof(
    fc.integer({ min: Date.parse('2026-01-01') / quarter, max: Date.parse('2029-01-01') / quarter }),
    fc
      .tuple(fc.constantFrom(...changes), fc.integer({ min: -192, max: 192 }))
      .map(([change, steps]) => change / quarter + steps),
  )
  .map((count) => new Date(count * quarter));

const windows = fc
  .tuple(
    fc.uniqueArray(fc.constantFrom(...codes), { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom(...zones), { minLength: 1, maxLength: 3 }),
  )
  .map(([states, some]): CallWindow => ({ state: states.join(','), zones: some }));

describe('for any states, zones and time', () => {
  it('a call is allowed exactly when every state allows it in every zone', () => {
    fc.assert(
      fc.property(windows, times, (window, at) => {
        expect(mayCall(callingRules, window, at)).toBe(isAllowed(window, at));
      }),
      { seed: 15, numRuns: 4000 },
    );
  });

  it('the next opening is allowed, and no quarter hour before it is', () => {
    fc.assert(
      fc.property(windows, times, (window, from) => {
        const found = nextOpening(callingRules, window, from);
        const end = found?.getTime() ?? from.getTime() + 20 * 86_400_000;
        if (found !== undefined) expect(isAllowed(window, found)).toBe(true);
        const earlier: string[] = [];
        for (let at = from.getTime(); at < end; at += quarter)
          if (mayCall(callingRules, window, new Date(at))) earlier.push(new Date(at).toISOString());
        expect(earlier).toEqual([]);
      }),
      { seed: 15, numRuns: 600 },
    );
  });

  it('calls are allowed in every quarter hour before the closing, and not after it', () => {
    fc.assert(
      fc.property(windows, times, (window, from) => {
        const close = nextClosing(callingRules, window, from);
        expect(close !== undefined).toBe(mayCall(callingRules, window, from));
        if (close === undefined) return;
        expect(mayCall(callingRules, window, close)).toBe(false);
        for (let at = from.getTime(); at < close.getTime(); at += quarter)
          expect(mayCall(callingRules, window, new Date(at))).toBe(true);
      }),
      { seed: 15, numRuns: 1500 },
    );
  });
});
