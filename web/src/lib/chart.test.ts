import { describe, expect, it } from 'vitest';
import { placeEnds } from './chart.ts';

const widths = { low: 50, high: 50, picture: 300, gap: 7 };

describe('the labels of a chart’s ends', () => {
  it.each([
    ['a wide bar', [100, 200], [100, 200]],
    ['a bar at the left edge', [4, 90], [50, 90]],
    ['a bar at the right edge', [288, 296], [243, 250]],
    ['a bar that is a point', [150, 150], [150, 157]],
  ] as const)('stand at %s', (_name, [lowX, highX], [lowRight, highLeft]) => {
    expect(placeEnds(lowX, highX, widths)).toEqual({ lowRight, highLeft });
  });
});
