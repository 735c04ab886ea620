import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { privateUrls } from '#test/http/private-addresses';
import { givenStaffToken } from '#testing/staff';
import { refusalOfPartnerUrl, refusalOfUrl } from '../rules.ts';
import { createEndpointOf, givenInstitution } from '../testing.ts';

const harness = useHarness();
/** As in production. */
const shut = { webhookAllowLocal: false };

/** Creates an endpoint with each address; returns the answers. */
async function answersTo(urls: readonly string[]): Promise<Record<string, unknown>> {
  const call = { harness: harness.current, token: await givenStaffToken(harness.current) };
  const institution = await givenInstitution(call);
  const answers = urls.map(async (url) => {
    const { status, body } = await createEndpointOf(call, institution, { url, livemode: true });
    return [url, status === 201 ? body.url : body.issues];
  });
  return Object.fromEntries(await Promise.all(answers));
}

const refusedFor = (urls: readonly string[], message: string) =>
  Object.fromEntries(urls.map((url) => [url, [{ path: 'url', message }]]));

const ofLength = (length: number) => `https://hooks.example.com/${'p'.repeat(length - 26)}`;

describe('the address of an endpoint', () => {
  it("an endpoint's address is https [P-HOOK-010]", async () => {
    const urls = [
      'http://hooks.example.com/',
      'HTTP://hooks.example.com/',
      'ftp://hooks.example.com/',
      'wss://a.example/',
    ];
    expect(await answersTo(urls)).toEqual(refusedFor(urls, 'must begin with https://'));
  });

  it("an endpoint's address is on port 443, named or not [P-HOOK-011]", async () => {
    const fine = ['https://hooks.example.com/', 'https://hooks.example.com:443/', 'https://hooks.example.com:0443/'];
    const refused = [
      'https://hooks.example.com:8443/',
      'https://hooks.example.com:80/',
      'https://hooks.example.com:0/',
    ];
    expect(await answersTo([...fine, ...refused])).toEqual({
      ...Object.fromEntries(fine.map((url) => [url, url])),
      ...refusedFor(refused, 'must be on port 443'),
    });
  });

  it("an endpoint's address has a public hostname [P-HOOK-012]", async () => {
    const hosts = [
      'localhost',
      'localhost.',
      'a.localhost',
      '10.0.0.1',
      '127.0.0.1',
      '[::1]',
      'printer.local',
      'intranet',
    ];
    const others = ['vault.internal', 'router.home.arpa', 'abcdefghij.onion', '8.8.8.8', '[2606:4700:4700::1111]'];
    const urls = [...hosts, ...others].map((host) => `https://${host}/`);
    expect(await answersTo(urls)).toEqual(refusedFor(urls, 'must name a public host'));
  });

  it("an endpoint's address has no user, no password, no fragment, and at most 500 characters", async () => {
    const people = [
      'https://me@hooks.example.com/',
      'https://me:secret@hooks.example.com/',
      'https://:x@hooks.example.com/',
    ];
    const fragments = ['https://hooks.example.com/#part', 'https://hooks.example.com/#'];
    expect(await answersTo([...people, ...fragments, ofLength(501), ofLength(500)])).toEqual({
      ...refusedFor(people, 'must not hold user information'),
      ...refusedFor(fragments, 'must not hold a fragment'),
      ...refusedFor([ofLength(501)], 'must have at most 500 characters'),
      [ofLength(500)]: ofLength(500),
    });
  });

  it("an endpoint's address does not lead to a non-public address, in any spelling", async () => {
    const urls = privateUrls(8443);
    expect(urls.length).toBeGreaterThan(1_500);
    expect(
      urls.filter((url) => refusalOfUrl(url, shut) === undefined || refusalOfPartnerUrl(url, shut) === undefined),
    ).toEqual([]);
    const sample = urls.filter((_url, index) => index % 5 === 0);
    expect(sample.length).toBeGreaterThan(300);
    const answers = Object.values(await answersTo(sample));
    expect(answers.every((issues) => Array.isArray(issues) && issues[0]?.path === 'url')).toBe(true);
  });
});
