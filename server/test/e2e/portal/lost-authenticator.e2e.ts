import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { look as lookAt } from '#test/browser/look';
import { givenSignUp } from '#test/fixtures/portal-sign-up';
import { newWindow, origin, takeSeat, useWorld } from '../board-world.ts';
import { takePortalSeat } from './portal-seat.ts';

const world = useWorld();

const look = (page: Page, name: string): Promise<void> => lookAt(page, `portal-${name}`);

/** Returns the link with this path in the newest email that has one. */
async function mailedLink(email: string, path: string): Promise<string> {
  const { harness } = world.current;
  await harness.sendMessages();
  const links = harness.mailbox
    .to(email)
    .flatMap(({ mail }) => new RegExp(`${path}#[0-9A-Za-z]{43}`).exec(mail.text ?? '')?.[0] ?? []);
  return `${origin}${links.at(-1) ?? ''}`;
}

it('an owner resets the authenticator of a member, who sets up another one with the link and the password', async () => {
  const { harness, browser } = world.current;
  const { email, password, institutionId } = await givenSignUp(harness);
  const { page, trouble } = await takePortalSeat(world.current, { user: { institutionId, fresh: true } });
  await page.goto(`${origin}/portal/${institutionId}/test/members`);
  await page.getByRole('button', { name: 'Reset Synthetic Owner’s authenticator' }).click();
  const form = page.getByRole('form', { name: 'Reset Synthetic Owner’s authenticator' });
  await form.getByLabel('Type their email to confirm').fill('somebody.else@example.com');
  await form.getByRole('button', { name: 'Reset authenticator' }).click();
  await page.getByText('This is not the address of the user.').waitFor();
  await look(page, 'members-reset');
  await form.getByLabel('Type their email to confirm').fill(email);
  await form.getByRole('button', { name: 'Reset authenticator' }).click();
  await page.getByText('We emailed Synthetic Owner a link.').waitFor();

  const theirs = (await newWindow(browser, { bypassCsp: true })).page;
  await theirs.goto(await mailedLink(email, '/portal/authenticator'));
  await theirs.getByLabel('Password', { exact: true }).fill('not the password');
  await theirs.getByRole('button', { name: 'Continue' }).click();
  await theirs.getByText('The password is wrong.').waitFor();
  await look(theirs, 'authenticator-password');
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByRole('button', { name: 'Continue' }).click();
  await theirs.getByLabel('Code', { exact: true }).waitFor();
  const secret = ((await theirs.locator('fieldset code').textContent()) ?? '').replaceAll(' ', '');
  await look(theirs, 'authenticator-set-up');
  await theirs.getByLabel('Code', { exact: true }).fill(totpCode(secret, stepAt(harness.clock.now())));
  await theirs.getByRole('button', { name: 'Finish' }).click();
  await theirs.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await look(theirs, 'authenticator-codes');
  await theirs.getByRole('link', { name: 'I’ve saved them, sign in' }).click();
  harness.clock.advance(30);
  await theirs.getByLabel('Email').fill(email);
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.getByLabel('Code').fill(totpCode(secret, stepAt(harness.clock.now())));
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await theirs.getByText('Sandbox: test data only').waitFor();
  // A refused link is a response of the service, not a fault of the page.
  expect(trouble.filter((line) => !line.includes('409'))).toEqual([]);
});

it('our team starts a delayed reset, and the user cancels it from the email', async () => {
  const { harness, browser } = world.current;
  const { email } = await givenSignUp(harness);
  const { page } = await takeSeat(world.current, { role: 'administrator' });
  await page.goto(`${origin}/board/admin?tab=Institutions`);
  await page.getByLabel('Email of the portal user').fill(email);
  await page.getByLabel('How you verified their identity').fill('Called back at the number of the contract.');
  await page.getByRole('button', { name: 'Start reset' }).click();
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByText('waiting until').waitFor();
  await page.screenshot({ path: '.results/board-authenticator-resets.png', fullPage: true });

  const theirs = (await newWindow(browser, { bypassCsp: true })).page;
  await theirs.goto(await mailedLink(email, '/portal/authenticator'));
  await theirs.getByText('This link works starting').waitFor();
  await look(theirs, 'authenticator-waits');
  await theirs.goto(await mailedLink(email, '/portal/authenticator/stop'));
  await theirs.getByRole('button', { name: 'Stop the reset' }).click();
  await theirs.getByRole('heading', { name: 'Reset stopped' }).waitFor();
  await look(theirs, 'authenticator-stopped');
  await page.reload();
  await row.getByText('stopped by the user').waitFor();
  expect(await row.getByRole('button', { name: 'Stop' }).count()).toBe(0);
});
