import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawQr } from './authenticator.ts';

/** The drawn modules as rows of 1 and 0, without the quiet border of four. */
async function gridOf(text: string): Promise<string[]> {
  const { size, path } = await drawQr(text);
  const dark = new Set([...path.matchAll(/M(\d+),(\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  const places = Array.from({ length: size - 8 }, (_, index) => index + 4);
  return places.map((y) => places.map((x) => (dark.has(`${x},${y}`) ? '1' : '0')).join(''));
}

describe('drawing QR codes', () => {
  // The digests are of codes that an independent reader (jsQR 1.4.0) could read.
  it.each([
    ['a', 21, 'e8ab680854e4019c'],
    [
      'otpauth://totp/Makewhole:a%40example.com?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Makewhole',
      41,
      'a3fdde9658e7e168',
    ],
    ['x'.repeat(213), 57, 'f8a692e420006d88'],
  ])('a QR code of %s has %i modules a side', async (text, size, expected) => {
    const grid = await gridOf(text);
    const fingerprint = createHash('sha256').update(grid.join('\n')).digest('hex').slice(0, 16);
    expect([grid.length, grid[0]?.length, fingerprint]).toEqual([size, size, expected]);
  });

  it('a QR code has the three finder patterns, and an empty border', async () => {
    const grid = await gridOf('Makewhole');
    const last = grid.length - 1;
    const corners = [grid[0]?.[0], grid[0]?.[last], grid[last]?.[0], grid[1]?.[1], grid[2]?.[2]];
    expect(corners).toEqual(['1', '1', '1', '0', '1']);
    expect((await drawQr('Makewhole')).path.startsWith('M4,4h1v1h-1z')).toBe(true);
  });
});
