import { describe, expect, it } from 'vitest';
import { positionEndLabels } from './chart.ts';

const widths = { low: 50, high: 50, chart: 300, gap: 7 };

describe('the end labels of a chart', () => {
  it.each([
    ['a wide bar', [100, 200], [100, 200]],
    ['a bar at the left edge', [4, 90], [50, 90]],
    ['a bar at the right edge', [288, 296], [243, 250]],
    ['a bar that is a point', [150, 150], [150, 157]],
  ] as const)('are positioned for %s', (_name, [lowX, highX], [lowRight, highLeft]) => {
    expect(positionEndLabels(lowX, highX, widths)).toEqual({ lowRight, highLeft });
  });
});
