import { execFileSync } from 'node:child_process';
import { afterAll, expect, it } from 'vitest';
import { givenAppraisal, deliverGiven } from '#testing/appraisals';
import { deliverProviderEvents, givenHold, holdsOf } from '#testing/checkout';
import { accessibilityProblems, saveLook, screens, sidewaysScroll } from '#test/browser/browser';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { newWindow, origin, takeSeat, useWorld } from './board-world.ts';

let stripe: StripeDouble;
const world = useWorld(async () => {
  stripe = await startStripe(() => world.current.harness.clock.now());
  return stripe.env;
});
afterAll(() => stripe.close());

it('a caller composes, leaves one out, signs and releases by keyboard; the owner opens the link on a phone', async () => {
  const { harness } = world.current;
  const given = await givenAppraisal(harness, { names: ['Ольга', 'Nguyễn'] });
  const checkout = await deliverGiven(harness, given);
  await givenHold({ harness, stripe }, checkout, 'research');

  const { page, trouble } = await takeSeat(world.current, { bypassCsp: true });
  await page.goto(`${origin}/board/cases/${given.consultationId}`);
  const panel = page.getByRole('region', { name: 'Written appraisal' });
  await panel.getByRole('button', { name: 'Create a draft' }).press('Enter');
  await panel.getByText('Comparables: 14 of 14 used').waitFor();
  await panel.getByRole('checkbox').first().press('Space');
  await panel.getByText('Give a reason for each comparable you leave out.').waitFor();
  await panel.getByLabel('Reason left out').fill('Salvage history');
  await panel.getByLabel('Signed by').fill('Robin Synthetic');
  expect(await panel.getByRole('button', { name: 'Release version 1' }).isDisabled()).toBe(true);
  await panel.getByRole('button', { name: 'Save draft' }).press('Enter');
  await panel.getByRole('button', { name: 'Release version 1', disabled: false }).waitFor();
  await panel.getByText('Comparables: 13 of 14 used').waitFor();
  await panel.getByText('The $199.00 held for research is charged once.').waitFor();
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    expect(await sidewaysScroll(page), `${width}`).toBe(0);
    await saveLook(panel, `appraisal-panel-${width}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Release version 1' }).press('Enter');
  await panel.getByRole('button', { name: 'Yes, release' }).press('Enter');
  await panel.getByText('Current version').waitFor();
  await saveLook(panel, 'appraisal-released');
  expect(trouble).toEqual([]);

  await deliverProviderEvents({ harness, stripe });
  expect((await holdsOf(harness, checkout))[0]).toMatchObject({ state: 'captured', capturedCents: 19_900 });
  await harness.sendMessages();
  const mail = harness.mailbox.to(given.email).find((one) => one.mail.subject === 'Your written appraisal');
  const [link = ''] = /http:\S+\/appraisal\/\w{32}/.exec(mail?.mail.text ?? '') ?? [];

  const phone = await newWindow(world.current.browser, { width: 390, bypassCsp: true });
  await phone.page.goto(link);
  await phone.page.getByText('It matches.').waitFor();
  await phone.page.getByText('Salvage history').waitFor();
  expect(await sidewaysScroll(phone.page)).toBe(0);
  expect(await accessibilityProblems(phone.page)).toEqual([]);
  await saveLook(phone.page, 'appraisal-phone');
  const href = await phone.page.getByRole('link', { name: 'Download as PDF' }).getAttribute('href');
  // Only this browser resolves that host name.
  const pdf = await fetch(`${harness.baseUrl}${new URL(href ?? '').pathname}`);
  const input = Buffer.from(await pdf.arrayBuffer());
  expect(execFileSync('pdftotext', ['-', '-'], { input }).toString()).toContain('Ольга Nguyễn');
  expect(phone.trouble).toEqual([]);
});
