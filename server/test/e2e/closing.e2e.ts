import { afterAll, expect, it } from 'vitest';
import { givenCheckout, givenHold } from '#testing/checkout';
import { givenStaffToken } from '#testing/staff';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { accessibilityProblems, saveLook, screens } from '#test/browser/browser';
import { origin, takeSeat, useWorld } from './board-world.ts';

let stripe: StripeDouble;
const world = useWorld(async () => {
  stripe = await startStripe(() => world.current.harness.clock.now());
  return stripe.env;
});
afterAll(() => stripe.close());

/** The fee for representation depends on the settlement, however it is paid. */
async function recordSettlement(id: string): Promise<void> {
  const { harness } = world.current;
  const { status } = await harness.call('POST', `/api/staff/v1/consultations/${id}/settlement`, {
    token: await givenStaffToken(harness),
    body: { settlement: { value_cents: 1_200_000 } },
  });
  expect(status).toBe(200);
}

it('the caller copies the link, records a payment and closes the case by keyboard; a lead reopens it', async () => {
  const { harness } = world.current;
  const checkout = await givenCheckout(harness, { link: true, initialOfferCents: 1_000_000 });
  await recordSettlement(checkout.consultationId);
  await givenHold({ harness, stripe }, checkout, 'research');
  const { page, trouble } = await takeSeat(world.current, { role: 'lead', bypassCsp: true });
  await page.goto(`${origin}/board/cases/${checkout.consultationId}`);
  const money = page.getByRole('region', { name: 'Payments' });
  const prices = page.getByRole('region', { name: 'Prices and who pays' });
  await prices.getByText('The owner pays, and only what they accept on a separate page.').waitFor();
  await money.getByText(/^\$199\.00 held, until /).waitFor();
  await money.getByText(/Link by email: waiting/).waitFor();
  await money.getByRole('button', { name: 'Copy link: Representation, $472' }).waitFor();
  expect(await money.getByRole('button', { name: /Copy link: Research/ }).count()).toBe(0);
  await money.getByRole('button', { name: 'Note a payment' }).click();
  await money.getByLabel('For').selectOption('representation');
  await money.getByLabel('Amount ($)').fill('472');
  await money.getByLabel('Paid on').fill('2026-11-15');
  await page.keyboard.press('Enter');
  await money.getByText('$472.00 for representation, check on 2026-11-15').waitFor();
  await money.getByText('The owner has no choices left on this page.').waitFor();
  await saveLook(page, 'closing-1280');
  await page.setViewportSize(screens[390]);
  await saveLook(page, 'closing-390');
  await page.setViewportSize(screens[1280]);
  // The hold is still open, so the case cannot be closed yet.
  await page.locator('h1').first().click();
  await page.keyboard.press('e');
  await page.getByRole('region', { name: 'Close' }).getByLabel('Why').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByText('A card hold is active or being processed.').waitFor();
  const hold = (await harness.ctx.db.pool.query<{ id: string }>('select id from checkout.holds')).rows[0]?.id;
  const release = await harness.call('POST', `/api/staff/v1/holds/${hold}/release`, {
    token: await givenStaffToken(harness, 'lead'),
  });
  expect(release.status).toBe(200);
  await page.getByRole('button', { name: 'Close the case' }).click();
  const closed = page.getByRole('region', { name: 'Closed' });
  await closed.getByText(/by .*: Settled, nothing left to do/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await closed.getByLabel('Reason for reopening').fill('The insurer called back.');
  await page.keyboard.press('Enter');
  await page.getByRole('region', { name: 'Timeline' }).getByText('Case opened again').waitFor();
  expect(trouble).toEqual([]);
});
