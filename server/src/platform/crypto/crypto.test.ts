import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { createVault } from './index.ts';

const key = (letter: string) => new Secret(letter.repeat(32));
const vault = createVault([key('a')]);

describe('encrypted values', () => {
  it('decrypt for the row they were encrypted for, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, row) => {
        expect(vault.decrypt(vault.encrypt(plain, row), row)).toBe(plain);
      }),
    );
  });

  it('do not open in another row, so a copied ciphertext is worth nothing', () => {
    const encrypted = vault.encrypt('owner@example.com', 'customers.messages/msg_1');
    for (const row of ['customers.messages/msg_2', 'intakes.intakes/msg_1', '']) {
      expect(() => vault.decrypt(encrypted, row)).toThrow('unable to authenticate');
    }
  });

  it('always differ: the same text encrypted twice shares neither nonce nor body', () => {
    const seals = Array.from({ length: 1000 }, () => vault.encrypt('the same text', 'row').toString('hex'));
    const headerDigits = 2 * 5;
    expect(new Set(seals.map((seal) => seal.slice(headerDigits, headerDigits + 24))).size).toBe(1000);
    expect(new Set(seals.map((seal) => seal.slice(-26))).size).toBe(1000);
  });

  it('contain nothing readable', () => {
    const encrypted = vault.encrypt('owner@example.com', 'row');
    expect(encrypted.includes('owner')).toBe(false);
    expect(encrypted.includes('example')).toBe(false);
  });

  it('do not open with a single bit changed, in any of 2,000 places', () => {
    // 250 bytes: header, nonce, tag and body, so that 2,000 flips cover every bit.
    const plain = 'x'.repeat(250 - 33);
    const encrypted = vault.encrypt(plain, 'row');
    expect(encrypted).toHaveLength(250);
    let receipt = 0;
    for (let bit = 0; bit < 2000; bit += 1) {
      const forged = Buffer.from(encrypted);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      if (opens(() => vault.decrypt(forged, 'row'))) receipt += 1;
    }
    expect(receipt).toBe(0);
    expect(vault.decrypt(encrypted, 'row')).toBe(plain);
  });

  it('do not decrypt when truncated or extended, even by one byte', () => {
    for (const plain of ['some text', '']) {
      const encrypted = vault.encrypt(plain, 'row');
      for (let length = 0; length < encrypted.length; length += 1) {
        const refused = !opens(() => vault.decrypt(encrypted.subarray(0, length), 'row'));
        expect(refused, `${length} of ${encrypted.length} bytes`).toBe(true);
      }
      expect(opens(() => vault.decrypt(Buffer.concat([encrypted, Buffer.of(0)]), 'row'))).toBe(false);
    }
  });
});

describe('fingerprints', () => {
  it('are the same for the same token and key, and for nothing else', () => {
    expect(vault.fingerprint('svc_poll_1')).toEqual(createVault([key('a')]).fingerprint('svc_poll_1'));
    expect(vault.fingerprint('svc_poll_1')).not.toEqual(vault.fingerprint('svc_poll_2'));
    expect(vault.fingerprint('svc_poll_1')).not.toEqual(createVault([key('b')]).fingerprint('svc_poll_1'));
    expect(vault.fingerprint('svc_poll_1')).toHaveLength(32);
  });
});

describe('rotation', () => {
  const before = createVault([key('a')]);
  const during = createVault([key('b'), key('a')]);
  const after = createVault([key('b')]);

  it('decrypts with [new, old] what the old key encrypted', () => {
    expect(during.decrypt(before.encrypt('text', 'row'), 'row')).toBe('text');
  });

  it('encrypts with the new key, so that the old one can be removed', () => {
    const encrypted = during.encrypt('text', 'row');
    expect(after.decrypt(encrypted, 'row')).toBe('text');
    expect(() => before.decrypt(encrypted, 'row')).toThrow('not in the ring');
  });

  it('finds tokens that were stored under the old key, and stores new ones under the new', () => {
    const stored = before.fingerprint('svc_poll_1');
    expect(during.fingerprints('svc_poll_1')).toContainEqual(stored);
    expect(during.fingerprints('svc_poll_1')).toHaveLength(2);
    expect(during.fingerprint('svc_poll_1')).toEqual(after.fingerprint('svc_poll_1'));
    expect(after.fingerprints('svc_poll_1')).not.toContainEqual(stored);
  });

  it('refuses what a key outside the ring encrypted', () => {
    expect(() => after.decrypt(before.encrypt('text', 'row'), 'row')).toThrow('not in the ring');
  });

  it('needs a key', () => {
    expect(() => createVault([])).toThrow('needs a key');
  });
});

/** Whether it returned a value instead of refusing. */
function opens(attempt: () => string): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
