import { BlockList, isIP } from 'node:net';
import { normalizeAddress } from './address.ts';

// All special-purpose IPv4 ranges (IANA), and the address of one cloud's machine service.
const closed4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

// Only global unicast IPv6 is allowed, without Teredo and other protocol ranges, 6to4, documentation and AS112.
const open6 = blockList('ipv6', ['2000::/3']);
const closed6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']);

/** Whether an address is on the public Internet; IPv4 inside IPv6 is treated as IPv4. */
export function isPublicAddress(text: string): boolean {
  const address = normalizeAddress(text);
  if (address === undefined) return false;
  if (isIP(address) === 4) return !closed4.check(address, 'ipv4');
  return open6.check(address, 'ipv6') && !closed6.check(address, 'ipv6');
}

function blockList(family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits = ''] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
