import { describe, expect, it } from 'vitest';
import { newId } from '#lib/tokens/ids';
import { createVault } from '#platform/crypto';
import { Secret } from '#platform/config';
import { findAddressTag, taggedAddress } from './tagged-address.ts';

const [old, current] = ['a', 'b'].map((letter) => new Secret(letter.repeat(32)));
const keys = { vault: createVault([old!]) };
const id = newId('con', new Date());
const address = taggedAddress(keys, { kind: 'reply', id }, 'in.example.com');

describe('a tagged address', () => {
  it('a tagged address has a mailbox name of at most 64 characters, and is read back in any letter case', () => {
    expect(address.split('@')[0]!.length).toBeLessThanOrEqual(64);
    expect(findAddressTag(keys, address, 'in.example.com')).toEqual({ kind: 'reply', id });
    expect(findAddressTag(keys, address.toUpperCase(), 'IN.example.com')).toEqual({ kind: 'reply', id });
  });

  it('an address with a changed digit, another domain, another kind or another key is not ours', () => {
    for (let at = 2; at < 62; at += 1) {
      const digit = address[at] === '0' ? '1' : '0';
      const changed = `${address.slice(0, at)}${digit}${address.slice(at + 1)}`;
      expect(findAddressTag(keys, changed, 'in.example.com')).toBeUndefined();
    }
    expect(findAddressTag(keys, address, 'example.com')).toBeUndefined();
    expect(findAddressTag(keys, address.replace('r+', 'b+'), 'in.example.com')).toBeUndefined();
    expect(findAddressTag({ vault: createVault([current!]) }, address, 'in.example.com')).toBeUndefined();
  });

  it('a tagged address still works after the key was rotated', () => {
    const ring = { vault: createVault([current!, old!]) };
    expect(findAddressTag(ring, address, 'in.example.com')).toEqual({ kind: 'reply', id });
  });
});
