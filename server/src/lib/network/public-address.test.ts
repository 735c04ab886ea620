import { describe, expect, it } from 'vitest';
import { privateAddresses, publicAddresses, spellingsOf } from '#test/http/private-addresses';
import { isPublicAddress } from './public-address.ts';

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');

describe('public Internet addresses', () => {
  it.each(privateAddresses)('public addresses do not include %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it.each(publicAddresses)('public addresses include %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it('public addresses do not include a private address in any other spelling', () => {
    const spellings = privateAddresses.flatMap(spellingsOf);
    expect(spellings.length).toBeGreaterThan(600);
    expect(spellings.filter((host) => isPublicAddress(host) || isPublicAddress(bare(host)))).toEqual([]);
  });

  it('an IPv6 address with an IPv4 address inside is judged by the latter', () => {
    expect(['::ffff:8.8.8.8', '::ffff:808:808', '::FFFF:8.8.8.8'].map(isPublicAddress)).toEqual([true, true, true]);
    expect(['::ffff:10.0.0.1', '::ffff:a00:1'].map(isPublicAddress)).toEqual([false, false]);
  });

  it.each(['', 'hooks.example.com', '8.8.8', '8.8.8.8.8', '8.8.8.8/32', '8.8.8.8:443', '256.1.1.1', '2606:4700::1::1'])(
    'public addresses do not include text that is not an address: %j',
    (text) => {
      expect(isPublicAddress(text)).toBe(false);
    },
  );
});

type Range = { readonly first: string; readonly last: string; readonly outside: readonly string[] };

/** Ranges that are refused for deliveries: their first and last address, and the adjacent allowed ones. */
const ranges: Record<string, Range> = {
  'private use, 10/8': { first: '10.0.0.0', last: '10.255.255.255', outside: ['9.255.255.255', '11.0.0.0'] },
  'shared space': { first: '100.64.0.0', last: '100.127.255.255', outside: ['100.63.255.255', '100.128.0.0'] },
  loopback: { first: '127.0.0.0', last: '127.255.255.255', outside: ['126.255.255.255', '128.0.0.0'] },
  'link-local': { first: '169.254.0.0', last: '169.254.255.255', outside: ['169.253.255.255', '169.255.0.0'] },
  'private use, 172.16/12': { first: '172.16.0.0', last: '172.31.255.255', outside: ['172.15.255.255', '172.32.0.0'] },
  'protocol assignments': { first: '192.0.0.0', last: '192.0.0.255', outside: ['191.255.255.255', '192.0.1.0'] },
  AS112: { first: '192.31.196.0', last: '192.31.196.255', outside: ['192.31.195.255', '192.31.197.0'] },
  AMT: { first: '192.52.193.0', last: '192.52.193.255', outside: ['192.52.192.255', '192.52.194.0'] },
  'private use, 192.168/16': { first: '192.168.0.0', last: '192.168.255.255', outside: ['192.167.0.1', '192.169.0.0'] },
  benchmarking: { first: '198.18.0.0', last: '198.19.255.255', outside: ['198.17.255.255', '198.20.0.0'] },
  'multicast and reserved': { first: '224.0.0.0', last: '255.255.255.255', outside: ['223.255.255.255'] },
  'below global unicast': { first: '::', last: '1fff:ffff::', outside: ['2000::1'] },
  'above global unicast': { first: '4000::', last: 'ffff:ffff::', outside: ['3ffe:ffff::'] },
  'documentation, 3fff::/20': { first: '3fff::', last: '3fff:fff:ffff::', outside: ['3ffe:ffff::', '3fff:1000::'] },
  '6to4': { first: '2002::', last: '2002:ffff::', outside: ['2001:ffff::', '2003::'] },
  'protocol assignments of IPv6': { first: '2001::', last: '2001:1ff:ffff::', outside: ['2000:ffff::', '2001:200::'] },
  'documentation, 2001:db8::/32': {
    first: '2001:db8::',
    last: '2001:db8:ffff::',
    outside: ['2001:db7::', '2001:db9::'],
  },
  'AS112 of IPv6': { first: '2620:4f:8000::', last: '2620:4f:8000:f::', outside: ['2620:4f:7fff::', '2620:4f:8001::'] },
};

describe('a refused range', () => {
  it.each(Object.entries(ranges))(
    'the refused range %s begins and ends where it should',
    (_name, { first, last, outside }) => {
      expect([first, last].filter(isPublicAddress)).toEqual([]);
      expect(outside.filter(isPublicAddress)).toEqual(outside);
    },
  );
});
