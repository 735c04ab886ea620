import { describe, expect, it } from 'vitest';
import { cacheImages } from './documents.ts';

describe('remembered images', () => {
  it('cached images are the ones requested last, within the bound', () => {
    const cache = cacheImages({ maxBytes: 10 });
    cache.keep('a', Buffer.alloc(4));
    cache.keep('b', Buffer.alloc(4));
    expect(cache.find('a')).toHaveLength(4);
    cache.keep('c', Buffer.alloc(4));
    expect([cache.find('a'), cache.find('b'), cache.find('c')].map((image) => image?.length)).toEqual([
      4,
      undefined,
      4,
    ]);
    cache.keep('d', Buffer.alloc(11));
    expect(cache.find('d')).toBeUndefined();
    cache.keep('a', Buffer.alloc(6));
    expect([cache.find('a'), cache.find('c')].map((image) => image?.length)).toEqual([6, 4]);
  });
});
