import { describe, expect, it } from 'vitest';
import { matchArrivals, mix } from './traffic.ts';

const count = (turns: readonly string[], of: string) => turns.filter((turn) => turn === of).length;

describe('a mix of good and bad', () => {
  it('gives the bad their share, spread evenly', () => {
    const turns = mix(['a', 'b'], ['x'], 0.3);
    expect(count(turns, 'x') / turns.length).toBeCloseTo(0.3, 5);
    expect(count(turns, 'a')).toBe(count(turns, 'b'));
    expect(turns.slice(0, 10).filter((turn) => turn === 'x')).toHaveLength(3);
  });

  it('gives every one of many its turn', () => {
    const names = (letter: string) => Array.from({ length: 100 }, (_, index) => `${letter}${index}`);
    const turns = mix(names('a'), names('x'), 0.5);
    expect(new Set(turns).size).toBe(200);
  });
});

describe('what was committed and what arrived', () => {
  const endpoint = { host: 'ok-001', id: 'whe_1', accountId: 'inst_1', secret: '' };
  const other = { host: 'hang-001', id: 'whe_2', accountId: 'inst_2', secret: '' };
  const written = [
    { eventId: 'evt_1', accountId: 'inst_1', committedAtMs: 100 },
    { eventId: 'evt_2', accountId: 'inst_1', committedAtMs: 110 },
    { eventId: 'evt_3', accountId: 'inst_2', committedAtMs: 120 },
  ];
  const arrival = { host: 'ok-001', eventId: 'evt_1', deliveryId: 'dlv_1', atMs: 130, genuine: true };

  it('is timed from the commit to the first arrival', () => {
    const arrivals = [arrival, { ...arrival, atMs: 150 }, { ...arrival, eventId: 'evt_2', atMs: 115 }];
    expect(matchArrivals(written, arrivals, [endpoint])).toEqual({
      latenciesMs: Float64Array.from([30, 5]),
      missing: 0,
      forged: 0,
      repeated: 1,
    });
  });

  it('counts what is missing or not genuine, at the endpoints asked for and nowhere else', () => {
    const arrivals = [{ ...arrival, genuine: false }];
    expect(matchArrivals(written, arrivals, [endpoint])).toMatchObject({ missing: 1, forged: 1 });
    expect(matchArrivals(written, arrivals, [other])).toMatchObject({ missing: 1, forged: 0 });
  });
});
