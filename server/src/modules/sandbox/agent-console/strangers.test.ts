import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshAddress, givenAgent } from '#testing/agents';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { minimalIntake, submit } from '#testing/intakes';
import { startHarness, type Harness } from '#test/harness';
import { collectRoutes, type ServedRoute } from '#test/http/routes';
import { cookieOf, givenConsoleBrowser, submitKey, type ConsoleBrowser } from './testing.ts';

let harness: Harness;
let pages: ServedRoute[];
let key: string;
let browser: ConsoleBrowser;

beforeAll(async () => {
  const all = await collectRoutes(() => startHarness());
  harness = all.started;
  pages = all.routes.filter(({ path }) => path.startsWith('/agent-console'));
  ({ key } = await givenAgent(harness));
  browser = await givenConsoleBrowser(harness, key);
});
afterAll(() => harness.close());

const addressOf = ({ path }: ServedRoute): string => path.replaceAll(/:\w+/g, 'x');

describe('a page of another site', () => {
  it('can press no button of the console, signed in or not', async () => {
    const forms = pages.filter(({ method }) => method === 'POST');
    expect(forms.length).toBe(6);
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const foreign: Record<string, string>[] = [
      { ...type },
      { ...type, 'sec-fetch-site': 'cross-site' },
      { ...type, 'sec-fetch-site': 'same-site' },
      { ...type, 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' },
      { ...type, origin: 'null' },
      { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
    ];
    for (const form of forms)
      for (const headers of foreign) {
        const sent = { raw: 'key=x', headers: { ...headers, cookie: browser.cookie } };
        const { status, text } = await harness.call('POST', addressOf(form), sent);
        expect([form.path, headers, status]).toEqual([form.path, headers, 403]);
        expect(text).toContain('This was not asked for by a page of the agent console.');
      }
    expect((await browser.visit('')).status).toBe(200);
  });
});

describe('a session that somebody else began', () => {
  it('is never taken over: whoever signs in gets a new one', async () => {
    const planted = `__Host-makewhole-agent-console=${'a'.repeat(43)}`;
    const entered = await submitKey(harness, key, { cookie: planted });
    expect(cookieOf(entered)).not.toBe(planted);
    expect((await harness.call('GET', '/agent-console', { headers: { cookie: planted } })).status).toBe(401);
    // With two cookies of this name we cannot tell which is ours, so neither is accepted.
    const both = `${planted}; ${cookieOf(entered)}`;
    expect((await harness.call('GET', '/agent-console', { headers: { cookie: both } })).status).toBe(401);
  });

  it('a session cookie grants access to the console only', async () => {
    const headers = { cookie: browser.cookie };
    for (const path of ['/api/agent/v1/me', '/sandbox/api/agent/v1/me', '/api/portal/v1/me', '/api/staff/v1/me'])
      expect([path, (await harness.call('GET', path, { headers })).status]).toEqual([path, 401]);
  });
});

describe('what a browser or a proxy stores', () => {
  it('is nothing: neither a page, nor a refusal, nor what sets or removes the cookie', async () => {
    for (const page of pages.filter(({ method }) => method === 'GET'))
      for (const cookie of [browser.cookie, 'a=b']) {
        const { headers, status } = await harness.call('GET', addressOf(page), { headers: { cookie } });
        expect([page.path, status, headers.get('cache-control')]).toEqual([page.path, status, 'no-store']);
      }
    const entered = await submitKey(harness, key);
    const leaving = await givenConsoleBrowser(harness, key);
    for (const { headers } of [entered, await leaving.press('/sign-out')])
      expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('keys in the other mode', () => {
  it('a key of one mode grants no access to the other, by the agent API or by the console', async () => {
    const test = await givenTestAgent(harness);
    const { body: live } = await submit(harness, minimalIntake(), { token: key });
    const tried = await givenTestIntake(harness, {}, { token: test.key });
    const get = async (path: string, token: string) => (await harness.call('GET', path, { token })).status;
    const [ofLive, ofTest] = [live.intake_id, tried.intake_id];
    expect(await get(`/api/agent/v1/intakes/${ofLive}`, key)).toBe(200);
    expect(await get(`/sandbox/api/agent/v1/intakes/${ofTest}`, test.key)).toBe(200);
    for (const [path, token] of [
      [`/api/agent/v1/intakes/${ofLive}`, test.key],
      [`/api/agent/v1/intakes/${ofTest}`, key],
      [`/sandbox/api/agent/v1/intakes/${ofLive}`, key],
      [`/sandbox/api/agent/v1/intakes/${ofTest}`, key],
      [`/sandbox/api/intakes/${ofLive}/steps`, test.key],
      [`/sandbox/api/intakes/${ofLive}/messages`, key],
      [`/sandbox/api/intakes/${ofTest}/steps`, key],
      [`/api/agent-console/v1/intakes/${ofLive}`, test.key],
      [`/api/agent-console/v1/intakes/${ofTest}`, key],
    ] as const)
      expect([path, [401, 404].includes(await get(path, token))]).toEqual([path, true]);
  });
});

describe('the page after a sign-in', () => {
  const enter = (next: string) =>
    harness.call('POST', '/agent-console/sign-in', {
      raw: new URLSearchParams({ key, next }).toString(),
      headers: {
        ...freshAddress(),
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
    });

  it("a sign-in leads to the requested page, such as an email's link", async () => {
    const paths = [`/deliveries/dlv_${'0'.repeat(24)}`, '/deliveries?failed=yes', '/webhook', '/mailbox'];
    for (const path of paths) {
      const asked = await harness.call('GET', `/agent-console${path}`);
      expect([asked.status, /name="next" value="([^"]*)"/.exec(asked.text)?.[1]]).toEqual([401, path]);
      expect((await enter(path)).headers.get('location')).toBe(`/agent-console${path}`);
    }
  });

  it('a sign-in never leads to an address that an attacker chose', async () => {
    for (const next of [
      'https://elsewhere.example',
      '//elsewhere.example',
      '/\\elsewhere.example',
      '.elsewhere.example',
    ]) {
      expect((await enter(next)).headers.get('location')).toBe('/agent-console');
      const refused = await harness.call('GET', `/agent-console/intakes?next=${encodeURIComponent(next)}`);
      expect(refused.text).not.toContain('elsewhere');
    }
    const nowhere = ['/intakes?failed=yes', '/webhook?failed=yes', '/mailbox?failed=yes'];
    const [delivery, intake] = [`dlv_${'0'.repeat(24)}`, `int_${'0'.repeat(24)}`];
    nowhere.push(
      `/webhook/${delivery}`,
      `/intakes/${delivery}`,
      `/mailbox/${intake}`,
      `/deliveries/${delivery}?failed=yes`,
    );
    for (const next of nowhere) expect((await enter(next)).headers.get('location')).toBe('/agent-console');
    for (const next of ['/intakes/../../sign-out', '/intakes\r\nset-cookie: a=b', '/webhook#x', '/sign-out'])
      expect((await enter(next)).headers.get('location')).toBe('/agent-console');
  });

  it('the sign-in form explains why it appears: no session yet, an expired one, or a sign-out', async () => {
    const other = await givenConsoleBrowser(harness, key);
    expect((await harness.call('GET', '/agent-console')).text).not.toContain('has ended');
    const out = await other.press('/sign-out');
    const left = await harness.call('GET', out.headers.get('location') ?? '');
    expect([left.status, left.text.includes('You are signed out.')]).toEqual([200, true]);
    const ended = await other.visit('/intakes');
    expect([ended.status, ended.text.includes('Your session has ended.')]).toEqual([401, true]);
  });
});
