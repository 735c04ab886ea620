import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { addressBucket, addressNetwork, isWithin, normalizeAddress, parseRanges } from './address.ts';

describe('a normalized address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['::1', '::1'],
  ])('the address %s is normalized to %s', (text, address) => {
    expect(normalizeAddress(text)).toBe(address);
  });

  it.each([
    '',
    'localhost',
    '192.0.2',
    '192.0.2.256',
    '192.0.2.7:443',
    '01.2.3.4',
    'fe80::1%eth0',
    '[',
    '1::2::3',
    ' ::1',
  ])('%j is not an address', (text) => {
    expect(normalizeAddress(text)).toBeUndefined();
  });

  it('normalizing twice changes nothing', () => {
    fc.assert(
      fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (text) => {
        const once = normalizeAddress(text);
        expect(once).toBeDefined();
        expect(normalizeAddress(once!)).toBe(once);
      }),
    );
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('the network of %s is %s', (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });
});

describe('the bucket of a rate limit', () => {
  it('an IPv4 address is its own bucket', () => {
    expect(addressBucket('192.0.2.7')).toBe('192.0.2.7');
  });

  it('the bucket of an IPv6 address is its /64, however the address is compressed', () => {
    expect(addressBucket('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
    expect(addressBucket('2001:db8::6')).toBe('2001:db8:0:0::/64');
    expect(addressBucket('::1')).toBe('0:0:0:0::/64');
    expect(addressBucket('2001:db8:1:2::')).toBe('2001:db8:1:2::/64');
  });

  const group = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
  const fourGroups = fc.tuple(group, group, group, group);
  const bucketOf = (groups: string[]) => addressBucket(normalizeAddress(groups.join(':'))!);

  it('a bucket is shared by all addresses of a /64 and by no address outside it', () => {
    fc.assert(
      fc.property(fc.tuple(fourGroups, fourGroups), fc.tuple(fourGroups, fourGroups), ([net, otherNet], hosts) => {
        // ::ffff:0:0/96 is IPv4-mapped and has its own rule.
        fc.pre(net.join('') !== '0000' && otherNet.join('') !== '0000');
        const bucket = bucketOf([...net, ...hosts[0]]);
        expect(bucketOf([...net, ...hosts[1]])).toBe(bucket);
        expect(bucketOf([...otherNet, ...hosts[0]]) === bucket).toBe(net.join(':') === otherNet.join(':'));
      }),
    );
  });
});

describe('ranges', () => {
  it('ranges contain the addresses between their ends and no others', () => {
    const ranges = parseRanges(['10.0.0.0/8', '192.0.2.7/32', '2001:db8::/32'])!;
    const inside = ['10.0.0.0', '10.255.255.255', '192.0.2.7', '2001:db8:ffff::1'];
    const outside = ['9.255.255.255', '11.0.0.0', '192.0.2.8', '2001:db9::1', '::1'];
    expect(inside.filter((address) => isWithin(ranges, address))).toEqual(inside);
    expect(outside.filter((address) => isWithin(ranges, address))).toEqual([]);
  });

  it('an empty list of ranges contains nothing', () => {
    expect(isWithin(parseRanges([])!, '127.0.0.1')).toBe(false);
  });

  it.each([
    '10.0.0.0',
    '10.0.0.0/',
    '10.0.0.0/33',
    '::/129',
    '/8',
    'all',
    '10.0.0.0/-1',
    '10.0.0.0/8/9',
    '10.0.0.0/8x',
  ])('a range is refused: %j', (range) => {
    expect(parseRanges(['192.0.2.0/24', range])).toBeUndefined();
  });

  it('ranges accept every width of both families', () => {
    for (let bits = 0; bits <= 128; bits += 1) {
      expect(parseRanges([`::/${bits}`]), `::/${bits}`).toBeDefined();
      if (bits <= 32) expect(parseRanges([`0.0.0.0/${bits}`]), `0.0.0.0/${bits}`).toBeDefined();
    }
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.0/24'],
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8::1', '2001:db8:0::/48'],
    ['::1', '0:0:0::/48'],
  ])('the address %s is in %s', (address, network) => {
    expect(addressNetwork(address)).toBe(network);
  });
});
