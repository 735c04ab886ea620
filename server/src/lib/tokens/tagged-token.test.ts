import { describe, expect, it } from 'vitest';
import { randomBase62 } from './base62.ts';
import { cellOf, taggedToken } from './tagged-token.ts';

describe('tagged tokens', () => {
  it('a tagged token has exactly the requested length, in letters and digits, and contains its cell', () => {
    for (const length of [16, 32, 43]) {
      const token = taggedToken('7Q', length);
      expect(token).toMatch(new RegExp(`^7Q[0-9A-Za-z]{${length - 2}}$`));
      expect(cellOf(token)).toBe('7Q');
    }
  });

  it.each(['svc_agent_', 'svc_poll_', 'svc_staff_', 'gap_live_', 'gap_test_', 'crd_0Sx9Qa1z', ''])(
    'a tagged token is read after %s',
    (front) => {
      expect(cellOf(`${front}${taggedToken('00', 32)}`)).toBe('00');
    },
  );

  it('without a tag belong to no cell, whatever they begin with', () => {
    // Without the check each of these would belong to cell 01.
    const untagged = Array.from({ length: 20_000 }, () => `01${randomBase62(30)}`);
    expect(untagged.filter((token) => cellOf(token) !== undefined)).toEqual([]);
    for (const text of ['', '0', '00', '00abcd', 'svc_poll_', 'svc_agent_wrong', '----------', 'é'.repeat(32)])
      expect(cellOf(text)).toBeUndefined();
  });

  it('a tagged token loses its cell with any character changed, and never changes it', () => {
    const token = taggedToken('00', 32);
    for (let place = 0; place < token.length; place += 1) {
      const changed = `${token.slice(0, place)}${token[place] === 'x' ? 'y' : 'x'}${token.slice(place + 1)}`;
      expect(cellOf(changed)).toBeUndefined();
    }
  });

  it('never repeat themselves', () => {
    expect(new Set(Array.from({ length: 10_000 }, () => taggedToken('00', 16))).size).toBe(10_000);
  });
});
