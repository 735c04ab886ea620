import { describe, expect, it } from 'vitest';
import { readIdempotencyHeader, visibleKeyPattern } from './idempotency-key.ts';

const invalid = () => new Error('invalid');
const read = (key: string | string[] | undefined) => readIdempotencyHeader({ 'idempotency-key': key }, { invalid });
const readVisible = (key: string) =>
  readIdempotencyHeader({ 'idempotency-key': key }, { pattern: visibleKeyPattern, invalid });

describe('the Idempotency-Key of a request', () => {
  it('the Idempotency-Key is absent when there is no header', () => {
    expect(readIdempotencyHeader({}, { invalid })).toBeUndefined();
  });

  it('an Idempotency-Key has at most 255 characters of any kind by default', () => {
    expect(read('a b ü')).toBe('a b ü');
    expect(read('x'.repeat(255))).toBe('x'.repeat(255));
    expect(() => read('x'.repeat(256))).toThrow('invalid');
  });

  it('an Idempotency-Key that is sent twice is one value', () => {
    expect(read(['one', 'two'])).toBe('one, two');
  });

  it('a blank Idempotency-Key is absent only where the rule says so', () => {
    const blank = { 'idempotency-key': ' ' };
    expect(readIdempotencyHeader(blank, { blankIsAbsent: true, invalid })).toBeUndefined();
    expect(readIdempotencyHeader(blank, { invalid })).toBe(' ');
  });

  it("an Idempotency-Key must match the rule's pattern", () => {
    expect(readVisible('!~')).toBe('!~');
    for (const key of ['', 'a b', 'ü', 'a\u007f', 'x'.repeat(256)]) expect(() => readVisible(key)).toThrow('invalid');
  });
});
