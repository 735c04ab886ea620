import { describe, expect, it } from 'vitest';
import { isWebUrl } from './web-url.ts';

describe('web addresses', () => {
  it.each([
    'https://example.com',
    'http://example.com/path?query=1#part',
    'HTTPS://EXAMPLE.COM',
    'https://example.com:8443/',
    'https://[2001:db8::1]/',
  ])('%s is a web address', (text) => {
    expect(isWebUrl(text)).toBe(true);
  });

  it.each([
    '',
    'example.com',
    '/path',
    '//example.com',
    'http:example.com',
    'https:/example.com',
    'https://',
    'https://exa mple.com',
    'javascript:alert(1)',
    'data:text/html,hello',
    'ftp://example.com',
    'mailto:owner@example.com',
    ' https://example.com',
    'https://example.com:99999',
  ])('%j is not a web address', (text) => {
    expect(isWebUrl(text)).toBe(false);
  });
});
