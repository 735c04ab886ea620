import { isIP } from 'node:net';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientAddress, isWithin, normalizeAddress, parseRanges } from './address.ts';

const proxies = parseRanges(['10.0.0.0/8', 'fd00::/8'])!;
const caller = (peer: string, forwardedFor?: string) => clientAddress(peer, forwardedFor, proxies);

describe('the client address', () => {
  it('the client address is the peer when the peer is not our proxy, whatever the header says', () => {
    expect(caller('203.0.113.5', '198.51.100.1, 10.0.0.1')).toBe('203.0.113.5');
    expect(caller('203.0.113.5')).toBe('203.0.113.5');
  });

  it('the client address is the rightmost entry that is not our proxy; entries to its left are the client’s own claims', () => {
    expect(caller('10.0.0.1', '198.51.100.1, 203.0.113.5')).toBe('203.0.113.5');
    expect(caller('10.0.0.1', '198.51.100.1, 203.0.113.5, 10.0.0.2,fd00::9')).toBe('203.0.113.5');
    expect(caller('10.0.0.1', '10.9.9.9, 203.0.113.5')).toBe('203.0.113.5');
  });

  it('the client address is IPv4 when the address is IPv4-mapped IPv6, as peer and as entry', () => {
    expect(caller('::ffff:203.0.113.5', undefined)).toBe('203.0.113.5');
    expect(caller('::ffff:10.0.0.1', '::ffff:203.0.113.5')).toBe('203.0.113.5');
    expect(caller('::ffff:10.0.0.1', '::ffff:cb00:7105')).toBe('203.0.113.5');
  });

  it('the client address is the outermost proxy when every entry is one', () => {
    expect(caller('10.0.0.1', '10.0.0.3, 10.0.0.2')).toBe('10.0.0.3');
    expect(caller('10.0.0.1')).toBe('10.0.0.1');
  });

  it.each(['', 'unknown', '_hidden', '203.0.113.5:4711', '203.0.113.5 ; drop', '%00'])(
    'the client address is the proxy that wrote an entry that is not an address: %j',
    (junk) => {
      expect(caller('10.0.0.1', `198.51.100.1, ${junk}, 10.0.0.2`)).toBe('10.0.0.2');
      expect(caller('10.0.0.1', `198.51.100.1, ${junk}`)).toBe('10.0.0.1');
    },
  );

  it('the client address is never empty, even for a socket that is already closed', () => {
    expect(caller('')).toBe('0.0.0.0');
  });
});

describe('over random headers', () => {
  const address = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.ipV4().map((ip) => `::ffff:${ip}`),
    fc.constantFrom('10.0.0.7', 'fd00::7'),
  );
  const entry = fc.oneof({ weight: 3, arbitrary: address }, fc.string(), fc.string({ unit: 'binary' }));
  const header = fc.array(entry, { maxLength: 6 }).map((entries) => entries.join(', '));

  it('the client is always a valid, normalized address', () => {
    fc.assert(
      fc.property(address, fc.option(header, { nil: undefined }), (peer, forwardedFor) => {
        const result = caller(peer, forwardedFor);
        expect(isIP(result)).not.toBe(0);
        expect(normalizeAddress(result)).toBe(result);
      }),
      { numRuns: 2000 },
    );
  });

  it('what a stranger writes to the left of its own entry changes nothing', () => {
    fc.assert(
      fc.property(header, address, (forged, own) => {
        fc.pre(!isWithin(proxies, normalizeAddress(own)!));
        expect(caller('10.0.0.1', `${forged}, ${own}, 10.0.0.2`)).toBe(normalizeAddress(own));
      }),
      { numRuns: 1000 },
    );
  });
});
