import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { eraseAsked } from '#mount/privacy/erasure/erase-customer';
import { accessibilityProblems, saveLook, sidewaysScroll } from '#test/browser/browser';
import { findTraces } from '#test/database/find-traces';
import { givenPage } from '#testing/owner-page';
import { newWindow, origin, takeSeat, useWorld } from '../board-world.ts';

const world = useWorld();

/** No overflow on a phone and on a desktop, no axe violation, and pictures for review. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await sidewaysScroll(page)]).toEqual([name, width, 0]);
    expect([name, width, await accessibilityProblems(page)]).toEqual([name, width, []]);
    await saveLook(page, `${name}-${width}`);
  }
}

it('an owner asks for a copy and for erasure on their page, and a lead handles each with one press', async () => {
  const { harness, browser } = world.current;
  const email = 'zqsynthetic.owner@example.com';
  const customer = { first_name: 'Zqsynthetic', last_name: 'Owner', email, phone: '+12125550176' };
  const { id, path } = await givenPage(harness, { customer });
  const owner = await newWindow(browser, { width: 390, bypassCsp: true });
  await owner.page.goto(`${origin}${path}`);
  await owner.page.getByRole('button', { name: 'Ask for a copy of my data' }).click();
  await owner.page.getByText('for a copy of your data. It isn’t done yet.').waitFor();
  await owner.page.getByRole('button', { name: 'Ask to delete my data' }).click();
  await owner.page.getByText('to delete your data. It isn’t done yet.').waitFor();
  await inspect(owner.page, 'person-owner');

  const { page } = await takeSeat(world.current, { role: 'lead', bypassCsp: true });
  await page.goto(`${origin}/board/admin?tab=Data%20requests`);
  await page.getByRole('cell', { name: 'Asks for a copy of their data' }).waitFor();
  await inspect(page, 'person-requests');
  await page.goto(`${origin}/board/cases/${id}`);
  const panel = page.getByRole('region', { name: 'Personal data' });
  await panel.getByRole('button', { name: 'Show' }).click();
  const download = async (name: string): Promise<{ name: string; bytes: Buffer }> => {
    const [file] = await Promise.all([page.waitForEvent('download'), panel.getByRole('link', { name }).click()]);
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const json = await download('Their data (JSON)');
  expect(JSON.parse(json.bytes.toString()).contacts).toContain(email);
  const pdf = await download('Their data (PDF)');
  expect([pdf.name.endsWith('.pdf'), pdf.bytes.subarray(0, 5).toString()]).toEqual([true, '%PDF-']);

  await panel.getByLabel('Why it must be kept').fill('A synthetic proceeding, 26-CV-1.');
  await panel.getByRole('button', { name: 'Set legal hold' }).click();
  await panel.getByRole('button', { name: 'Lift' }).waitFor();
  await inspect(page, 'person-held');
  await panel.getByRole('button', { name: 'Erase…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase a person' });
  await dialog.getByText('is under a legal hold').waitFor();
  const number = (await page.getByRole('heading', { level: 1, includeHidden: true }).textContent()) ?? '';
  const why = dialog.getByLabel('Why');
  const confirm = dialog.getByLabel(`Type ${number} to confirm`);
  const press = dialog.getByRole('button', { name: 'Erase permanently' });
  await why.selectOption('asked_on_page');
  await confirm.fill(number);
  expect(await press.isDisabled()).toBe(true);
  await inspect(page, 'person-dialog-held');
  await page.keyboard.press('Escape');
  await panel.getByLabel('Why it can be lifted').fill('It ended.');
  await panel.getByRole('button', { name: 'Lift' }).click();
  await panel.getByRole('button', { name: 'Set legal hold' }).waitFor();

  await panel.getByRole('button', { name: 'Erase…' }).click();
  await dialog.getByText('What will be kept, and why').waitFor();
  await why.selectOption('asked_on_page');
  await confirm.fill('MW-0');
  expect(await press.isDisabled()).toBe(true);
  await confirm.fill(number.toLowerCase());
  await inspect(page, 'person-dialog');
  await press.click();
  await panel.getByText('Starting in a moment').waitFor();
  expect(await panel.getByRole('button', { name: 'Erase…' }).isDisabled()).toBe(true);
  expect(await eraseAsked(harness.ctx, closeErased)).toBe(1);
  await panel.getByText(/^Erased .* rows\.$/).waitFor();
  await page.getByRole('heading', { name: 'Closed' }).waitFor();
  await inspect(page, 'person-erased');
  expect(await findTraces(harness.ctx, ['zqsynthetic', '2125550176'])).toEqual([]);
  await page.goto(`${origin}/board/admin?tab=Data%20requests`);
  await page.getByText('No open requests.').waitFor();
});

it('a caller is not offered copies and erasures', async () => {
  const { id } = await givenPage(world.current.harness);
  const { page } = await takeSeat(world.current, { role: 'caller' });
  await page.goto(`${origin}/board/cases/${id}`);
  await page.getByRole('region', { name: 'Timeline' }).waitFor();
  expect(await page.getByRole('region', { name: 'Personal data' }).count()).toBe(0);
});
