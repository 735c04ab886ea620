import { describe, expect, it } from 'vitest';
import { cellText, listRows, toCell } from './cell-rules.ts';
import { useHarness } from '#test/harness';

const harness = useHarness();

describe('the cells of a map', () => {
  it.each([
    [{ south: 30.2, north: 30.8, west: -97.9, east: -97.1 }, [[29_902, 29_902]]],
    [
      { south: 29.9, north: 31, west: -98.1, east: -96.9 },
      [
        [28_901, 28_903],
        [29_901, 29_903],
        [30_901, 30_903],
      ],
    ],
    // In single precision the northern edge is 41.
    [{ south: 40.5, north: 40.999_999_99, west: -0.5, east: 0.5 }, [40, 41].map((row) => [row * 1000 - 1, row * 1000])],
    [{ south: -0.5, north: 0.5, west: 10, east: 10 }, [-990, 10].map((cell) => [cell, cell])],
  ])('the cells that %j touches are %j', (box, rows) => {
    expect(listRows(box).map(({ first, last }) => [first, last])).toEqual(rows);
  });

  it('the cells have the numbers that the search indexes use', async () => {
    const places = [
      { lat: 40.75, lon: -73.997 },
      { lat: 41, lon: -74 },
      { lat: 40.999_999_99, lon: -73.000_000_001 },
      { lat: -14.3, lon: -170.7 },
      { lat: 13.4, lon: 144.8 },
    ];
    const { rows } = await harness.current.ctx.db.pool.query<{ cell: number }>(
      `select ${cellText} as cell from unnest($1::real[], $2::real[]) as place(lat, lon)`,
      [places.map(({ lat }) => lat), places.map(({ lon }) => lon)],
    );
    expect(rows.map(({ cell }) => cell)).toEqual(places.map(toCell));
  });
});
