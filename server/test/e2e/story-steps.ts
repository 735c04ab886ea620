import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { StripeDouble } from '#test/doubles/stripe';
import { consultationOrigins, type ConsultationOrigin } from '#test/fixtures/consultation-origins';
import { drawCcc } from '#test/reports/ccc';
import { factsOf } from '#test/reports/facts';
import { Paper } from '#test/reports/paper';
import { deliverProviderEvents } from '#testing/checkout';
import { newPhone } from '#testing/intakes';
import { givenStaffToken } from '#testing/staff';
import { newWindow, origin, takeSeat, type Desk, type World } from './board-world.ts';
import { expectFocus, look, pressOn, sendNow, tabTo, typeInto } from '#test/browser/by-keyboard';

const vin = '1HGCM82633A004352';

/** The insurer's report about the same vehicle, with the value that was read out. */
export function drawReport(): Promise<Buffer> {
  const money = { baseCents: 1_500_000, valueCents: 1_480_000, taxCents: 107_300, feeCents: 5_000 };
  const facts = {
    ...factsOf(7),
    ...money,
    vehicle: { vin, year: 2003, make: 'Honda', model: 'Accord', trim: 'EX-V6', odometer: 66_000 },
    adjustments: [{ name: 'Condition Adjustment', cents: -20_000 }],
    deductibleCents: 50_000,
    totalCents: 1_542_300,
    lossDate: new Date('2026-11-01'),
    reportDate: new Date('2026-11-10'),
  };
  return drawCcc(new Paper(), facts, { seed: 7 }).done();
}

export type Story = {
  readonly world: World;
  readonly stripe: StripeDouble;
  readonly source: ConsultationOrigin;
  readonly email: string;
  /** The end of their number, used for search. */
  readonly digits: string;
  readonly id: string;
  readonly caller: Desk;
  readonly page: Page;
};

type Doubles = Pick<Story, 'world' | 'stripe'>;

/** A new case and a caller at the board, with no other case waiting. */
export async function begin({ world, stripe }: Doubles, source: ConsultationOrigin): Promise<Story> {
  const { harness } = world;
  const [email, phone] = [`${source.replace('_', '-')}@example.com`, newPhone()];
  const token = await givenStaffToken(harness);
  const { id } = await consultationOrigins[source](harness, { customer: { email, phone }, token });
  const caller = await takeSeat(world, { bypassCsp: true });
  const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: await drawReport() };
  // The dialog of the operating system is not part of the page.
  caller.page.on('filechooser', (chooser) => void chooser.setFiles(report));
  await caller.page.goto(`${origin}/board`);
  await caller.page.getByRole('heading', { name: 'Board' }).waitFor();
  return { world, stripe, source, email, digits: phone.slice(-4), id, caller, page: caller.page };
}

export const panel = (page: Page, name: string) => page.getByRole('region', { name });
export const moneyOf = (page: Page) => panel(page, 'Offer and settlement');

/** From the call to the market read: facts, offer, note, report. */
export async function takeTheCall({ page, source, id }: Story): Promise<void> {
  await page.keyboard.press('q');
  await page.getByText('Ready?').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('no one else can call', { exact: true }).waitFor();
  expect(page.url()).toContain(id);
  const numbers = panel(page, 'Call script').locator('li > [aria-hidden]');
  expect(await numbers.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0);
  await look(page, `${source}-ring`);

  await page.keyboard.press('f');
  const form = page.getByRole('form', { name: 'Facts of the case' });
  await typeInto(page, form.getByLabel('VIN', { exact: true }), vin);
  await pressOn(page, form.getByRole('button', { name: 'Use this vehicle' }));
  // The VIN only narrows down the trim; the owner names it.
  await typeInto(page, form.getByLabel('Trim', { exact: true }), 'EX-V6');
  await typeInto(page, form.getByLabel('Odometer'), '66,000');
  await typeInto(page, form.getByLabel('Condition'), 'New tires in May.');
  await typeInto(page, form.getByLabel('ZIP'), '78701');
  // The agent gave no name; the institutions did.
  if (source === 'agent_intake') {
    await typeInto(page, form.getByLabel('First name'), 'Robin');
    await typeInto(page, form.getByLabel('Last name'), 'Specimen');
  }
  await look(page, `${source}-facts`);
  await page.keyboard.press('Enter');
  await panel(page, 'Vehicle and loss').getByText('Market median').waitFor();
  await expectFocus(page);

  await page.keyboard.press('o');
  const offer = page.getByRole('form', { name: 'First offer' });
  await typeInto(page, offer.getByLabel('First offer: Vehicle value'), '14,800');
  await typeInto(page, offer.getByLabel('First offer: Tax'), '1,073');
  await typeInto(page, offer.getByLabel('First offer: Fees'), '50');
  await typeInto(page, offer.getByLabel('First offer: Deductible'), '500');
  await offer.getByText('The parts add up to $15,423.').waitFor();
  await page.keyboard.press('Enter');
  await moneyOf(page).getByText('$14,800', { exact: true }).waitFor();
  await expectFocus(page);

  await page.keyboard.press('n');
  await page.keyboard.type('Bought new tires in May; the insurer did not count them.');
  await page.keyboard.press('ControlOrMeta+s');
  await panel(page, 'Timeline').getByText('the insurer did not count them').waitFor();
  await page.keyboard.press('Escape');

  await page.keyboard.press('u');
  const papers = panel(page, 'Documents');
  await papers.getByRole('link', { name: 'Valuation report' }).waitFor();
  expect(await papers.getByText(/another vehicle|Check the report/).count()).toBe(0);
  await papers.getByText('The market read is unchanged.').waitFor();
  await panel(page, 'Offer and market').getByText('Adjusted median of 14 listings').waitFor();
}

/** Composes the appraisal, leaves one comparable out, signs, and tells what the release does. */
export async function composeTheAppraisal({ page, source }: Story): Promise<void> {
  const appraisal = panel(page, 'Written appraisal');
  await appraisal.waitFor();
  await page.keyboard.press('w');
  await pressOn(page, appraisal.getByRole('button', { name: 'Create a draft' }));
  await appraisal.getByText('Comparables: 14 of 14 used').waitFor();
  await expectFocus(page);
  await pressOn(page, appraisal.getByRole('checkbox').first(), 'Space');
  await typeInto(page, appraisal.getByLabel('Reason left out'), 'Salvage history');
  await typeInto(page, appraisal.getByLabel('Signed by'), 'Robin Synthetic');
  await page.keyboard.press('Enter');
  await appraisal.getByText('Draft saved.').or(page.getByText('Draft saved.')).waitFor();
  await appraisal.getByText('Comparables: 13 of 14 used').waitFor();
  await expectFocus(page);
  await look(page, `${source}-appraisal`);
}

export async function release({ page }: Story, reason?: string): Promise<void> {
  const appraisal = panel(page, 'Written appraisal');
  if (reason !== undefined) {
    await tabTo(page, appraisal.getByLabel('Why nothing is charged'));
    await page.keyboard.type(reason);
  }
  await pressOn(page, appraisal.getByRole('button', { name: 'Release version 1' }));
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await appraisal.getByText('Current version').waitFor();
  await expectFocus(page);
}

/** Returns the link in the newest email with this subject. */
export async function linkMailed({ world: { harness }, email }: Story, subject: string): Promise<string> {
  await harness.sendMessages();
  const mail = harness.mailbox.to(email).findLast((one) => one.mail.subject === subject);
  return /http:\S+\/(?:checkout|appraisal)\/\w{32}/.exec(mail?.mail.text ?? '')?.[0] ?? '';
}

type Chosen = { readonly title: string; readonly product: 'research' | 'representation'; readonly after: string };

/** The owner on a phone: their options, the terms, the card. */
export async function payByCard(story: Story, link: string, { title, product, after }: Chosen): Promise<void> {
  const { world, stripe } = story;
  const { page, trouble, context } = await newWindow(world.browser, { width: 390, bypassCsp: true });
  await page.goto(link);
  await page.getByRole('heading', { name: title }).waitFor();
  await look(page, `${story.source}-options-${product}`);
  await pressOn(page, page.locator(`a[href*="/${product}?"]`));
  await pressOn(page, page.getByRole('checkbox'), 'Space');
  await look(page, `${story.source}-terms-${product}`);
  await pressOn(page, page.getByRole('main').getByRole('button'));
  await page.getByText('A synthetic payment page').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Pay' }));
  await page.waitForURL(/\/checkout\/return\//);
  await deliverProviderEvents({ harness: world.harness, stripe });
  await page.reload();
  await page.getByRole('heading', { name: after }).waitFor();
  expect(trouble).toEqual([]);
  await context.close();
}

/** The insurer's final payment, in parts; the difference is shown before it is sent. */
export async function settle({ page, source }: Story): Promise<void> {
  await page.keyboard.press('p');
  const part = (name: string) => page.getByLabel(`Settlement: ${name}`);
  await typeInto(page, part('Vehicle value'), '16,900');
  await typeInto(page, part('Tax'), '1,225.25');
  await typeInto(page, part('Deductible'), '500');
  await page.getByText('Improvement in value: $2,100 better.').waitFor();
  await pressOn(page, page.getByRole('button', { name: 'Record the settlement' }));
  await sendNow(page, 'Record the settlement at $16,900, $2,100 better');
  await moneyOf(page).getByText('$2,100', { exact: true }).waitFor();
  await look(page, `${source}-settled`);
}

/** A lead finds the case by search and charges the saved card. */
export async function charge({ world, stripe, source, digits, page }: Story, cents: string): Promise<void> {
  await panel(page, 'Next step').getByText(`Fee of ${cents} is due: a lead charges it.`).waitFor();
  const lead = await takeSeat(world, { role: 'lead', bypassCsp: true });
  await lead.page.goto(`${origin}/board`);
  await lead.page.getByRole('heading', { name: 'Board' }).waitFor();
  await comeBack({ page: lead.page, digits });
  const payments = panel(lead.page, 'Payments');
  await pressOn(lead.page, payments.getByRole('button', { name: 'Charge…' }));
  await lead.page.keyboard.press('Space');
  await lead.page.keyboard.press('Enter');
  await lead.page.getByText('Charge requested.').waitFor();
  await expectFocus(lead.page);
  await deliverProviderEvents({ harness: world.harness, stripe });
  await comeBack({ page: lead.page, digits });
  await payments.getByText(`charged ${cents}`).waitFor();
  await look(lead.page, `${source}-charged`);
  expect(lead.trouble).toEqual([]);
  await lead.context.close();
}

/** Reopens the only case that a search finds. */
export async function comeBack({ page, digits }: Pick<Story, 'page' | 'digits'>): Promise<void> {
  await page.keyboard.press('b');
  await page.getByRole('heading', { name: 'Board' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(digits);
  await page.getByRole('option').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Timeline').waitFor();
}

/** Not in the columns, found by search, and closed there. */
export async function expectClosed({ page, source, digits, id, caller, stripe }: Story, why: string): Promise<void> {
  await panel(page, 'Closed').getByText(why).waitFor();
  await expectFocus(page);
  await page.keyboard.press('b');
  await page.getByRole('heading', { name: 'Board' }).waitFor();
  await page.getByText('Test cases').waitFor();
  await expect.poll(() => page.locator(`[data-card="${id}"]`).count()).toBe(0);
  await comeBack({ page, digits });
  await panel(page, 'Closed').getByText(why).waitFor();
  await look(page, `${source}-closed`);
  expect([caller.trouble, stripe.complaints]).toEqual([[], []]);
  await caller.context.close();
}
