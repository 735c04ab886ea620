import type { CDPSession, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityProblems, type screens } from '#test/browser/browser';
import { look as lookAt, storyWidths } from '#test/browser/look';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { newWindow, origin, useWorld } from '../board-world.ts';

const world = useWorld();

type Window = { readonly page: Page; readonly user: PortalBrowser; readonly trouble: string[] };

async function openPortal(width: keyof typeof screens = 1280, fresh = true): Promise<Window> {
  const { harness, browser } = world.current;
  const user = await givenPortalUser(harness, { fresh });
  const { page, context, trouble } = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  await context.addCookies([
    { name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return { page, user, trouble };
}

const at = ({ institutionId }: PortalBrowser, path: string): string => `${origin}/portal/${institutionId}/test${path}`;

/** Chromium's virtual authenticator, which verifies its user. */
async function giveAuthenticator(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

describe('passkeys in a browser', () => {
  it('passkeys can be added on the page, replace the code in a confirmation, and sign in', async () => {
    const { page, user, trouble } = await openPortal();
    const { cdp, authenticatorId } = await giveAuthenticator(page);
    await page.goto(`${origin}/portal/account`);
    await page.getByRole('link', { name: 'Your passkeys' }).click();
    await page.getByLabel('Name').fill('synthetic laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page
      .getByRole('cell', { name: /synthetic laptop/ })
      .first()
      .waitFor();
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
    expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);
    expect(await accessibilityProblems(page)).toEqual([]);

    // Without a recent code the dialog asks, and a passkey is enough.
    world.current.harness.clock.advance(11 * 60);
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('None yet.').waitFor();
    expect(await user.call('GET', '/institution')).toMatchObject({ status: 200 });

    await page.getByLabel('Name').fill('synthetic phone');
    await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page
      .getByRole('cell', { name: /synthetic phone/ })
      .first()
      .waitFor();
    await page.context().clearCookies();
    await page.goto(`${origin}/portal/sign-in?problem=issuer_again`);
    await page.getByText('Sign-in wasn’t completed. Try again.').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    await page.goto(at(user, '/trail'));
    await page.getByRole('heading', { name: 'Audit log' }).waitFor();
    expect(trouble).toEqual([]);
  });
});

describe('the access pages', () => {
  it.each(storyWidths)('the access pages can be read and used at %d pixels', async (width) => {
    const { page, user, trouble } = await openPortal(width);
    const look = (name: string): Promise<void> => lookAt(page, `portal-${name}`);
    await page.goto(at(user, '/tokens'));
    await page.getByLabel('Name').fill('synthetic script');
    await page.getByLabel('trail.read').check();
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.getByText(/mwp_[0-9A-Za-z]{43}/).waitFor();
    await page.getByRole('cell', { name: 'synthetic script' }).waitFor();
    await look('tokens');
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Yes' }).click();
    await page.getByRole('cell', { name: /^Revoked/ }).waitFor();

    await page.goto(at(user, '/trail'));
    await page.getByRole('cell', { name: 'revoked a token' }).waitFor();
    await look('trail');
    await page.getByLabel('Who', { exact: true }).selectOption('staff');
    await page.getByText('No entries match.').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('trail.csv');

    await page.goto(at(user, '/settings/contacts'));
    await page.getByRole('form', { name: 'Change the billing contact' }).getByLabel('New address').fill(user.email);
    await page.getByRole('form', { name: 'Change the billing contact' }).getByRole('button').click();
    await page.getByText(/is not confirmed yet/).waitFor();
    await look('contacts');
    await world.current.harness.sendMessages();
    const text = world.current.harness.mailbox.to(user.email).at(-1)?.mail.text ?? '';
    await page.goto(/http\S+\/portal\/contact#\w{43}/.exec(text)?.[0] ?? '');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Confirmed: this address is the billing contact').waitFor();
    await look('confirm-contact');

    await page.goto(at(user, '/settings/single-sign-on'));
    await page.getByLabel('Issuer').fill('https://login.bank.invalid');
    await page.getByLabel('Client id').fill('makewhole');
    await page.getByLabel('Client secret').fill('a synthetic secret');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Test the connection' }).click();
    await page.getByText(/It could not be asked/).waitFor();
    await look('single-sign-on');
    await page.goto(`${origin}/portal/account/passkeys`);
    await page.getByText('None yet.').waitFor();
    await look('passkeys');
    expect(trouble).toEqual([]);
  });
});
