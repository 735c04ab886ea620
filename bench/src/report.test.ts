import { describe, expect, it } from 'vitest';
import { keeps } from './report.ts';

describe('a bound', () => {
  it('includes its ends', () => {
    expect(keeps({ name: 'ratio', value: 0.6, atLeast: 0.6 })).toBe(true);
    expect(keeps({ name: 'ratio', value: 0.599, atLeast: 0.6 })).toBe(false);
    expect(keeps({ name: 'lost', value: 0, atMost: 0 })).toBe(true);
    expect(keeps({ name: 'lost', value: 1, atMost: 0 })).toBe(false);
  });

  it('is missed by what could not be measured', () => {
    expect(keeps({ name: 'ratio', value: Number.NaN, atLeast: 0.6 })).toBe(false);
    expect(keeps({ name: 'lost', value: Number.NaN, atMost: 0 })).toBe(false);
  });
});
