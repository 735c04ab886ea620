import { describe, expect, it } from 'vitest';
import { privateUrls } from '#test/http/private-addresses';
import { isLocalUrl } from './local-host.ts';

describe('an address on this machine', () => {
  it.each(['http://localhost', 'http://localhost:3000/hook?a=1', 'https://127.0.0.1:8443/', 'http://[::1]:3000/'])(
    '%s is an address on this machine',
    (url) => expect(isLocalUrl(url)).toBe(true),
  );

  it.each([
    'http://localhost.example.com/',
    'http://localhost@example.com/',
    'http://user:secret@localhost/',
    'http://localhost:99999/',
    'http://localhost#x',
    'http://localhost\\@example.com/',
    'http://127.1/',
    'http://127.0.0.2/',
    'http://0x7f.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'http://0.0.0.0/',
    'ftp://localhost/',
    ' http://localhost/',
    'http://localhost/\n',
  ])('%j is not an address on this machine', (url) => expect(isLocalUrl(url)).toBe(false));

  it('a local address has no other spelling', () => {
    const taken = privateUrls(8443).filter(isLocalUrl);
    expect(taken.every((url) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:8443)?[/?]?/i.test(url))).toBe(true);
  });
});
