import { describe, expect, it } from 'vitest';
import { readIdempotencyHeader, visibleKeyPattern } from './idempotency-key.ts';

const invalid = () => new Error('invalid');
const read = (key: string | string[] | undefined) => readIdempotencyHeader({ 'idempotency-key': key }, { invalid });
const readVisible = (key: string) =>
  readIdempotencyHeader({ 'idempotency-key': key }, { pattern: visibleKeyPattern, invalid });

describe('the Idempotency-Key of a request', () => {
  it('is absent when there is no header', () => {
    expect(readIdempotencyHeader({}, { invalid })).toBeUndefined();
  });

  it('has at most 255 characters of any kind by default', () => {
    expect(read('a b ü')).toBe('a b ü');
    expect(read('x'.repeat(255))).toBe('x'.repeat(255));
    expect(() => read('x'.repeat(256))).toThrow('invalid');
  });

  it('is one value when it is sent twice', () => {
    expect(read(['one', 'two'])).toBe('one, two');
  });

  it('is absent when it is blank only where the rule says so', () => {
    const blank = { 'idempotency-key': ' ' };
    expect(readIdempotencyHeader(blank, { blankIsAbsent: true, invalid })).toBeUndefined();
    expect(readIdempotencyHeader(blank, { invalid })).toBe(' ');
  });

  it('must match the pattern of the rule', () => {
    expect(readVisible('!~')).toBe('!~');
    for (const key of ['', 'a b', 'ü', 'a\u007f', 'x'.repeat(256)]) expect(() => readVisible(key)).toThrow('invalid');
  });
});
