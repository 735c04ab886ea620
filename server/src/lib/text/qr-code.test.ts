import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encodeQr, qrSvgPath } from './qr-code.ts';

const fingerprint = (text: string): string =>
  createHash('sha256')
    .update((encodeQr(text) ?? []).map((row) => row.map(Number).join('')).join('\n'))
    .digest('hex')
    .slice(0, 16);

describe('a QR code', () => {
  // The fingerprints are of codes that an independent reader (jsQR 1.4.0) read back, as it did those of all lengths.
  it.each([
    ['a', 21, 'e8ab680854e4019c'],
    [
      'otpauth://totp/Makewhole:a%40example.com?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Makewhole',
      41,
      'a3fdde9658e7e168',
    ],
    ['x'.repeat(213), 57, 'f8a692e420006d88'],
  ])('of %s has %i modules a side', (text, size, expected) => {
    const grid = encodeQr(text) ?? [];
    expect([grid.length, grid[0]?.length, fingerprint(text)]).toEqual([size, size, expected]);
  });

  it('has the three finders, and room around it when it is drawn', () => {
    const grid = encodeQr('Makewhole') ?? [];
    const last = grid.length - 1;
    const corners = [grid[0]?.[0], grid[0]?.[last], grid[last]?.[0], grid[1]?.[1], grid[2]?.[2]];
    expect(corners).toEqual([true, true, true, false, true]);
    const { size, path } = qrSvgPath(grid);
    expect([size, path.startsWith('M4,4h1v1h-1z')]).toEqual([grid.length + 8, true]);
  });

  it('is not made of what does not fit', () => {
    expect(encodeQr('x'.repeat(214))).toBeUndefined();
  });
});
