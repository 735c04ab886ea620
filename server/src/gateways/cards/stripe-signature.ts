import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SignedEvent } from './port.ts';

/** How old a signed event may be, and how far ahead of our clock; the provider's own default. */
const toleranceS = 300;

/** Several secrets are in use during a rotation, so there may be several signatures; more are ignored. */
const signaturesMax = 5;

/** Stripe's scheme: `t=…,v1=…`, HMAC-SHA256 in hexadecimal over the time, a dot and the raw body. */
export function isSigned(secret: string, { body, signature = '', now }: SignedEvent): boolean {
  const parts = signature.split(',').map((part) => part.trim().split('='));
  const time = parts.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(time) || Math.abs(now.getTime() / 1000 - Number(time)) > toleranceS) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return parts
    .filter(([name]) => name === 'v1')
    .slice(0, signaturesMax)
    .some(([, candidate = '']) => {
      const bytes = Buffer.from(candidate, 'hex');
      return bytes.length === expected.length && timingSafeEqual(bytes, expected);
    });
}
