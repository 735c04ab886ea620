import { randomBytes } from 'node:crypto';

/** In ASCII order, so that text sorted byte by byte is sorted by value. */
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Drawn in bulk, because random bytes cost the same for one as for thousands; each byte is used once. */
const drawnBytes = 4096;
let drawn = new Uint8Array();
let used = 0;

function randomByte(): number {
  if (used === drawn.length) {
    drawn = randomBytes(drawnBytes);
    used = 0;
  }
  const byte = drawn[used] ?? 0;
  drawn[used] = 0;
  used += 1;
  return byte;
}

/** Random characters from a CSPRNG, unbiased: bytes of 248 and above are drawn again. */
export function randomBase62(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    if (byte < 248) text += alphabet[byte % 62];
  }
  return text;
}

/** The number that `encodeBase62` wrote; undefined for any other text. */
export function decodeBase62(text: string): number | undefined {
  const digits = [...text].map((character) => alphabet.indexOf(character));
  return text === '' || digits.includes(-1) ? undefined : digits.reduce((value, digit) => value * 62 + digit, 0);
}

/** A whole number as exactly `width` characters, most significant first. */
export function encodeBase62(value: number, width: number): string {
  let text = '';
  for (let rest = value; text.length < width; rest = Math.floor(rest / 62)) {
    text = alphabet.charAt(rest % 62) + text;
  }
  return text;
}
