import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems, saveLook } from '#test/browser/browser';
import { consultationOrigins, newCustomer } from '#test/fixtures/consultation-origins';
import { makeReport } from '#test/reports/corpus';
import { givenListings } from '#testing/vehicles/market';
import { givenStaffToken } from '#testing/staff';
import { origin, takeSeat, useWorld } from './board-world.ts';

const world = useWorld();
let id: string;
let token: string;

beforeAll(async () => {
  const { harness } = world.current;
  token = await givenStaffToken(harness);
  id = (await consultationOrigins.referral(harness, { customer: newCustomer(), token })).id;
  await givenListings(
    harness.ctx,
    Array.from({ length: 14 }, (_, index) => ({
      year: 2003,
      make: 'Honda',
      model: 'Accord',
      trim: 'EX-V6',
      price: 20_000 + index * 100,
      miles: 60_000 + index * 1000,
    })),
  );
});

it('a caller enters facts, the VIN identifies the vehicle, and the market read follows', async () => {
  const { harness } = world.current;
  const { page, trouble } = await takeSeat(world.current, { bypassCsp: true });
  await page.goto(`${origin}/board/cases/${id}`);
  const panel = page.getByRole('region', { name: 'Vehicle and loss' });
  // By keyboard: the button, the form, its fields, the save.
  await panel.getByRole('button', { name: 'Edit facts' }).focus();
  await page.keyboard.press('Enter');
  const form = panel.getByRole('form', { name: 'Facts of the case' });
  await form.getByLabel('VIN', { exact: true }).fill('1hgcm82643a004352');
  await form.getByText('The check digit is wrong').waitFor();
  await form.getByLabel('VIN', { exact: true }).fill('1hgcm82633a004352');
  await form.getByText('2003 Honda Accord').waitFor();
  await form.getByRole('button', { name: 'Use this vehicle' }).press('Enter');
  // The VIN only narrows down the trim; the owner names it.
  await form.getByText('possibly EX-V6. Ask which').waitFor();
  await form.getByLabel('Trim', { exact: true }).fill('EX-V6');
  await form.getByLabel('ZIP').fill('78701');
  await form.getByLabel('Odometer').fill('lots');
  await form.getByLabel('Condition').fill('New tires <img src=x onerror=alert(1)>\nOne owner');
  await form.getByRole('button', { name: 'Save facts' }).press('Enter');
  await form.getByText('Odometer must be a whole number.').waitFor();
  expect(await page.evaluate('document.activeElement?.id')).toBe('fact-odometer');
  await saveLook(page, 'facts-form');
  expect(await accessibilityProblems(page)).toEqual([]);
  await form.getByLabel('Odometer').fill('120,000');
  await page.keyboard.press('Enter');
  await panel.getByText('Market median').waitFor();
  await page.getByRole('region', { name: 'Offer and market' }).getByText('Adjusted median of 14 listings').waitFor();
  await panel.getByText('120,000 miles').waitFor();
  await panel.getByRole('button', { name: 'History' }).press('Enter');
  await panel.getByRole('list', { name: 'Changes to the facts' }).waitFor();
  await saveLook(page, 'facts-saved');
  expect(await accessibilityProblems(page)).toEqual([]);

  // Another person changes the same fact during the edit: both values are shown, and nothing is overwritten unseen.
  await panel.getByRole('button', { name: 'Edit facts' }).press('Enter');
  await form.getByLabel('Odometer').fill('121000');
  await harness.call('PATCH', `/api/staff/v1/cases/${id}/facts`, {
    token,
    body: { seen: 1, changes: { odometer: 90_000 } },
  });
  await form.getByRole('button', { name: 'Save facts' }).press('Enter');
  await form.getByText('entered 90,000 miles, you typed 121000').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await saveLook(page, 'facts-both');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  await form.getByRole('button', { name: 'Continue with my values' }).press('Enter');
  await form.getByRole('button', { name: 'Save facts' }).press('Enter');
  await panel.getByText('121,000 miles').waitFor();

  const { pdf } = await makeReport('ccc', 1);
  const papers = page.getByRole('region', { name: 'Documents' });
  await papers
    .locator('input[type=file]')
    .setInputFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) });
  await papers.getByRole('link', { name: 'Valuation report' }).waitFor();
  await saveLook(page, 'facts-report');
  expect(trouble).toEqual([]);
});
