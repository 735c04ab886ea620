import { describe, expect, it } from 'vitest';
import { callingRules, type CallWindow, localTime, mayCall, nextOpening } from './calling-hours.ts';
import { parseCallingRules } from './parse-calling-rules.ts';
import { usStates } from './us-states.ts';
import { stateOfPhone, zonesOfState } from './us-zones.ts';

const zonesOfPhone = (phone: string): readonly string[] => zonesOfState(stateOfPhone(phone) ?? '');

const at = (text: string) => new Date(text);
const open = (window: CallWindow, text: string) => mayCall(callingRules, window, at(text));
const inZone = (zone: string, state?: string): CallWindow => ({ state, zones: [zone] });
const inState = (state: string): CallWindow => ({ state, zones: zonesOfState(state) });

/** Standard and daylight-saving offsets, in hours, of every zone in use somewhere in the country. */
const zoneOffsets: [zone: string, winter: number, summer: number][] = [
  ['America/New_York', -5, -4],
  ['America/Detroit', -5, -4],
  ['America/Indiana/Indianapolis', -5, -4],
  ['America/Kentucky/Louisville', -5, -4],
  ['America/Chicago', -6, -5],
  ['America/Menominee', -6, -5],
  ['America/North_Dakota/Center', -6, -5],
  ['America/Indiana/Knox', -6, -5],
  ['America/Denver', -7, -6],
  ['America/Boise', -7, -6],
  ['America/Phoenix', -7, -7],
  ['America/Los_Angeles', -8, -7],
  ['America/Anchorage', -9, -8],
  ['America/Juneau', -9, -8],
  ['America/Adak', -10, -9],
  ['Pacific/Honolulu', -10, -10],
  ['America/Puerto_Rico', -4, -4],
  ['America/St_Thomas', -4, -4],
  ['Pacific/Guam', 10, 10],
  ['Pacific/Pago_Pago', -11, -11],
];

/** An instant by local time, with the offset from this table and not from the code under test. */
const wall = (day: string, time: string, offset: number) =>
  new Date(Date.parse(`${day}T${time}:00Z`) - offset * 3_600_000);

describe('calling hours in a zone', () => {
  const edges: [time: string, allowed: boolean][] = [
    ['07:59', false],
    ['08:00', true],
    ['12:00', true],
    ['20:59', true],
    ['21:00', false],
    ['23:30', false],
    ['00:00', false],
  ];
  it.each(zoneOffsets)(
    'calling is allowed from 8:00 to 21:00 by the clock of %s, in winter and in summer',
    (zone, winter, summer) => {
      for (const [day, offset] of [
        ['2027-01-13', winter],
        ['2026-07-15', summer],
      ] as const) {
        for (const [time, allowed] of edges) {
          const instant = wall(day, time, offset);
          expect([zone, day, time, mayCall(callingRules, inZone(zone), instant)]).toEqual([zone, day, time, allowed]);
          expect(localTime(zone, instant).text).toBe(`${day} ${time}`);
        }
      }
    },
  );

  // Clocks change at two in the morning: forward on March 14, 2027, and back on November 1, 2026 and November 7, 2027.
  it.each(zoneOffsets)('calling hours follow the clocks of %s on the day of the change', (zone, winter, summer) => {
    const days: [string, number][] = [
      ['2026-10-31', summer],
      ['2026-11-01', winter],
      ['2026-11-02', winter],
      ['2027-03-13', winter],
      ['2027-03-14', summer],
      ['2027-03-15', summer],
      ['2027-11-06', summer],
      ['2027-11-07', winter],
    ];
    for (const [day, offset] of days) {
      const told = edges.map(([time]) => mayCall(callingRules, inZone(zone), wall(day, time, offset)));
      // At midnight before a clock change the offset is still the old one; calling is not allowed with either.
      expect([day, told]).toEqual([day, edges.map(([, allowed]) => allowed)]);
    }
  });

  it('the hour that is repeated or skipped is never allowed', () => {
    for (let minute = 0; minute < 240; minute += 1) {
      for (const start of ['2026-11-01T04:00:00Z', '2027-03-14T05:00:00Z']) {
        expect(mayCall(callingRules, inZone('America/New_York'), new Date(at(start).getTime() + minute * 60_000))).toBe(
          false,
        );
      }
    }
  });
});

describe('calling hours of states', () => {
  it('every state has its zones', () => {
    expect(usStates.filter((state) => zonesOfState(state).length === 0)).toEqual([]);
  });

  // January 13, 2027 is a Wednesday. Times are UTC.
  it.each<[state: string, first: string, last: string]>([
    ['FL', '14:00', '00:59'],
    ['IN', '14:00', '01:59'],
    ['KY', '16:00', '01:59'],
    ['TN', '14:00', '01:59'],
    ['MI', '15:00', '01:59'],
    ['TX', '16:00', '02:59'],
    ['KS', '15:00', '02:59'],
    ['NE', '15:00', '02:59'],
    ['ND', '15:00', '02:59'],
    ['SD', '15:00', '02:59'],
    ['ID', '16:00', '03:59'],
    ['OR', '16:00', '03:59'],
    ['NV', '17:00', '02:59'],
    ['AZ', '15:00', '03:59'],
    ['AK', '18:00', '05:59'],
  ])('a state with two zones allows only hours that both allow: %s from %s to %s', (state, first, last) => {
    const window = inState(state);
    const day = (time: string) => (time < '08:00' ? '2027-01-14' : '2027-01-13');
    const [from, to] = [at(`${day(first)}T${first}:00Z`), at(`${day(last)}T${last}:00Z`)];
    const minute = 60_000;
    const told = [from.getTime() - minute, from.getTime(), to.getTime(), to.getTime() + minute];
    expect(told.map((time) => mayCall(callingRules, window, new Date(time)))).toEqual([false, true, true, false]);
  });

  it('a state with partial daylight-saving time is stricter by an hour in summer', () => {
    expect([open(inState('AZ'), '2026-07-15T14:59:00Z'), open(inState('AZ'), '2026-07-15T15:00:00Z')]).toEqual([
      false,
      true,
    ]);
    expect([open(inState('AZ'), '2026-07-16T02:59:00Z'), open(inState('AZ'), '2026-07-16T03:00:00Z')]).toEqual([
      true,
      false,
    ]);
  });

  it.each<[state: string, zone: string, first: string, closes: string]>([
    ['FL', 'America/New_York', '13:00', '01:00'],
    ['MD', 'America/New_York', '13:00', '01:00'],
    ['MA', 'America/New_York', '13:00', '01:00'],
    ['CT', 'America/New_York', '14:00', '01:00'],
    ['KY', 'America/New_York', '15:00', '02:00'],
    ['NY', 'America/New_York', '13:00', '02:00'],
    ['AL', 'America/Chicago', '14:00', '02:00'],
    ['LA', 'America/Chicago', '14:00', '02:00'],
    ['MS', 'America/Chicago', '14:00', '02:00'],
    ['OK', 'America/Chicago', '14:00', '02:00'],
    ['TX', 'America/Chicago', '15:00', '03:00'],
    ['MN', 'America/Chicago', '15:00', '03:00'],
    ['MI', 'America/Detroit', '14:00', '02:00'],
    ['RI', 'America/New_York', '14:00', '23:00'],
    ['PA', 'America/New_York', '14:00', '00:00'],
    ['NJ', 'America/New_York', '13:00', '01:00'],
    ['UT', 'America/Denver', '15:00', '04:00'],
    ['NM', 'America/Denver', '16:00', '04:00'],
    ['WY', 'America/Denver', '15:00', '03:00'],
    ['WA', 'America/Los_Angeles', '16:00', '04:00'],
    ['NV', 'America/Los_Angeles', '17:00', '04:00'],
    ['PR', 'America/Puerto_Rico', '13:00', '01:00'],
  ])('a state with its own rules: %s in %s opens at %s and closes at %s UTC', (...told) => {
    const [state, zone, first, closes] = told;
    const window = inZone(zone, state);
    const from = at(`2027-01-13T${first}:00Z`).getTime();
    const to = at(`2027-01-${closes > '12:00' ? 13 : 14}T${closes}:00Z`).getTime();
    const allowed = [from - 60_000, from, to - 60_000, to].map((time) => mayCall(callingRules, window, new Date(time)));
    expect(allowed).toEqual([false, true, true, false]);
  });

  it.each(['AL', 'LA', 'MS'])('a customer in %s is not called on a Sunday, and again on Monday', (state) => {
    const noon = ['2026-11-14', '2026-11-15', '2026-11-16'].map((day) => open(inState(state), `${day}T18:00:00Z`));
    expect(noon).toEqual([true, false, true]);
    expect(nextOpening(callingRules, inState(state), at('2026-11-15T18:00:00Z'))?.toISOString()).toBe(
      '2026-11-16T14:00:00.000Z',
    );
  });
});

describe('the next opening', () => {
  it('the next opening is now when calling is allowed, otherwise the first minute of the next window', () => {
    const window = inZone('America/Chicago', 'IL');
    const noon = at('2026-11-17T18:00:00Z');
    expect(nextOpening(callingRules, window, noon)).toBe(noon);
    expect(nextOpening(callingRules, window, at('2026-11-17T03:10:22Z'))?.toISOString()).toBe(
      '2026-11-17T14:00:00.000Z',
    );
    expect(nextOpening(callingRules, window, at('2026-10-31T23:00:00-05:00'))?.toISOString()).toBe(
      '2026-11-01T14:00:00.000Z',
    );
  });

  it('the next opening is found for every state and zone, from hours throughout a year', () => {
    const windows = [...usStates.map(inState), ...zoneOffsets.map(([zone]) => inZone(zone))];
    for (const window of windows) {
      for (let hour = 0; hour < 8760; hour += 97) {
        const from = new Date(at('2026-11-15T00:07:00Z').getTime() + hour * 3_600_000);
        const found = nextOpening(callingRules, window, from);
        expect(found !== undefined && found >= from && mayCall(callingRules, window, found)).toBe(true);
      }
    }
  });

  it('rules that never allow a call have no next opening', () => {
    const days = '"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"';
    const text = `{"version": "1", "usual": {"from": "8:00", "to": "21:00", "closed": [${days}]}}`;
    const never = parseCallingRules(text) ?? callingRules;
    expect(nextOpening(never, inZone('America/Chicago'), at('2026-11-15T00:00:00Z'))).toBeUndefined();
  });

  it('the next opening can be after the longest run of holidays', () => {
    // Christmas 2027 is a Saturday: closed from Friday to Monday.
    expect(nextOpening(callingRules, inState('LA'), at('2027-12-24T03:00:00Z'))?.toISOString()).toBe(
      '2027-12-28T14:00:00.000Z',
    );
  });
});

describe('area codes', () => {
  it.each<[string, readonly string[]]>([
    ['+12125550142', ['America/New_York']],
    ['+18085550142', ['Pacific/Honolulu']],
    ['+18505550142', ['America/New_York', 'America/Chicago']],
    ['+17875550142', ['America/Puerto_Rico']],
    ['+18005550142', []],
    ['+14165550142', []],
    ['2125550142', []],
  ])('the area codes of %s are in %j', (phone, zones) => {
    expect(zonesOfPhone(phone)).toEqual(zones);
  });

  it('each area code is in one state', () => {
    const all = Array.from({ length: 800 }, (_, index) => `+1${200 + index}5550142`).filter(
      (phone) => zonesOfPhone(phone).length > 0,
    );
    expect(all.length).toBeGreaterThan(340);
  });
});
