import { describe, expect, it } from 'vitest';
import { countInFlight, countRepeats, findDiscrepancies, type Arrival } from './ledger.ts';

const arrival: Arrival = {
  host: 'one.example.com',
  deliveryId: 'dlv_a',
  eventIds: ['evt_a', 'evt_a'],
  body: '{"id":"evt_a"}',
  genuine: true,
  acknowledged: true,
  atMs: 1_000,
  open: 1,
};

/** One change, logged, delivered once and acknowledged: nothing to find. */
type Evidence = Parameters<typeof findDiscrepancies>[0];

const whole: Evidence = {
  acknowledged: [{ subjectId: 'int_a', type: 'intake.received' }],
  stored: {
    subjects: [{ id: 'int_a', accountId: 'agt_a', must: ['intake.received'], may: ['intake.welcome_sent'] }],
    events: [{ id: 'evt_a', type: 'intake.received', subjectId: 'int_a' }],
    deliveries: [{ id: 'dlv_a', eventId: 'evt_a', host: 'one.example.com', body: '{"id":"evt_a"}' }],
  },
  endpoints: [
    { host: 'one.example.com', accountId: 'agt_a' },
    { host: 'two.example.com', accountId: 'agt_b' },
  ],
  arrivals: [arrival],
  inFlight: new Map(),
};

const counts = (changes: Partial<Evidence>, stored: Partial<Evidence['stored']> = {}) => {
  const evidence = { ...whole, stored: { ...whole.stored, ...stored }, ...changes };
  return Object.fromEntries(Object.entries(findDiscrepancies(evidence)).map(([name, found]) => [name, found.length]));
};

const clean = { forgotten: 0, unlogged: 0, lost: 0, uncommitted: 0, altered: 0, repeated: 0 };

describe('the ledger of deliveries', () => {
  it('finds nothing when every promise was kept', () => {
    expect(counts({})).toEqual(clean);
  });

  it('finds an acknowledged change that does not exist', () => {
    expect(counts({ acknowledged: [{ subjectId: 'int_b', type: 'intake.received' }] })).toEqual({
      ...clean,
      forgotten: 1,
    });
  });

  it('finds a change without its event, one with two, and an event of no change', () => {
    expect(counts({ arrivals: [] }, { events: [], deliveries: [] })).toEqual({ ...clean, unlogged: 1 });
    const again = { id: 'evt_b', type: 'intake.received', subjectId: 'int_a' };
    expect(counts({}, { events: [...whole.stored.events, again] })).toEqual({ ...clean, unlogged: 3, lost: 1 });
    const stray = { id: 'evt_b', type: 'intake.declined', subjectId: 'int_a' };
    expect(counts({}, { events: [...whole.stored.events, stray] })).toEqual({ ...clean, unlogged: 1 });
  });

  it('finds an event that no request carried, though the service says that nothing is pending', () => {
    expect(counts({ arrivals: [] })).toEqual({ ...clean, lost: 1 });
    expect(counts({ arrivals: [] }, { deliveries: [] })).toEqual({ ...clean, lost: 1 });
    expect(counts({ arrivals: [{ ...arrival, acknowledged: false }] })).toEqual({ ...clean, lost: 1 });
  });

  it('finds an event that reached one endpoint of its account and not the other', () => {
    const endpoints = [...whole.endpoints, { host: 'three.example.com', accountId: 'agt_a' }];
    expect(counts({ endpoints })).toEqual({ ...clean, lost: 1 });
  });

  it('expects what may have happened only when it is in the log', () => {
    const welcome = { id: 'evt_w', type: 'intake.welcome_sent', subjectId: 'int_a' };
    expect(counts({}, { events: [...whole.stored.events, welcome] })).toEqual({ ...clean, lost: 1 });
  });

  it('finds deliveries of a change that never committed, with its event in the log or without', () => {
    const stray: Arrival = { ...arrival, deliveryId: 'dlv_b', eventIds: ['evt_b'], body: '{"id":"evt_b"}' };
    const arrivals = [arrival, stray];
    expect(counts({ arrivals })).toEqual({ ...clean, uncommitted: 1 });
    const events = [...whole.stored.events, { id: 'evt_b', type: 'intake.received', subjectId: 'int_b' }];
    const delivery = { id: 'dlv_b', eventId: 'evt_b', host: 'one.example.com', body: '{"id":"evt_b"}' };
    const deliveries = [...whole.stored.deliveries, delivery];
    expect(counts({ arrivals }, { events, deliveries })).toEqual({ ...clean, unlogged: 1, uncommitted: 1 });
  });

  it.each<[string, Partial<Arrival>]>([
    ['another event id in the header', { eventIds: ['evt_b', 'evt_a'] }],
    ['another event id in the body', { eventIds: ['evt_a', 'evt_b'] }],
    ['another body', { body: '{"id":"evt_a" }' }],
    ['another host', { host: 'two.example.com' }],
    ['a wrong signature', { genuine: false }],
  ])('finds a second arrival with %s', (_what, changes) => {
    const arrivals = [
      { ...arrival, acknowledged: false },
      { ...arrival, ...changes },
    ];
    expect(counts({ arrivals, inFlight: new Map([['dlv_a', 1]]) }).altered).toBe(1);
  });

  it('finds the same event under two delivery ids', () => {
    const deliveries = [...whole.stored.deliveries, { ...whole.stored.deliveries[0]!, id: 'dlv_b' }];
    const arrivals = [arrival, { ...arrival, deliveryId: 'dlv_b' }];
    expect(counts({ arrivals }, { deliveries })).toEqual({ ...clean, altered: 1 });
  });

  it('allows a repeat for each kill in which the delivery was in flight, and none beyond', () => {
    const twice = [arrival, arrival];
    expect(counts({ arrivals: twice })).toEqual({ ...clean, repeated: 1 });
    expect(counts({ arrivals: twice, inFlight: new Map([['dlv_a', 1]]) })).toEqual(clean);
    expect(counts({ arrivals: [...twice, arrival], inFlight: new Map([['dlv_a', 1]]) })).toEqual({
      ...clean,
      repeated: 1,
    });
    expect(countRepeats(twice)).toBe(1);
  });

  it('does not count a refused attempt as a repeat', () => {
    const arrivals = [{ ...arrival, acknowledged: false }, arrival];
    expect(counts({ arrivals })).toEqual(clean);
    expect(countRepeats(arrivals)).toBe(0);
  });
});

describe('what was in flight at a kill', () => {
  it('is what its receiver had acknowledged, or was about to, and what was not recorded', () => {
    const pending = new Set([arrival.deliveryId, 'dlv_unsent']);
    const struck = (atMs: number) => ({ atMs, pending });
    expect(countInFlight([struck(1_000), struck(850), struck(849)], [arrival])).toEqual(
      new Map([[arrival.deliveryId, 2]]),
    );
    expect(countInFlight([struck(2_000)], [{ ...arrival, acknowledged: false }]).size).toBe(0);
    expect(countInFlight([{ atMs: 2_000, pending: new Set<string>() }], [arrival]).size).toBe(0);
  });
});
