import { readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { signRequest } from '../../../../sdk/src/sign-request.ts';
import { accessibilityProblems, saveLook, sidewaysScroll, type screens } from '#test/browser/browser';
import { until } from '#test/until';
import { setFeatureFlags } from '#testing/feature-flags';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { newWindow, origin, useWorld, type Desk } from '../board-world.ts';

const world = useWorld();
let user: PortalBrowser;

beforeAll(async () => {
  const { harness } = world.current;
  // The page measures a challenge's lifetime by the machine's clock.
  harness.clock.advance((Date.now() - harness.clock.now().getTime()) / 1000);
  await setFeatureFlags(harness, { signed_credentials: true });
  user = await givenPortalUser(harness, { role: 'owner' });
  const text = 'update partners.institutions set live_opened_at = null where id = $1';
  await harness.owner.pool.query(text, [user.institutionId]);
});

type Width = keyof typeof screens;

async function openPortal(path: string, width: Width = 1280): Promise<Desk> {
  const desk = await newWindow(world.current.browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await desk.context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  await desk.page.goto(`${origin}/portal/${user.institutionId}/test${path}`);
  return desk;
}

/** Everything a page stores where another user of the browser may find it. */
const stores = (page: Page): Promise<string> =>
  page.evaluate<string>(
    'location.href + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + JSON.stringify(history.state)',
  );

describe('the pages of keys, credentials and the go-live list', () => {
  it.each([1280, 390] as const)('fit a window of %i, and have names and labels', async (width) => {
    for (const [path, heading] of [
      ['', 'Synthetic Credit Union'],
      ['/keys', 'API keys'],
      ['/credentials', 'Signed credentials'],
    ] as const) {
      const { page, context, trouble } = await openPortal(path, width);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page
        .getByText(path === '' ? 'Before you go live' : /No test|gap_test_|crd_/)
        .first()
        .waitFor();
      await saveLook(page, `portal-keys${path.replace('/', '-')}-${width}`);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(trouble).toEqual([]);
      await context.close();
    }
  });

  it('a key is shown once: it is in no URL, in no browser storage, and not there after a reload', async () => {
    const { page, context } = await openPortal('/keys');
    await page.getByLabel('Label').fill('nightly roster');
    await page.getByLabel('Accepted from').fill('203.0.113.9/24, 2001:db8::/48');
    await page.getByRole('button', { name: 'Create test key' }).click();
    const shown = page.getByRole('region', { name: 'New API key' });
    await shown.waitFor();
    const key = (await shown.locator('code').textContent()) ?? '';
    expect(key).toMatch(/^gap_test_[0-9A-Za-z]{32}$/);
    await saveLook(page, 'portal-keys-made-1280');
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await stores(page)).not.toContain(key);
    await page.reload();
    await page.getByText('203.0.113.0/24').first().waitFor();
    expect(await page.content()).not.toContain(key);
    await context.close();
  });

  it('these pages show the error next to the wrong field', async () => {
    const { page, context } = await openPortal('/keys');
    await page.getByLabel('Accepted from').fill('office');
    await page.getByRole('button', { name: 'Create test key' }).click();
    await page.getByText('must be an address or a network such as').waitFor();
    expect(await page.getByLabel('Accepted from').getAttribute('aria-invalid')).toBe('true');
    await context.close();
  });

  it('rotating a key shows its replacement and when the old key ends', async () => {
    await user.call('POST', '/keys', { body: { label: 'core banking' } });
    const { page, context } = await openPortal('/keys');
    await page.getByRole('button', { name: 'Rotate core banking' }).click();
    await page.getByRole('button', { name: 'Create the new key' }).click();
    await page.getByRole('region', { name: 'New API key' }).waitFor();
    await page.getByText(/replaced by gap_test_\w{6}…, ends in (23|24) h/).waitFor();
    await saveLook(page, 'portal-keys-rotated-1280');
    await page.setViewportSize({ width: 390, height: 844 });
    await saveLook(page, 'portal-keys-rotated-390');
    expect(await sidewaysScroll(page)).toBe(0);
    await context.close();
  });

  it('revoking a key asks first', async () => {
    await user.call('POST', '/keys', { body: { label: 'leaked' } });
    const { page, context } = await openPortal('/keys');
    await page.getByRole('button', { name: 'Revoke leaked' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByText('Key revoked.').waitFor();
    const list = (await user.call('GET', '/keys')).body.data as { label: string; status: string }[];
    expect(list.find(({ label }) => label === 'leaked')?.status).toBe('revoked');
    await context.close();
  });
});

describe('a key pair created in the browser', () => {
  const contentOf = (request: Request): string =>
    `${request.url()} ${JSON.stringify(request.headers())} ${request.postData() ?? ''}`;

  it('the private key goes only into a file, and the page turns to active when the call was made', async () => {
    const { harness } = world.current;
    const { page, context, trouble } = await openPortal('/credentials');
    const sent: Request[] = [];
    page.on('request', (request) => sent.push(request));
    await page.getByLabel('Label').fill('signing host');
    await page.getByRole('button', { name: 'Generate a key pair' }).click();
    expect(await page.getByRole('button', { name: 'Upload public key' }).isDisabled()).toBe(true);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the private key' }).click(),
    ]);
    const privateKey = readFileSync((await download.path()) ?? '', 'utf8');
    expect(privateKey).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    await page.getByRole('button', { name: 'Upload public key' }).click();
    await page.getByText('Waiting for the signed call').waitFor();
    const snippet = (await page.locator('pre').textContent()) ?? '';
    const [, id = ''] = /credentials\/(crd_\w+)\/verify/.exec(snippet) ?? [];
    const [challenge = ''] = /chl_\w+/.exec(snippet) ?? [];
    await saveLook(page, 'portal-keys-activation-1280');
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    await saveLook(page, 'portal-keys-activation-390');
    expect(await sidewaysScroll(page)).toBe(0);
    await until('a poll with the entity tag', async () => {
      const polls = sent.filter((request) => request.url().endsWith(`/credentials/${id}`));
      const headers = await Promise.all(polls.map((request) => request.allHeaders()));
      return headers.some((one) => one['if-none-match'] !== undefined);
    });
    const path = `/api/gap/v1/credentials/${id}/verify`;
    const body = JSON.stringify({ challenge });
    harness.clock.advance((Date.now() - harness.clock.now().getTime()) / 1000);
    const signed = signRequest({
      method: 'POST',
      url: origin + path,
      body,
      keyid: id,
      privateKey,
      environment: 'TEST',
      idempotencyKey: 'once',
    });
    const headers = { ...signed, 'content-type': 'application/json' };
    expect((await harness.call('POST', path, { raw: body, headers })).status).toBe(200);
    await page.getByText('Active: you can now sign requests with it.').waitFor();
    expect(await page.getByText(challenge).count()).toBe(0);
    const after = sent.length;
    // The private half, in lines and as one text.
    const base64 = privateKey.replaceAll(/-----.*-----|\n/g, '');
    const leaks = sent.map(contentOf).filter((text) => text.includes(base64.slice(0, 40)) || text.includes('PRIVATE'));
    expect([leaks, after > 3, sent.some((request) => contentOf(request).includes('BEGIN PUBLIC KEY'))]).toEqual([
      [],
      true,
      true,
    ]);
    expect(await stores(page)).not.toContain(base64.slice(0, 40));
    expect(trouble).toEqual([]);
    await context.close();
  });

  it('a whole pasted key pair is not sent: the page detects the private key first', async () => {
    const { page, context } = await openPortal('/credentials');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(contentOf(request)));
    await page.getByLabel('How').selectOption('paste');
    await page.getByLabel('Public key').fill('-----BEGIN PRIVATE KEY-----\nc3ludGhldGlj\n-----END PRIVATE KEY-----');
    await page.getByText('This is a private key. It was not sent.').waitFor();
    expect(await page.getByRole('button', { name: 'Upload public key' }).isDisabled()).toBe(true);
    expect(sent.filter((text) => text.includes('c3ludGhldGlj'))).toEqual([]);
    await context.close();
  });
});

it('the go-live list updates itself while a user views it', async () => {
  const { harness } = world.current;
  const { page, context } = await openPortal('');
  await page.getByText('A signed call was accepted').waitFor();
  await page.getByText(/\d of \d done/).waitFor();
  await page.getByRole('link', { name: 'Create a key' }).waitFor();
  // Where the next step is done.
  await page
    .getByRole('listitem')
    .getByRole('link', { name: /^Go to / })
    .first()
    .waitFor();
  const before = await page.getByText('(done)').count();
  const url = 'https://hooks.example.com/synthetic';
  const endpoint = `insert into webhooks.endpoints (account_id, id, audience, url, livemode, payload, event_types, status,
      secret_kind, encrypted_secret, created_at, updated_at, rotated_at)
    values ($1, 'whe_synthetic', 'partner', $2, false, 'thin', '{}', 'enabled', 'standard', '\\x00', $3, $3, $3)`;
  await harness.owner.pool.query(endpoint, [user.institutionId, url, harness.clock.now()]);
  await until('the tick', async () => (await page.getByText('(done)').count()) === before + 1);
  expect(await page.getByText('(done)').count()).toBe(before + 1);
  await saveLook(page, 'portal-keys-overview-ticked-1280');
  await context.close();
});
