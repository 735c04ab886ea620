import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import {
  accessibilityProblems,
  isCheckedAt,
  saveImage,
  screenOf,
  sidewaysScroll,
  startBrowser,
  withPage,
} from '#test/browser/browser';
import { startHarness, type Harness } from '#test/harness';
import { networkTriesMax } from '#platform/sign-in';
import { createSetup } from '../password/password-setup.ts';
import { givenStaff, postForm } from '../testing.ts';

/** The address that the browser uses. Browsers accept a secure cookie for localhost without TLS. */
const base = 'http://localhost:8098';
const widths = [390, 1280] as const;
let harness: Harness;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  harness = await startHarness({
    PUBLIC_BASE_URL: base,
    OIDC_ISSUER: 'http://localhost:1',
    OIDC_CLIENT_ID: 'synthetic',
    OIDC_CLIENT_SECRET: 'synthetic',
  });
  browser = await startBrowser({ 'localhost:8098': new URL(harness.baseUrl).host });
});
afterAll(async () => {
  await browser.close();
  await harness.close();
});

const setupUrl = async () => {
  const { email } = await givenStaff(harness, 'caller');
  return { email, url: (await createSetup(harness.ctx, email)).url };
};

async function expectFine(page: Page, name: string, extent: 'whole' | 'first screen' = 'whole'): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize(screenOf(width));
    const problems = isCheckedAt(width) ? await accessibilityProblems(page) : [];
    expect([name, width, problems, await sidewaysScroll(page)]).toEqual([name, width, [], 0]);
    await saveImage(page, `${name}-${width}`, extent);
  }
}

describe('the sign-in pages', () => {
  it('the sign-in pages are accessible and do not scroll sideways, on phone and desktop, in light and dark', async () => {
    const { url } = await setupUrl();
    await withPage(browser, { bypassCSP: true }, async (page) => {
      for (const [name, address] of [
        ['sign-in', `${base}/sign-in`],
        ['set-up', url],
        ['sign-out', `${base}/sign-out`],
        ['set-up-unknown', `${base}/sign-in/set-up/x`],
      ] as const) {
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(address);
        await expectFine(page, name);
        await page.emulateMedia({ colorScheme: 'dark' });
        expect([name, await accessibilityProblems(page, ['color-contrast'])]).toEqual([name, []]);
      }
    });
  });

  it('lead a staff member from the link to the board by keyboard, without a script', async () => {
    const { email, url } = await setupUrl();
    const password = 'a long synthetic password';
    await withPage(browser, { javaScriptEnabled: false }, async (page, context) => {
      await page.goto(url);
      const secret = /secret=([A-Z2-7]{32})/.exec((await page.textContent('main')) ?? '')?.[1] ?? '';
      const code = () => totpCode(secret, stepAt(harness.clock.now()));
      await page.getByLabel('New password').fill(password);
      await page.getByLabel('Repeat the password').fill(password);
      await page.getByLabel('Code that your authenticator shows').fill(code());
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'You are set up.' }).waitFor();
      harness.clock.advance(30);
      await page.getByRole('link', { name: 'Go to sign-in' }).click();
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill('wrong');
      await page.getByLabel('Code from your authenticator').fill(code());
      await page.keyboard.press('Enter');
      expect(await page.getByRole('alert').textContent()).toBe('Email, password or code is wrong.');
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(password);
      await page.getByLabel('Code from your authenticator').fill(code());
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.waitForURL(`${base}/board`);
      const cookies = (await context.cookies(base)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
      expect(cookies).toMatchObject([
        { name: '__Host-makewhole-device', httpOnly: true, secure: true, sameSite: 'Lax' },
        { name: '__Host-makewhole-staff', httpOnly: true, secure: true, sameSite: 'Lax' },
      ]);
      const me = await page.goto(`${base}/api/staff/v1/me`);
      expect(me?.status()).toBe(200);
      await page.goto(`${base}/sign-out`);
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByRole('heading', { name: 'You are signed out.' }).waitFor();
      expect((await context.cookies(base)).map(({ name }) => name)).toEqual(['__Host-makewhole-device']);
      expect((await page.goto(`${base}/api/staff/v1/me`))?.status()).toBe(401);
    });
  });

  it('the pages explain in a sentence why a password is refused and why a member has to wait', async () => {
    const { email, url } = await setupUrl();
    await withPage(browser, { bypassCSP: true }, async (page) => {
      await page.goto(url);
      await page.getByLabel('New password').fill('Synthetic-2026!');
      await page.getByLabel('Repeat the password').fill('Synthetic-2026!');
      await page.getByLabel('Code that your authenticator shows').fill('000000');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('This password is too easy to guess');
      await expectFine(page, 'set-up-refused', 'first screen');
      // The browser checks the length itself, before anything is sent.
      await page.getByLabel('New password').fill('elevenchars');
      await page.getByLabel('Repeat the password').fill('elevenchars');
      await page.getByLabel('Code that your authenticator shows').fill('000000');
      await page.getByRole('button', { name: 'Save' }).click();
      expect(await page.locator('input[name=password]:invalid').count()).toBe(1);
      expect(await page.getByRole('alert').textContent()).toContain('This password is too easy to guess');
      const wrong = { email, password: 'not the password', code: '000000' };
      for (let tried = 0; tried < networkTriesMax; tried += 1) await postForm(harness, '/sign-in', wrong);
      await page.goto(`${base}/sign-in`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(wrong.password);
      await page.getByLabel('Code from your authenticator').fill(wrong.code);
      await page.getByRole('button', { name: 'Sign in' }).click();
      expect(await page.getByRole('alert').textContent()).toContain('Too many attempts on devices');
      await expectFine(page, 'sign-in-locked');
    });
  });
});
