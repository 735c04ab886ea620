import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

/** JSON as received: parsed from text, so without -0, undefined and the like. */
const json = fc.jsonValue().map((value): unknown => JSON.parse(JSON.stringify(value)));

/** Few names and few values, so that two objects are often nearly equal. */
const alike = fc.object({
  key: fc.constantFrom('a', 'b'),
  values: [fc.constantFrom(0, 1, '', '0', null, true)],
  withNullPrototype: false,
  maxDepth: 2,
});

/** The same value, with the members of all objects in reverse order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([name, member]) => [name, reversed(member)]));
}

describe('canonical JSON', () => {
  it('canonical JSON has sorted members at every level and no spaces', () => {
    expect(canonicalJson({ b: [{ d: 1, c: 'x y' }], a: null })).toBe('{"a":null,"b":[{"c":"x y","d":1}]}');
  });

  it('canonical JSON does not depend on the order of members', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
      }),
    );
  });

  it('canonical JSON parses back to its value', () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(JSON.parse(canonicalJson(value))).toEqual(value);
      }),
    );
  });

  it('canonical JSON is equal exactly when the values are equal', () => {
    fc.assert(
      fc.property(fc.oneof(fc.tuple(alike, alike), fc.tuple(json, json)), ([a, b]) => {
        expect(canonicalJson(a) === canonicalJson(b)).toBe(isSame(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['a number and its text', 1, '1'],
    ['null and an absent member', { a: null }, {}],
    ['an empty list and an empty object', [], {}],
    ['lists in another order', [1, 2], [2, 1]],
    ['a member and the text of one', { a: 'b","c":"d' }, { a: 'b', c: 'd' }],
    ['nested and flat members', { a: { b: 1 } }, { a: {}, b: 1 }],
  ])('canonical JSON distinguishes %s', (_what, a, b) => {
    expect(canonicalJson(a)).not.toBe(canonicalJson(b));
  });

  it('canonical JSON does not distinguish spellings of one number, nor an undefined member', () => {
    expect(canonicalJson(JSON.parse('{"year":2020.0}'))).toBe(canonicalJson({ year: 2020, make: undefined }));
  });

  it('canonical JSON is written for any JSON value, however deep and wide', () => {
    const deep = `${'{"a":['.repeat(50_000)}1${']}'.repeat(50_000)}`;
    expect(canonicalJson(JSON.parse(deep))).toBe(deep);
    const wide = JSON.stringify({ a: Array.from({ length: 300_000 }, (_, index) => index) });
    expect(canonicalJson(JSON.parse(wide))).toBe(wide);
  });

  it('canonical JSON keeps a member named __proto__', () => {
    expect(canonicalJson(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}');
  });
});

/** Equality, computed independently of canonical text. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return a === b;
  const [inA, inB] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return inA.size === inB.size && [...inA].every(([name, member]) => inB.has(name) && isSame(member, inB.get(name)));
}
