import { describe, expect, it } from 'vitest';
import { isWithinRanges, normalizeRange } from './address-ranges.ts';

describe('a typed network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9/32'],
    ['203.0.113.9/24', '203.0.113.0/24'],
    ['203.0.113.255/25', '203.0.113.128/25'],
    ['198.51.100.7/1', '128.0.0.0/1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1/128'],
    ['2001:db8:1:2:3:4:5:6/48', '2001:db8:1::/48'],
    ['2001:db8:ffff::/33', '2001:db8:8000::/33'],
    ['::1', '::1/128'],
  ])('the network %s is %s', (typed, range) => {
    expect(normalizeRange(typed)).toEqual({ range });
    expect(normalizeRange(range)).toEqual({ range });
  });

  it.each([
    '',
    'example.com',
    '203.0.113',
    '203.0.113.9/33',
    '203.0.113.9/-1',
    '203.0.113.9/',
    '203.0.113.9/1e1',
    '203.0.113.9/24/24',
    '0.0.0.0/0',
    '::/0',
    '2001:db8::/129',
    '::ffff:203.0.113.9',
    'fe80::1%eth0',
    '[2001:db8::1]',
  ])('the network %s is refused', (typed) => {
    expect(normalizeRange(typed)).toEqual({ refusal: expect.stringMatching(/^must /) });
  });
});

it('an address is in a list when one of its networks has it', () => {
  const ranges = ['203.0.113.0/24', '2001:db8:1::/48'];
  const inside = ['203.0.113.0', '203.0.113.255', '2001:db8:1:ffff::9'];
  const outside = ['203.0.114.1', '2001:db8:2::1', '::1', '0.0.0.0'];
  expect(inside.map((address) => isWithinRanges(ranges, address))).toEqual([true, true, true]);
  expect(outside.map((address) => isWithinRanges(ranges, address))).toEqual([false, false, false, false]);
});
