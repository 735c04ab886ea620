import { describe, expect, it } from 'vitest';
import {
  callingRules,
  type CallWindow,
  capsOf,
  hoursOf,
  hoursOn,
  joinWindows,
  mayCall,
  nextClosing,
  nextOpening,
  windowOfPhone,
} from './calling-hours.ts';
import { parseCallingRules } from './parse-calling-rules.ts';
import { usStates } from './us-states.ts';
import { zonesOfState } from './us-zones.ts';

const at = (text: string) => new Date(text);
const open = (window: CallWindow, text: string) => mayCall(callingRules, window, at(text));
const inZone = (zone: string, state?: string): CallWindow => ({ state, zones: [zone] });
const inState = (state: string): CallWindow => ({ state, zones: zonesOfState(state) });

describe('days without calls', () => {
  const noon = (state: string, day: string) => open(inState(state), `${day}T18:00:00Z`);

  it('Sundays are closed where the law closes them, and in no other state', () => {
    const closed = usStates.filter((state) => !open({ state, zones: ['America/Chicago'] }, '2027-01-10T20:00:00Z'));
    expect(closed).toEqual(['AL', 'LA', 'MS', 'PA', 'RI', 'UT']);
  });

  it('legal holidays are closed where the law closes them', () => {
    const closed = usStates.filter((state) => !noon(state, '2026-11-26'));
    expect(closed).toEqual(['AL', 'LA', 'PA', 'RI', 'UT']);
  });

  it.each<[day: string, states: string]>([
    ['2027-02-09', 'AL LA'],
    ['2027-03-26', 'LA PA UT'],
    ['2027-05-04', 'RI'],
    ['2027-06-14', 'PA'],
    ['2026-06-15', 'PA UT'],
    ['2027-06-18', 'AL LA PA RI UT'],
    ['2027-07-05', 'AL LA PA RI UT'],
    ['2027-08-09', 'RI'],
    ['2027-08-30', 'LA'],
    ['2027-11-02', 'PA'],
    ['2027-12-27', 'AL LA PA RI UT'],
    ['2027-12-31', 'AL LA PA RI UT'],
    ['2027-09-15', ''],
  ])('%s is closed for %s', (day, states) => {
    expect(usStates.filter((state) => !noon(state, day)).join(' ')).toBe(states);
  });

  it('Saturday afternoons, Sundays and evenings are closed in Pennsylvania since October 18, 2026', () => {
    const eastern = (day: string, time: string) => open(inState('PA'), `${day}T${time}:00-04:00`);
    expect([eastern('2026-10-10', '11:00'), eastern('2026-10-10', '13:00')]).toEqual([true, false]);
    expect([eastern('2026-10-11', '15:00'), eastern('2026-10-18', '15:00')]).toEqual([true, false]);
    expect([eastern('2026-10-15', '20:00'), eastern('2026-10-19', '20:00')]).toEqual([true, false]);
  });

  it('calls begin at noon on a Sunday in Texas', () => {
    const sunday = (time: string) => open({ state: 'TX', zones: ['America/Chicago'] }, `2027-01-10T${time}:00-06:00`);
    expect([sunday('11:59'), sunday('12:00'), sunday('20:59'), sunday('21:00')]).toEqual([false, true, true, false]);
  });

  it('closed days are determined by the local day of every zone', () => {
    // It is Sunday in New York and still Saturday in Honolulu.
    const window = { state: 'HI,UT', zones: ['Pacific/Honolulu', 'America/Denver'] };
    expect(open(window, '2027-01-09T22:00:00Z')).toBe(true);
    expect(open(window, '2027-01-10T18:00:00Z')).toBe(false);
  });
});

describe('a customer with an unknown location', () => {
  it('a customer with an unknown location is called when every jurisdiction allows it: on weekdays from 13:00 to 18:00 in New York', () => {
    const nowhere: CallWindow = { state: undefined, zones: [] };
    const told = ['17:59', '18:00', '22:59', '23:00'].map((time) => open(nowhere, `2027-01-13T${time}:00Z`));
    expect(told).toEqual([false, true, true, false]);
    const days = ['2027-01-16', '2027-01-17', '2027-01-18', '2027-01-19'];
    expect(days.map((day) => open(nowhere, `${day}T19:00:00Z`))).toEqual([false, false, false, true]);
  });
});

describe('a customer who may be in two places', () => {
  it('a customer who may be in New York is not called at 23:30 there, whatever the time of the loss in Los Angeles', () => {
    const both = joinWindows([windowOfPhone('+12125550142'), inZone('America/Los_Angeles', 'CA')]);
    expect(both).toEqual({ state: 'CA,NY', zones: ['America/Los_Angeles', 'America/New_York'] });
    expect(open(both, '2027-01-14T04:30:00Z')).toBe(false);
    expect(open(both, '2027-01-13T20:00:00Z')).toBe(true);
  });
});

describe('displayed calling hours', () => {
  it('hours are displayed for the week, and for the current day', () => {
    expect(hoursOf(callingRules, inState('RI'))).toEqual({ from: 540, to: 1080, closed: [0] });
    expect(hoursOn(callingRules, inState('RI'), at('2027-01-16T18:00:00Z'))).toEqual([
      { zone: 'America/New_York', span: { from: 600, to: 1020 } },
    ]);
    expect(hoursOn(callingRules, inState('RI'), at('2027-12-24T18:00:00Z'))).toEqual([
      { zone: 'America/New_York', span: undefined },
    ]);
  });

  it('the end of calling is displayed to the minute', () => {
    const close = (window: CallWindow, time: string) => nextClosing(callingRules, window, at(time))?.toISOString();
    expect(close(inState('RI'), '2027-01-16T18:00:00Z')).toBe('2027-01-16T22:00:00.000Z');
    expect(close(inState('RI'), '2027-01-16T23:00:00Z')).toBeUndefined();
    expect(close(inZone('America/New_York', 'NY'), '2027-01-14T01:59:30Z')).toBe('2027-01-14T02:00:00.000Z');
    const odd = parseCallingRules('{"version": "1", "usual": {"from": "8:05", "to": "20:25"}}') ?? callingRules;
    const window = inZone('America/New_York', 'NY');
    expect(nextClosing(odd, window, at('2027-01-13T18:00:00Z'))?.toISOString()).toBe('2027-01-14T01:25:00.000Z');
    expect(nextOpening(odd, window, at('2027-01-13T12:00:00Z'))?.toISOString()).toBe('2027-01-13T13:05:00.000Z');
  });
});

describe('call caps by state', () => {
  it('a number may be called three times in 24 hours and eight in 30 days, or less where a state requires it', () => {
    expect(capsOf(callingRules, inState('NY'))).toEqual({ per24h: 3, per30d: 8 });
    expect(capsOf(callingRules, { state: undefined, zones: [] })).toEqual({ per24h: 3, per30d: 8 });
    const stricter = { ...callingRules, stateCaps: { FL: { per24h: 2 }, OK: { per30d: 5 } } };
    expect(capsOf(stricter, { state: 'FL,OK', zones: ['America/Chicago'] })).toEqual({ per24h: 2, per30d: 5 });
    // The laws with a limit, and ours is not looser.
    expect(callingRules.stateCaps).toEqual({ FL: { per24h: 3 }, MD: { per24h: 3 }, OK: { per24h: 3 } });
  });

  it('a law that allows more calls does not raise the cap', () => {
    const looser = { ...callingRules, stateCaps: { FL: { per24h: 9 } } };
    expect(capsOf(looser, inState('FL')).per24h).toBe(3);
  });
});
