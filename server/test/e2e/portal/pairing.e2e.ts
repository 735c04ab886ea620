import { createHash, randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { look as lookAt } from '#test/browser/look';
import { origin, useWorld } from '../board-world.ts';
import { takePortalSeat } from './portal-seat.ts';

const world = useWorld();

const look = (page: Page, name: string): Promise<void> => lookAt(page, `portal-pair-${name}`);

/** Does what the command line does before it waits. */
async function givenCode(client = 'mw 0.1.0 on synthetic-laptop (linux)') {
  const verifier = randomBytes(32).toString('base64url');
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const post = (path: string, body: object) => world.current.harness.call('POST', `/api/portal/v1${path}`, { body });
  const { body } = await post('/pairings', { client, challenge });
  return { code: String(body.code), poll: () => post('/pairings/poll', { verifier }) };
}

it.each([false, true])('a developer approves the code of a command line; dark: %s', async (dark) => {
  const { page, portal, trouble } = await takePortalSeat(world.current, {
    user: { role: 'developer', fresh: true },
    dark,
  });
  const { code, poll } = await givenCode();
  const name = dark ? 'dark' : 'light';
  await page.goto(`${origin}/portal/pair`);
  await page.getByLabel('Code', { exact: true }).fill('bcdf-ghjk');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('There is no such code.').waitFor();
  await look(page, `code-${name}`);
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase().replace('-', ' '));
  await page.keyboard.press('Enter');
  await page.getByText('mw 0.1.0 on synthetic-laptop (linux)').waitFor();
  await page.getByText('by phone, email or chat').waitFor();
  await look(page, `answer-${name}`);
  await page.getByRole('button', { name: 'Yes, pair it' }).click();
  await page.getByRole('heading', { name: 'Paired' }).waitFor();
  await look(page, `paired-${name}`);
  expect((await poll()).body).toMatchObject({
    status: 'approved',
    token: { institution: { id: portal.institutionId } },
  });
  // A missing code is a response of the service, not a fault of the page.
  expect(trouble.filter((line) => !line.includes('404'))).toEqual([]);
});

it('the page denies with one button, asks for a new code when the code is missing, and is closed to finance', async () => {
  const stale = await takePortalSeat(world.current, { user: { role: 'owner' } });
  const refused = await givenCode('<b>bold</b> "><script>alert(1)</script>');
  await stale.page.goto(`${origin}/portal/pair`);
  await stale.page.getByLabel('Code', { exact: true }).fill(refused.code);
  await stale.page.getByRole('button', { name: 'Continue' }).click();
  await stale.page.getByText('<b>bold</b>').waitFor();
  await stale.page.getByRole('button', { name: 'Yes, pair it' }).click();
  await stale.page.getByRole('dialog').waitFor();
  await stale.page.keyboard.press('Escape');
  await stale.page.getByRole('button', { name: 'No, this wasn’t me' }).click();
  await stale.page.getByRole('heading', { name: 'Refused' }).waitFor();
  expect((await refused.poll()).body.code).toBe('pairing_denied');

  const finance = await takePortalSeat(world.current, { user: { role: 'finance', fresh: true } });
  const { code } = await givenCode();
  await finance.page.goto(`${origin}/portal/pair`);
  await finance.page.getByLabel('Code', { exact: true }).fill(code);
  await finance.page.getByRole('button', { name: 'Continue' }).click();
  await finance.page.getByText('Only developers, admins and owners can do this').waitFor();
  await look(finance.page, 'not-allowed');
});
