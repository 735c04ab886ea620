import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Secret } from '#platform/config';
import { createVault, encryptionKey, fingerprintKey } from './index.ts';

const key = (letter: string) => new Secret(letter.repeat(32));
const vault = createVault([key('a')]);

describe('encrypted values', () => {
  it('an encrypted value decrypts for its own row, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (plain, row) => {
        expect(vault.decrypt(vault.encrypt(plain, row), row)).toBe(plain);
      }),
    );
  });

  it('encrypted values do not open in another row, so a copied ciphertext is useless', () => {
    const encrypted = vault.encrypt('owner@example.com', 'customers.messages/msg_1');
    for (const row of ['customers.messages/msg_2', 'intakes.intakes/msg_1', '']) {
      expect(() => vault.decrypt(encrypted, row)).toThrow('unable to authenticate');
    }
  });

  it('encrypted values always differ: the same text encrypted twice shares neither nonce nor body', () => {
    const seals = Array.from({ length: 1000 }, () => vault.encrypt('the same text', 'row').toString('hex'));
    const headerDigits = 2 * 5;
    expect(new Set(seals.map((seal) => seal.slice(headerDigits, headerDigits + 24))).size).toBe(1000);
    expect(new Set(seals.map((seal) => seal.slice(-26))).size).toBe(1000);
  });

  it('an encrypted value contains nothing readable', () => {
    const encrypted = vault.encrypt('owner@example.com', 'row');
    expect(encrypted.includes('owner')).toBe(false);
    expect(encrypted.includes('example')).toBe(false);
  });

  it('encrypted values do not open with a single bit changed, in any of 2,000 places', () => {
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

  it('encrypted values do not decrypt when truncated or extended, even by one byte', () => {
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
  it('fingerprints are the same for the same token and key, and for nothing else', () => {
    expect(vault.fingerprint('svc_poll_1')).toEqual(createVault([key('a')]).fingerprint('svc_poll_1'));
    expect(vault.fingerprint('svc_poll_1')).not.toEqual(vault.fingerprint('svc_poll_2'));
    expect(vault.fingerprint('svc_poll_1')).not.toEqual(createVault([key('b')]).fingerprint('svc_poll_1'));
    expect(vault.fingerprint('svc_poll_1')).toHaveLength(37);
  });
});

describe('rotation', () => {
  const before = createVault([key('a')]);
  const during = createVault([key('b'), key('a')]);
  const after = createVault([key('b')]);

  it('[new, old] decrypts values that the old key encrypted', () => {
    expect(during.decrypt(before.encrypt('text', 'row'), 'row')).toBe('text');
  });

  it('values are encrypted with the new key, so that the old one can be removed', () => {
    const encrypted = during.encrypt('text', 'row');
    expect(after.decrypt(encrypted, 'row')).toBe('text');
    expect(() => before.decrypt(encrypted, 'row')).toThrow('not in the ring');
  });

  it('tokens stored under the old key are found, and new ones are stored under the new key', () => {
    const stored = before.fingerprint('svc_poll_1');
    expect(during.fingerprints('svc_poll_1')).toContainEqual(stored);
    expect(during.fingerprints('svc_poll_1')).toHaveLength(2);
    expect(during.fingerprint('svc_poll_1')).toEqual(after.fingerprint('svc_poll_1'));
    expect(after.fingerprints('svc_poll_1')).not.toContainEqual(stored);
  });

  it('the vault refuses what a key outside the ring encrypted', () => {
    expect(() => after.decrypt(before.encrypt('text', 'row'), 'row')).toThrow('not in the ring');
  });

  it('a vault requires a key', () => {
    expect(() => createVault([])).toThrow('needs a key');
  });
});

describe('a key', () => {
  const of = createVault([key('a')]);

  it('a divided key derives a separate key for each use', () => {
    const made = (['contact', 'token', 'chain'] as const).map((use) => of.fingerprint('text', use).toString('hex'));
    expect(new Set(made).size).toBe(3);
    const link = of.encrypt('text', 'row', 'link');
    expect(of.decrypt(link, 'row', 'link')).toBe('text');
    expect(() => of.decrypt(link, 'row')).toThrow('unable to authenticate');
  });

  it('a key puts its id on its fingerprints, after the digits', () => {
    const { id } = of.keys[0]!;
    expect(fingerprintKey(of.fingerprint('text'))).toBe(id);
    expect(of.fingerprint('text')).toHaveLength(37);
    expect(of.writingKey()).toBe(id);
    expect(encryptionKey(of.encrypt('text', 'row'))).toBe(id);
  });

  it('a key writes only once it is selected, and another one writes until then', () => {
    const ring = createVault([key('b'), key('a')]);
    ring.writeWith(of.writingKey());
    expect(of.decrypt(ring.encrypt('text', 'row'), 'row')).toBe('text');
    expect(ring.fingerprints('text')[0]).toEqual(of.fingerprint('text'));
    expect(() => ring.writeWith('00000000')).toThrow('needs a key that encrypts');
  });
});

describe('a compare-only key', () => {
  const old = createVault([key('a')]);
  const ring = createVault([key('b'), new Secret(`compare:${'a'.repeat(32)}`)]);

  it('a compare-only key finds its own fingerprints', () => {
    expect(ring.fingerprints('owner@example.com')).toContainEqual(old.fingerprint('owner@example.com'));
    expect(ring.keys[1]).toMatchObject({ id: old.writingKey(), compares: true });
  });

  it('a compare-only key opens nothing that whoever stole it could have made, rows and links alike', () => {
    expect(() => ring.decrypt(old.encrypt('text', 'row'), 'row')).toThrow('only compares');
    expect(() => ring.decrypt(old.encrypt('text', 'row', 'link'), 'row', 'link')).toThrow('only compares');
  });

  it('a value wrapped by a current key opens, with its bytes unchanged', () => {
    const original = old.encrypt('text', 'row');
    const during = createVault([key('b'), key('a')]);
    const wrapped = during.wrapAgain(original, 'row')!;
    expect(ring.unwrap(wrapped, 'row')).toEqual(original);
    expect(ring.decrypt(wrapped, 'row')).toBe('text');
    expect(() => old.decrypt(wrapped, 'row')).toThrow('not in the ring');
    expect(() => ring.decrypt(wrapped, 'other row')).toThrow('unable to authenticate');
    expect(during.wrapAgain(wrapped, 'row')).toBeUndefined();
    // A third key wraps the original, not the wrapping.
    const third = createVault([key('c'), key('b'), new Secret(`compare:${'a'.repeat(32)}`)]);
    expect(third.unwrap(third.wrapAgain(wrapped, 'row')!, 'row')).toEqual(original);
  });

  it('a ring needs a key that encrypts, so compare-only keys alone are refused', () => {
    expect(() => createVault([new Secret(`compare:${'a'.repeat(32)}`)])).toThrow('needs a key that encrypts');
  });

  it('a value of a compare-only key is re-encrypted under the current key, once', () => {
    const during = createVault([key('b'), key('a')]);
    const again = during.encryptAgain(old.encrypt('text', 'row'), 'row')!;
    expect(createVault([key('b')]).decrypt(again, 'row')).toBe('text');
    expect(during.encryptAgain(again, 'row')).toBeUndefined();
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

describe('compressed texts', () => {
  const mail = `{"html":"<!doctype html><html lang=\\"en\\">\\n<head>${'<p>words</p>'.repeat(50)}"}`;

  it('a compressed text decrypts only for its own row, whatever the text, and takes less space', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (plain) => {
        expect(vault.decrypt(vault.encryptPacked(plain, 'row'), 'row')).toBe(plain);
      }),
    );
    const packed = vault.encryptPacked(mail, 'row');
    expect(packed.length).toBeLessThan(mail.length / 4);
    expect(opens(() => vault.decrypt(packed, 'other'))).toBe(false);
  });

  it('compressed texts do not open with a single bit changed', () => {
    const packed = vault.encryptPacked(mail, 'row');
    for (let bit = 0; bit < packed.length * 8; bit += 1) {
      const forged = Buffer.from(packed);
      forged[bit >> 3]! ^= 1 << (bit & 7);
      expect(
        opens(() => vault.decrypt(forged, 'row')),
        `bit ${bit}`,
      ).toBe(false);
    }
  });

  it('a compressed text stays compressed under another key', () => {
    const packed = vault.encryptPacked(mail, 'row');
    const next = createVault([key('b'), key('a')]);
    const again = next.encryptAgain(packed, 'row') ?? packed;
    expect([encryptionKey(again), again.length]).toEqual([next.writingKey(), packed.length]);
    expect(next.encryptAgain(again, 'row')).toBeUndefined();
    expect(next.decrypt(again, 'row')).toBe(mail);
  });
});
