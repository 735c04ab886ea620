import { describe, expect, it, vi } from 'vitest';
import { type Check, conclude } from './report.ts';

function keeps(check: Omit<Check, 'name'>): boolean {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const kept = conclude({}, [{ name: 'figure', ...check }]);
  printed.mockRestore();
  return kept;
}

describe('a bound', () => {
  it('includes its ends', () => {
    expect(keeps({ value: 0.6, atLeast: 0.6 })).toBe(true);
    expect(keeps({ value: 0.599, atLeast: 0.6 })).toBe(false);
    expect(keeps({ value: 0, atMost: 0 })).toBe(true);
    expect(keeps({ value: 1, atMost: 0 })).toBe(false);
  });

  it('is missed by what could not be measured', () => {
    expect(keeps({ value: Number.NaN, atLeast: 0.6 })).toBe(false);
    expect(keeps({ value: Number.NaN, atMost: 0 })).toBe(false);
  });
});
