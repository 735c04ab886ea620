import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { createVault } from './index.ts';

const key = (letter: string) => new Secret(letter.repeat(32));
const vault = createVault([key('a')]);

describe('sealed values', () => {
  it('open for the row they were sealed for, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, row) => {
        expect(vault.open(vault.seal(plain, row), row)).toBe(plain);
      }),
    );
  });

  it('do not open in another row, so a copied ciphertext is worth nothing', () => {
    const sealed = vault.seal('owner@example.com', 'customers.messages/msg_1');
    for (const row of ['customers.messages/msg_2', 'intakes.intakes/msg_1', '']) {
      expect(() => vault.open(sealed, row)).toThrow('unable to authenticate');
    }
  });

  it('never look alike: the same text sealed twice shares neither nonce nor body', () => {
    const seals = Array.from({ length: 1000 }, () => vault.seal('the same text', 'row').toString('hex'));
    const headerDigits = 2 * 5;
    expect(new Set(seals.map((seal) => seal.slice(headerDigits, headerDigits + 24))).size).toBe(1000);
    expect(new Set(seals.map((seal) => seal.slice(-26))).size).toBe(1000);
  });

  it('hold nothing readable', () => {
    const sealed = vault.seal('owner@example.com', 'row');
    expect(sealed.includes('owner')).toBe(false);
    expect(sealed.includes('example')).toBe(false);
  });

  it('do not open with a single bit changed, in any of 2,000 places', () => {
    // 250 bytes: header, nonce, tag and body, so that 2,000 flips are every bit there is.
    const plain = 'x'.repeat(250 - 33);
    const sealed = vault.seal(plain, 'row');
    expect(sealed).toHaveLength(250);
    let opened = 0;
    for (let bit = 0; bit < 2000; bit += 1) {
      const forged = Buffer.from(sealed);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      if (opens(() => vault.open(forged, 'row'))) opened += 1;
    }
    expect(opened).toBe(0);
    expect(vault.open(sealed, 'row')).toBe(plain);
  });

  it('do not open when cut short or lengthened, not even by one byte', () => {
    for (const plain of ['some text', '']) {
      const sealed = vault.seal(plain, 'row');
      for (let length = 0; length < sealed.length; length += 1) {
        const refused = !opens(() => vault.open(sealed.subarray(0, length), 'row'));
        expect(refused, `${length} of ${sealed.length} bytes`).toBe(true);
      }
      expect(opens(() => vault.open(Buffer.concat([sealed, Buffer.of(0)]), 'row'))).toBe(false);
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

  it('opens with [new, old] what the old key sealed', () => {
    expect(during.open(before.seal('text', 'row'), 'row')).toBe('text');
  });

  it('seals with the new key, so that the old one can be taken away', () => {
    const sealed = during.seal('text', 'row');
    expect(after.open(sealed, 'row')).toBe('text');
    expect(() => before.open(sealed, 'row')).toThrow('not in the ring');
  });

  it('finds tokens that were kept under the old key, and keeps new ones under the new', () => {
    const kept = before.fingerprint('svc_poll_1');
    expect(during.fingerprints('svc_poll_1')).toContainEqual(kept);
    expect(during.fingerprints('svc_poll_1')).toHaveLength(2);
    expect(during.fingerprint('svc_poll_1')).toEqual(after.fingerprint('svc_poll_1'));
    expect(after.fingerprints('svc_poll_1')).not.toContainEqual(kept);
  });

  it('refuses what a key outside the ring sealed', () => {
    expect(() => after.open(before.seal('text', 'row'), 'row')).toThrow('not in the ring');
  });

  it('needs a key', () => {
    expect(() => createVault([])).toThrow('needs a key');
  });
});

/** Whether it gave a value instead of refusing. */
function opens(attempt: () => string): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
