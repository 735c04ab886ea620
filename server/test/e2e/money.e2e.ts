import { afterAll, expect, it } from 'vitest';
import { asStaff, givenCheckout, givenHold, deliverProviderEvents, captureSaid } from '#testing/checkout';
import { captureHold } from '#mount/checkout/staff/charges';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { look } from '#test/browser/look';
import { newWindow, origin, signIn, takeSeat, useWorld } from './board-world.ts';

let stripe: StripeDouble;
const world = useWorld(async () => {
  stripe = await startStripe(() => world.current.harness.clock.now());
  return stripe.env;
});
afterAll(() => stripe.close());

it('a case and its timeline show charges, refunds and disputes, and the list of holds shows amounts due', async () => {
  const { harness } = world.current;
  const parts = { harness, stripe };
  const checkout = await givenCheckout(harness);
  const holdId = await givenHold(parts, checkout, 'research');
  await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
  const intent = [...stripe.bank.intents.values()].find((one) => one.holdId === holdId)!;
  stripe.bank.refund(intent.id, 4_900);
  stripe.bank.dispute(intent.id, 'needs_response');
  await deliverProviderEvents(parts);
  await givenHold(parts, checkout, 'representation');

  const { page, trouble } = await takeSeat(world.current, { role: 'administrator' });
  await page.goto(`${origin}/board/cases/${checkout.consultationId}`);
  const money = page.getByRole('region', { name: 'Payments' });
  await money.getByText('charged $199.00').waitFor();
  await money.getByText('$49.00 refunded').waitFor();
  await money.getByText(/^dispute of \$150\.00: needs response by /).waitFor();
  await money.getByText('$472.00 held, less $150.00 paid for research').waitFor();
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByText('Refunded $49.00 of the $199.00 for research').waitFor();
  await timeline.getByText('Dispute of $150.00 for research: needs response').waitFor();
  await page.goto(`${origin}/board/admin?tab=Holds`);
  await page.getByText('$472.00, less $150.00 for research').waitFor();
  await page.getByText('captured, $49.00 refunded, dispute of $150.00: needs response').waitFor();
  expect(trouble).toEqual([]);
});

it('a refund and an export ask for the password ten minutes after the sign-in, and continue once it is right', async () => {
  const { harness, browser } = world.current;
  const parts = { harness, stripe };
  const checkout = await givenCheckout(harness);
  const holdId = await givenHold(parts, checkout, 'research');
  await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
  await deliverProviderEvents(parts);
  const intent = [...stripe.bank.intents.values()].find((one) => one.holdId === holdId)!;
  const { page, trouble } = await newWindow(browser);
  const member = await signIn(world.current, page, 'administrator');
  harness.clock.advance(601);
  await page.goto(`${origin}/board/cases/${checkout.consultationId}`);
  const money = page.getByRole('region', { name: 'Payments' });
  await money.getByRole('button', { name: 'Refund…' }).click();
  const refund = money.getByRole('form', { name: 'Refund' });
  await refund.getByRole('button', { name: /^Refund \$/ }).click();

  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  const password = dialog.getByLabel('Password');
  await password.waitFor();
  await look(page, 'board-confirm');
  await password.fill('not the password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.getByText('The password is wrong.').waitFor();
  expect(intent.refunded).toBe(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Confirm that it is you first').first().waitFor();

  await refund.getByRole('button', { name: /^Refund \$/ }).click();
  await password.fill(member.password);
  await password.press('Enter');
  await page.getByText('Refund requested.').waitFor();

  harness.clock.advance(601);
  await page.goto(`${origin}/board/admin?tab=Audit`);
  await page.getByRole('link', { name: 'Export as CSV' }).click();
  await password.fill(member.password);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Confirm' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  expect(trouble).toEqual([]);
});
