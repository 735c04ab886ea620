import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { look as lookAt } from '#test/browser/look';
import { mailedToken } from '#test/fixtures/portal-sign-up';
import { newWindow, origin, takeSeat, useWorld } from '../board-world.ts';

const world = useWorld();

const look = (page: Page, name: string): Promise<void> => lookAt(page, `portal-${name}`);

const password = 'plain synthetic words of a test';

/** Chooses a password and adds the authenticator; returns its secret, which generates the codes. */
async function setUp(page: Page, name: string): Promise<string> {
  const { clock } = world.current.harness;
  const field = page.getByLabel('New password', { exact: true });
  await field.waitFor();
  const secret = ((await page.locator('fieldset code').textContent()) ?? '').replaceAll(' ', '');
  await field.fill(password);
  await page.getByLabel('Repeat new password').fill(password);
  await page.getByLabel('Code', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByText('The code is wrong, or was used already.').waitFor();
  await look(page, `${name}-set-up`);
  await page.getByLabel('Code', { exact: true }).fill(totpCode(secret, stepAt(clock.now())));
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor();
  await look(page, `${name}-codes`);
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  clock.advance(30);
  return secret;
}

it('a user signs up, sets up, invites a colleague, and returns with another password', async () => {
  const { harness, browser } = world.current;
  const { page, trouble } = await newWindow(browser, { bypassCsp: true });
  const email = 'synthetic.owner@example.com';

  await page.goto(`${origin}/portal/sign-in`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('not a password of ours');
  await page.getByLabel('Code').fill('123456');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('The address, the password or the code is wrong.').waitFor();
  await look(page, 'sign-in');
  await page.getByRole('link', { name: 'Request access' }).click();

  await page.getByLabel('Institution').fill('Synthetic Credit Union');
  await page.getByLabel('Your name').fill('Synthetic Owner');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('What do you want to build?').fill('Referring borrowers whose car was totaled.');
  await look(page, 'sign-up');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await look(page, 'sign-up-sent');

  await page.goto(`${origin}/portal/confirm#${await mailedToken(harness, email)}`);
  const secret = await setUp(page, 'confirm');
  await page.getByText('Sandbox: test data only').waitFor();

  await page.getByRole('navigation', { name: 'Portal' }).getByRole('link', { name: 'Members' }).click();
  await page.getByRole('heading', { name: 'Members', level: 1 }).waitFor();
  // The set-up code is too old to confirm an irreversible action.
  harness.clock.advance(600);
  const invited = 'synthetic.colleague@example.com';
  await page.getByLabel('Email').fill(invited);
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Code').fill(totpCode(secret, stepAt(harness.clock.now())));
  await look(page, 'fresh-code');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('button', { name: `Revoke the invitation of ${invited}` }).waitFor();
  await look(page, 'members');

  const other = await newWindow(browser, { bypassCsp: true });
  await other.page.goto(`${origin}/portal/invitation#${await mailedToken(harness, invited)}`);
  await other.page.getByLabel('Your name').fill('Synthetic Colleague');
  await setUp(other.page, 'invitation');
  await other.page.getByText('Sandbox: test data only').waitFor();
  expect(await other.page.getByRole('link', { name: 'Members', exact: true }).count()).toBe(0);

  await page.reload();
  await page.getByLabel('Role of Synthetic Colleague').waitFor();
  await look(page, 'members-two');
  await page.goto(`${origin}/portal/account`);
  await page.getByText('This browser').waitFor();
  await look(page, 'account');
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await page.waitForURL(`${origin}/portal/sign-in`);

  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await look(page, 'reset-ask');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await page.goto(`${origin}/portal/reset#${await mailedToken(harness, email)}`);
  await page.reload();
  const next = 'other synthetic words of a test';
  harness.clock.advance(30);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Repeat new password').fill(next);
  await page.getByLabel('Code').fill(totpCode(secret, stepAt(harness.clock.now())));
  await look(page, 'reset');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByRole('heading', { name: 'Password changed' }).waitFor();
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  harness.clock.advance(30);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(next);
  await page.getByLabel('Code').fill(totpCode(secret, stepAt(harness.clock.now())));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Sandbox: test data only').waitFor();

  await page.goto(`${origin}/portal/confirm#${'a'.repeat(43)}`);
  await page.reload();
  await page.getByRole('heading', { name: 'This link doesn’t work' }).waitFor();
  await look(page, 'ended-link');
  expect([...trouble, ...other.trouble]).toEqual([]);

  const admin = await takeSeat(world.current, { role: 'administrator', bypassCsp: true });
  await admin.page.goto(`${origin}/board/admin?tab=Institutions`);
  await admin.page.getByRole('button', { name: 'Open live' }).waitFor();
  await look(admin.page, 'board-sign-ups');
  await admin.page.getByRole('button', { name: 'Open live' }).click();
  await admin.page.getByRole('button', { name: 'Yes' }).click();
  await admin.page.getByText('open since').waitFor();
});
