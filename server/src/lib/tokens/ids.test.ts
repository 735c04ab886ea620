import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstIdAt, newId } from './ids.ts';

describe('ids', () => {
  it('an id is a prefix, 8 characters of time and 16 random ones', () => {
    expect(newId('int', new Date('2026-11-15T12:00:00Z'))).toMatch(/^int_[0-9A-Za-z]{24}$/);
    expect(newId('akey', new Date(0))).toMatch(/^akey_00000000[0-9A-Za-z]{16}$/);
  });

  it('ids sort by creation time, to the millisecond, as bytes', () => {
    const date = fc.date({ min: new Date('2026-01-01'), max: new Date('2199-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 1_000_000 }), (at, laterMs) => {
        const earlier = newId('evt', at);
        const later = newId('evt', new Date(at.getTime() + laterMs));
        expect(Buffer.compare(Buffer.from(earlier), Buffer.from(later))).toBe(-1);
      }),
    );
  });

  it('ids of a moment are between its first id and that of the next, for every moment that can be requested', () => {
    const date = fc.date({ min: new Date('1900-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
    const made = fc.date({ min: new Date(0), max: new Date('2199-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(date, made, (asked, at) => {
        expect(newId('ref', at) >= firstIdAt('ref', asked)).toBe(at >= asked);
      }),
    );
    for (const never of ['8889-01-01', '9999-12-31']) expect(firstIdAt('ref', new Date(never))).toBe('ref_zzzzzzzz');
    expect(firstIdAt('ref', new Date('0000-01-01'))).toBe('ref_00000000');
  });

  it('ids differ within one millisecond', () => {
    const now = new Date('2026-11-15T12:00:00Z');
    expect(new Set(Array.from({ length: 10_000 }, () => newId('req', now))).size).toBe(10_000);
  });
});
