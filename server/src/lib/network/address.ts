import { BlockList, isIP, SocketAddress } from 'node:net';

/** A network address in one spelling: IPv4-mapped IPv6 becomes IPv4, IPv6 is compressed and lowercase. */
export function normalizeAddress(text: string): string | undefined {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text;
  const family = isIP(bare);
  if (family === 4) return bare;
  if (family !== 6 || bare.includes('%')) return undefined;
  const canonical = new SocketAddress({ address: bare, family: 'ipv6' }).address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical);
  return mapped?.[1] ?? canonical;
}

/** The unit of rate limits: an IPv4 address, or the /64 of an IPv6 one (D-006). */
export const addressBucket = (address: string): string =>
  isIP(address) === 6 ? `${firstGroups(address, 4)}::/64` : address;

/** The network that the owner of one address probably owns completely: an IPv4 /24, an IPv6 /48. */
export const addressNetwork = (address: string): string =>
  isIP(address) === 6
    ? `${firstGroups(address, 3)}::/48`
    : `${address.slice(0, Math.max(0, address.lastIndexOf('.')))}.0/24`;

function firstGroups(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right].slice(0, count).join(':');
}

/** A list of CIDR ranges; undefined when one of them is invalid. */
export function parseRanges(ranges: readonly string[]): BlockList | undefined {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = '', ...rest] = range.split('/');
    const family = isIP(address);
    const width = Number(bits);
    if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits) || width > (family === 4 ? 32 : 128))
      return undefined;
    list.addSubnet(address, width, family === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}

export function isWithin(ranges: BlockList, address: string): boolean {
  return ranges.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/**
 * The client's address: the socket's peer, or, when the peer is our proxy, the rightmost X-Forwarded-For entry that is
 * not (D-006). An entry that is not an address ends the search at the hop that wrote it.
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: BlockList): string {
  let caller = normalizeAddress(peer) ?? '0.0.0.0';
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(',').toReversed();
  for (const hop of hops) {
    if (!isWithin(proxies, caller)) break;
    const address = normalizeAddress(hop.trim());
    if (address === undefined) break;
    caller = address;
  }
  return caller;
}
