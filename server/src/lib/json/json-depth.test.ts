import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasTooManyValues, isNestedTooDeep, jsonDepthMax, jsonValuesMax } from './json-depth.ts';

/** The depth, computed independently. */
const depthOf = (value: unknown): number =>
  value === null || typeof value !== 'object' ? 0 : 1 + Math.max(0, ...Object.values(value).map(depthOf));

describe('JSON nested too deep', () => {
  it('JSON is too deep when it exceeds the maximum number of nested values', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
      [' [ {"x": 0, "a" : ', '} ] '],
    ] as const) {
      const levels = open.includes('[ {') ? 2 : 1;
      const nested = (times: number) => `${open.repeat(times)}0${close.repeat(times)}`;
      expect(isNestedTooDeep(nested(jsonDepthMax / levels))).toBe(false);
      expect(isNestedTooDeep(nested(jsonDepthMax / levels + 1))).toBe(true);
    }
  });

  it('depth counts values, and not brackets in strings or siblings', () => {
    const brackets = fc.string({ unit: fc.constantFrom('[', '{', ']', '}', '"', '\\', 'a'), maxLength: 200 });
    const leaf = fc.oneof(brackets, fc.array(fc.constant([]), { maxLength: 100 }));
    fc.assert(
      fc.property(leaf, brackets, fc.integer({ min: 55, max: 70 }), (inmost, name, levels) => {
        let value: unknown = inmost;
        for (let level = 0; level < levels; level += 1)
          value = level % 2 === 0 ? { [name]: value, b: name } : [name, value];
        expect(isNestedTooDeep(JSON.stringify(value))).toBe(depthOf(value) > jsonDepthMax);
      }),
      { numRuns: 500 },
    );
  });

  it('depth is also detected in text that is not JSON, and never throws', () => {
    for (const text of ['', '"', '"\\', ']]]]', '{"a":"', '['.repeat(64), `${'['.repeat(70)}"`]) isNestedTooDeep(text);
    expect(isNestedTooDeep('['.repeat(1_000_000))).toBe(true);
    expect(isNestedTooDeep(`"${'['.repeat(1_000_000)}`)).toBe(false);
  });
});

describe('JSON with too many values', () => {
  it('JSON has too many values when it exceeds the maximum, nested or side by side', () => {
    const list = (most: number, item: string) => `[${Array.from({ length: most }, () => item).join(', ')}]`;
    // The list itself counts, and so does each list in it; an empty list counts like one with a single value.
    expect(hasTooManyValues(list(jsonValuesMax - 1, '0'))).toBe(false);
    expect(hasTooManyValues(list(jsonValuesMax, '0'))).toBe(true);
    expect(hasTooManyValues(list(jsonValuesMax / 2 - 1, '{"a":0}'))).toBe(false);
    expect(hasTooManyValues(list(jsonValuesMax / 2, '{"a":0}'))).toBe(true);
  });

  it('the number of values ignores the contents of strings', () => {
    expect(hasTooManyValues(JSON.stringify([',['.repeat(jsonValuesMax), '\\",'.repeat(jsonValuesMax)]))).toBe(false);
    expect(hasTooManyValues(`"${','.repeat(2 * jsonValuesMax)}`)).toBe(false);
  });
});
