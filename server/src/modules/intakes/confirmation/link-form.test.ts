import { describe, expect, it } from 'vitest';
import { oneLine } from '#lib/text/typed-name';
import { useHarness, type Answer } from '#test/harness';
import { givenIntake, linkPath, newEmail, poll, press, type CreatedReceipt } from '../testing.ts';

const harness = useHarness();

const form = { 'content-type': 'application/x-www-form-urlencoded' };
const send = (
  receipt: CreatedReceipt,
  raw: string | undefined,
  headers: Record<string, string> = form,
): Promise<Answer> =>
  harness.current.call('POST', linkPath(receipt), { ...(raw === undefined ? {} : { raw }), headers });

const statusOf = async (receipt: CreatedReceipt): Promise<string> => (await poll(harness.current, receipt)).body.status;

describe('the form of the customer’s page', () => {
  it.each(['cross-site', 'same-site', 'none', 'nonsense', ''])(
    'sent from elsewhere (Sec-Fetch-Site %j) decides nothing',
    async (site) => {
      const receipt = await givenIntake(harness.current);
      const { status, text } = await send(receipt, 'decision=confirm', { ...form, 'sec-fetch-site': site });
      expect(status).toBe(403);
      expect(text).toContain('open the link from your message');
      expect(await statusOf(receipt)).toBe('received');
    },
  );

  it.each([{}, { 'sec-fetch-site': 'same-origin' }])(
    'a form sent from the page, or by a browser without that header, decides',
    async (site) => {
      const receipt = await givenIntake(harness.current);
      expect((await send(receipt, 'decision=confirm', { ...form, ...site })).status).toBe(303);
      expect(await statusOf(receipt)).toBe('customer_confirmed');
    },
  );

  it.each([
    'decision=',
    'decision=yes',
    'decision=Confirm',
    'decision=confirm%20',
    'decision=confirm&decision=decline',
    'decision=confirm&decision=confirm',
    'decision=confirm&extra=1',
    'decision[]=confirm',
    'Decision=confirm',
    'confirm',
    '__proto__=confirm',
    '',
  ])('a form with %j as its body decides nothing', async (raw) => {
    const receipt = await givenIntake(harness.current);
    expect((await send(receipt, raw)).status).toBe(400);
    expect(await statusOf(receipt)).toBe('received');
  });

  it('a form without a body, in another media type, or too large decides nothing', async () => {
    const receipt = await givenIntake(harness.current);
    expect((await send(receipt, undefined, {})).status).toBe(400);
    const json = { 'content-type': 'application/json' };
    expect((await send(receipt, '{"decision":"confirm"}', json)).status).toBe(415);
    expect((await send(receipt, 'decision=confirm', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(receipt, `decision=confirm&x=${'x'.repeat(5000)}`)).status).toBe(413);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const { status, headers } = await harness.current.call(method, linkPath(receipt), { raw: 'decision=confirm' });
      expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
    }
    expect(await statusOf(receipt)).toBe('received');
  });
});

describe('every page of the link', () => {
  async function pages(): Promise<Record<string, Answer>> {
    const receipt = await givenIntake(harness.current, { agent: { name: 'n'.repeat(120), platform: 'p' } });
    const asking = await harness.current.call('GET', linkPath(receipt));
    const badForm = await send(receipt, 'decision=maybe');
    const foreign = await send(receipt, 'decision=confirm', { ...form, 'sec-fetch-site': 'cross-site' });
    await press(harness.current, receipt, 'confirm');
    const confirmed = await harness.current.call('GET', linkPath(receipt));
    const conflict = await press(harness.current, receipt, 'decline');
    const unknown = await harness.current.call('GET', '/c/nothing');
    return { asking, badForm, foreign, confirmed, conflict, unknown };
  }

  it('every page of the link is uncached, unindexed, unframed, script-free and small', async () => {
    for (const [name, { headers, text }] of Object.entries(await pages())) {
      expect([name, headers.get('cache-control')]).toEqual([name, 'no-store']);
      expect([name, headers.get('referrer-policy')]).toEqual([name, 'no-referrer']);
      expect([name, headers.get('x-content-type-options')]).toEqual([name, 'nosniff']);
      expect([name, headers.get('content-type')]).toEqual([name, 'text/html; charset=utf-8']);
      expect(headers.get('x-robots-tag')).toBe('noindex');
      const policy = headers.get('content-security-policy') ?? '';
      for (const part of ["default-src 'none'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"])
        expect(policy.split('; ')).toContain(part);
      expect(policy).not.toMatch(/unsafe|\*|https?:/);
      expect(Buffer.byteLength(text)).toBeLessThan(30 * 1024);
      expect(text).not.toMatch(/<script|\son\w+=|<img|<link rel="stylesheet|<iframe|javascript:/i);
    }
  });

  it('a page of the link that redirects is not cached either', async () => {
    const receipt = await givenIntake(harness.current);
    const { status, headers } = await press(harness.current, receipt, 'confirm');
    expect([status, headers.get('cache-control')]).toEqual([303, 'no-store']);
  });

  it('a page of the link names the agent and shows no other submitted data', async () => {
    const receipt = await givenIntake(harness.current, {
      agent: { name: 'Claims Companion', platform: 'secret-slug', operator_url: 'https://secret.example' },
      customer: { email: 'secret-owner@example.com', first_name: 'Secret', last_name: 'Secret', phone: '2025550199' },
      vehicle: { vin: 'SECRET00000000001' },
      external_ref: 'secret-ref',
    });
    const { text } = await harness.current.call('GET', linkPath(receipt));
    expect(text).toContain('<bdi>Claims Companion</bdi>');
    expect(text).not.toMatch(/secret|2025550199/i);
    expect(text).toContain('Wording 2026-09-16.1');
  });

  it.each([
    ["' autofocus onfocus='x", '&#39; autofocus onfocus=&#39;x'],
    ['A & B "<3" >', 'A &amp; B &quot;&lt;3&quot; &gt;'],
    ['a\u202eb\u200bc\u0007d\u2028e', 'abc d e'],
    ['${7*7}{{7*7}}', '${7*7}{{7*7}}'],
  ])('a page of the link shows an agent called %j as text', async (name, shown) => {
    const receipt = await givenIntake(harness.current, { agent: { name, platform: 'p' } });
    const { text } = await harness.current.call('GET', linkPath(receipt));
    expect(text).toContain(`<bdi>${shown}</bdi>`);
    expect(text.match(/<form/g)?.length).toBe(1);
    expect(receipt.customer_message).toContain(oneLine(name));
  });

  it.each([
    ['Makewhole fraud line: call 1-800-555-0199 first. Agent', 'synthetic-slug', 'synthetic-slug'],
    ['https://evil.example/win', '1-800-555-0199', 'An agent'],
    ['<script>alert(1)</script>', 'synthetic-slug', 'synthetic-slug'],
    ['"><img src=x onerror=alert(1)>', 'synthetic-slug', 'synthetic-slug'],
    ['</bdi></strong><form action=x>', 'synthetic-slug', 'synthetic-slug'],
    ['Claims at evil.example', 'synthetic-slug', 'Claims at evil.example'],
  ])(
    'a page of the link replaces the name of an agent with an address, a phone number or markup: %j',
    async (name, platform, shown) => {
      const receipt = await givenIntake(harness.current, {
        agent: { name, platform },
        customer: { email: newEmail(), first_name: 'Jane, call 800 555 0199' },
      });
      const { text } = await harness.current.call('GET', linkPath(receipt));
      expect(text).toContain(`<bdi>${shown}</bdi>`);
      const message = receipt.customer_message ?? '';
      expect(
        message.startsWith(`Hi, ${shown.replace('.', ' .')} says you asked us to look at your total-loss claim.`),
      ).toBe(true);
      expect(message.replace(receipt.customer_confirmation_url, '')).not.toMatch(/555|:\/\/|\w\.example/);
    },
  );
});
