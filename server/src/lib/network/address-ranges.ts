import { isIP } from 'node:net';
import { isWithin, normalizeAddress, parseRanges } from './address.ts';

type NormalizedRange = { readonly range?: string; readonly refusal?: string };

/**
 * A network in one spelling: `203.0.113.9/24` becomes `203.0.113.0/24`, and a single address becomes a network. A
 * network of all addresses is refused, because it makes a list pointless.
 */
export function normalizeRange(text: string): NormalizedRange {
  const [typed = '', bits, ...rest] = text.split('/');
  const family = isIP(typed);
  if (family === 0 || typed.includes('%') || rest.length > 0)
    return { refusal: 'must be an address or a network such as 203.0.113.0/24 or 2001:db8::/48' };
  const address = normalizeAddress(typed) ?? typed;
  // Such clients have an IPv4 address here, so an IPv6 prefix length would not match them.
  if (family === 6 && isIP(address) === 4) return { refusal: 'must be written as IPv4' };
  const widest = family === 4 ? 32 : 128;
  const width = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(width <= widest)) return { refusal: `must have a width of 1 to ${widest} after the slash` };
  if (width === 0) return { refusal: 'must not be everybody; leave the list empty instead' };
  return { range: `${firstOf(address, width)}/${width}` };
}

/** Whether one of the networks, as normalizeRange writes them, contains the address. */
export function isWithinRanges(ranges: readonly string[], address: string): boolean {
  const list = parseRanges(ranges);
  return list !== undefined && isWithin(list, address);
}

/** The first address of a network. */
function firstOf(address: string, width: number): string {
  const bytes = isIP(address) === 4 ? address.split('.').map(Number) : bytesOf(address);
  const kept = bytes.map((byte, index) => byte & (0xff << (8 - Math.min(8, Math.max(0, width - index * 8)))) & 0xff);
  if (kept.length === 4) return kept.join('.');
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((kept[at * 2] ?? 0) * 256 + (kept[at * 2 + 1] ?? 0)).toString(16),
  );
  const text = groups.join(':');
  return normalizeAddress(text) ?? text;
}

function bytesOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
