import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

// RFC 6238 with the parameters that every authenticator supports: SHA-1, 30 seconds, six digits.

const stepS = 30;
const digits = 6;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** 160 bits, as RFC 4226 recommends, in the base32 that authenticators use. */
export const newTotpSecret = (): string => toBase32(randomBytes(20));

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / stepS);

/** The code of one step. */
export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/**
 * The step of a code: the current, the previous or the next one, because clocks differ. Undefined for no match, and for
 * steps up to `lastStep`: a code works once, and invalidates older ones.
 */
export function findStep(secret: string, code: string, { now, lastStep }: TotpMoment): number | undefined {
  const current = stepAt(now);
  const sent = Buffer.from(code);
  const matching = [current - 1, current, current + 1].filter((step) => {
    const expected = Buffer.from(totpCode(secret, step));
    return sent.length === expected.length && timingSafeEqual(sent, expected);
  });
  return matching.find((step) => step > lastStep);
}

type TotpMoment = { readonly now: Date; readonly lastStep: number };

/** The otpauth link that an authenticator reads. */
export function totpUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}&algorithm=SHA1&digits=${digits}&period=${stepS}`;
}

export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet.charAt(Number.parseInt(group.padEnd(5, '0'), 2))).join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((character) => alphabet.indexOf(character).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
