import { beforeAll, describe, expect, it } from 'vitest';
import { accessibilityProblems, saveImage, sidewaysScroll, screens } from '#test/browser/browser';
import {
  asStranger,
  givenIntake,
  givenTeam,
  linkPath,
  minimalIntake,
  newEmail,
  newPhone,
  press,
  pressSent,
  sentLinkPath,
  submit,
  type CreatedReceipt,
} from '#testing/intakes';
import { origin, takeSeat, useWorld } from './board-world.ts';

const world = useWorld();

let relayed: CreatedReceipt;
let proven: CreatedReceipt;
const cases = { relayed: '', proven: '' };

beforeAll(async () => {
  const { harness } = world.current;
  harness.clock.advance(5 * 3600);
  const customer = (first_name: string) => ({ first_name, email: newEmail(), phone: newPhone() });
  relayed = await givenIntake(harness, { customer: customer('Robin') });
  const owner = customer('Kim');
  proven = await givenIntake(harness, { customer: owner });
  // Another caller submitted the same person: their card is linked to the first.
  await submit(harness, minimalIntake({ customer: { phone: owner.phone } }), asStranger());
  await press(harness, relayed, 'confirm');
  await pressSent(harness, proven, { via: 'text' });
  const team = await givenTeam(harness);
  cases.relayed = (await team.record(relayed.intake_id)).consultation?.id ?? '';
  cases.proven = (await team.record(proven.intake_id)).consultation?.id ?? '';
});

describe.each([1280, 390] as const)('at %i pixels', (width) => {
  it('the board shows whether a yes was relayed or proven, and which cards belong to one person', async () => {
    const { page, context, trouble } = await takeSeat(world.current, { width, bypassCsp: true });
    await page.goto(`${origin}/board`);
    const card = (id: string) => page.locator(`[data-card="${id}"]`);
    await card(cases.relayed).waitFor();
    expect(await card(cases.relayed).innerText()).toContain('Relayed yes, unverified');
    const ofProven = await card(cases.proven).innerText();
    expect(ofProven).toContain('Verified by text');
    expect(ofProven).toContain('1 more case for this person');
    expect(await accessibilityProblems(page)).toEqual([]);
    await saveImage(page, `board-whose-yes-${width}`);
    expect(trouble).toEqual([]);
    await context.close();
  });

  it.each(['relayed', 'proven'] as const)('the case shows that a yes is %s', async (which) => {
    const { page, context } = await takeSeat(world.current, { width, bypassCsp: true });
    await page.goto(`${origin}/board/cases/${cases[which]}`);
    await page.locator('#person').waitFor();
    const header = await page.locator('header').filter({ hasText: 'CN-' }).innerText();
    expect(header).toContain(which === 'relayed' ? 'Relayed by the agent, unverified' : 'Verified by text');
    const tied = page.getByRole('heading', { name: 'Same person' });
    expect(await tied.count()).toBe(which === 'relayed' ? 0 : 1);
    expect(await page.getByText('A yes was relayed by the agent, not proven').count()).toBe(
      which === 'relayed' ? 1 : 0,
    );
    expect(await sidewaysScroll(page)).toBe(0);
    expect(await accessibilityProblems(page)).toEqual([]);
    await saveImage(page, `board-case-${which}-yes-${width}`);
    await context.close();
  });

  it('the owner’s own link asks again after a relayed yes, and thanks an owner who confirms it', async () => {
    const { browser, harness } = world.current;
    const context = await browser.newContext({ viewport: screens[width], bypassCSP: true });
    const page = await context.newPage();
    const receipt = await givenIntake(harness, { customer: { email: newEmail() } });
    await press(harness, receipt, 'confirm');
    await page.goto(`${origin}${await sentLinkPath(harness, receipt.intake_id, 'email')}`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Was it you who said yes?');
    expect(await page.getByRole('main').getByRole('button').count()).toBe(2);
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await sidewaysScroll(page)).toBe(0);
    await saveImage(page, `link-relayed-yes-${width}`);
    await page.getByRole('button', { name: 'Yes, that was me' }).click();
    await page.getByText('Thank you, you are confirmed.').waitFor();
    await saveImage(page, `link-proven-yes-${width}`);
    const relayedPage = await page.goto(`${origin}${linkPath(receipt)}`);
    expect(await relayedPage?.text()).not.toContain('<form');
    await context.close();
  });
});
