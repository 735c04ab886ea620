import { describe, expect, it } from 'vitest';
import { clearHostCookie, readCookie, writeHostCookie } from './cookies.ts';

describe('cookies', () => {
  it('are found by their whole name, and not when two differ', () => {
    expect(readCookie('a=1; __Host-x=two=2; b=3', '__Host-x')).toBe('two=2');
    expect(readCookie('__Host-xy=1; x__Host-x=2', '__Host-x')).toBeUndefined();
    expect(readCookie('__Host-x=1; __Host-x=2', '__Host-x')).toBeUndefined();
    expect(readCookie(undefined, '__Host-x')).toBeUndefined();
    expect(readCookie('__Host-x=', '__Host-x')).toBe('');
  });

  it('are written for this host, secure connections and no script', () => {
    expect(writeHostCookie('__Host-x', 'v', 60)).toBe('__Host-x=v; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=60');
    expect(clearHostCookie('__Host-x')).toContain('__Host-x=; ');
    expect(clearHostCookie('__Host-x')).toContain('Max-Age=0');
  });
});
