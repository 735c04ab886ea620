import { describe, expect, it, vi } from 'vitest';
import { type Check, conclude, isBroken } from './report.ts';

function keeps(check: Omit<Check, 'name'>): boolean {
  const printed = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  const kept = conclude({}, [{ name: 'figure', ...check }]);
  printed.mockRestore();
  return kept;
}

describe('a bound', () => {
  it('a missed speed bound does not break a promise; any other bound does', () => {
    expect(keeps({ value: 2, atMost: 1.5, speed: true })).toBe(false);
    expect(isBroken()).toBe(false);
    expect(keeps({ value: 1, atLeast: 2 })).toBe(false);
    expect(isBroken()).toBe(true);
  });

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
