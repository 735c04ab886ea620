import { describe, expect, it } from 'vitest';
import { byFunction, byPackage, selfTimes } from './profile.ts';

const frame = (functionName: string, url = '', lineNumber = 0) => ({ functionName, url, lineNumber });

describe('a profile', () => {
  it('adds up busy time by function, without idling and warm-up', () => {
    const profile = {
      nodes: [
        { id: 1, callFrame: frame('(idle)') },
        { id: 2, callFrame: frame('query', 'file:///x/node_modules/pg/lib/client.js', 9) },
        { id: 3, callFrame: frame('writev') },
      ],
      samples: [2, 1, 2, 3, 3, 3],
      timeDeltas: [1000, 1000, 1000, 1000, 1000, 1000],
    };
    expect(selfTimes(profile, { group: byFunction, skipMs: 2 })).toEqual([
      { name: 'writev', share: 0.75 },
      { name: 'query (pg/lib/client.js:10)', share: 0.25 },
    ]);
  });

  it('distinguishes packages, node and our own layers', () => {
    expect(byPackage(frame('a', 'file:///x/node_modules/@fastify/y/z.js'))).toBe('@fastify/y');
    expect(byPackage(frame('a', 'node:internal/crypto/keys'))).toBe('node');
    expect(byPackage(frame('a', 'file:///x/server/src/platform/db/query.ts'))).toBe('src/platform');
    expect(byPackage(frame('writev'))).toBe('native functions');
    expect(byPackage(frame('(garbage collector)'))).toBe('(garbage collector)');
  });
});
