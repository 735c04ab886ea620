import { describe, expect, it } from 'vitest';
import { colors, type ColorName, type Scheme } from './colors.ts';

/** WCAG 2.2: the relative luminance of an sRGB color. */
function luminance(color: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const [r = 0, g = 0, b = 0] = channels.map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const texts: readonly ColorName[] = ['ink', 'soft', 'brand', 'success', 'warning', 'danger'];

describe.each(['light', 'dark'] as const satisfies readonly Scheme[])('the %s colors', (scheme) => {
  const of = colors[scheme];

  it.each(texts)('text has enough contrast in %s, on paper and on a panel', (name) => {
    expect(contrast(of[name], of.paper)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of[name], of.panel)).toBeGreaterThanOrEqual(4.5);
  });

  it('text has enough contrast on a button, and lines are visible', () => {
    expect(contrast(of.onBrand, of.brand)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of.line, of.paper)).toBeGreaterThanOrEqual(3);
    expect(contrast(of.line, of.panel)).toBeGreaterThanOrEqual(3);
  });
});
