import { beforeAll, expect, it } from 'vitest';
import { accessibilityProblems, saveLook, sidewaysScroll } from '#test/browser/browser';
import { givenIntake, givenTeam } from '#testing/intakes';
import { givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenReferral } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';
import { newWindow, origin, takeSeat, useWorld, type Desk } from './board-world.ts';

const world = useWorld();
let desk: Desk;

beforeAll(async () => {
  desk = await takeSeat(world.current, { role: 'administrator', bypassCsp: true });
});

/** At every width: no sideways scrolling, no axe violation, and a picture for review. */
async function inspect({ page }: Desk, name: string): Promise<void> {
  for (const width of [390, 1280, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    expect([name, width, await sidewaysScroll(page)]).toEqual([name, width, 0]);
    await saveLook(page, `${name}-${width}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
}

it('a person is invited by email, and scans the code on the set-up page', async () => {
  const { harness, browser } = world.current;
  const { page } = desk;
  await page.goto(`${origin}/board/admin?tab=Team`);
  const send = page.getByRole('button', { name: 'Send invitation' });
  expect(await send.isDisabled()).toBe(true);
  await page.getByLabel('Name', { exact: true }).fill('Synthetic Newcomer');
  await page.getByLabel('Work email').fill('newcomer@example.com');
  await send.click();
  await page.getByText('Invited.').waitFor();
  const row = page.getByRole('row', { name: 'Synthetic Newcomer' });
  await row.getByText('set-up link open until').waitFor();
  expect(await row.getByRole('cell', { name: 'caller', exact: true }).count()).toBe(1);
  await page.getByLabel('Name', { exact: true }).fill('Synthetic Again');
  await page.getByLabel('Work email').fill('newcomer@example.com');
  await send.click();
  // The error is next to the typed text, which is still there.
  await page.getByRole('form', { name: 'Invite' }).getByRole('alert').getByText('already has this address').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Synthetic Again');
  await inspect(desk, 'team');
  await harness.sendMessages();
  const text = harness.mailbox.to('newcomer@example.com')[0]?.mail.text ?? '';
  const url = /http\S+\/sign-in\/set-up\/\S+/.exec(text)?.[0] ?? '';
  const theirs = await newWindow(browser);
  await theirs.page.goto(url);
  await theirs.page.getByRole('img', { name: 'QR code for the key' }).waitFor();
  await saveLook(theirs.page, 'set-up');
  expect(theirs.trouble).toEqual([]);
});

it('an institution gets contacts, plans and a labelled key, and its statement is sent and paid', async () => {
  const { harness } = world.current;
  const { page } = desk;
  const partner = await givenPartner(harness, { livemode: true });
  await givenEnrollment(harness, partner.key, { effective_on: '2026-10-01' });
  await page.goto(`${origin}/board/admin/institutions/${partner.institutionId}`);
  await page.getByRole('button', { name: 'Edit terms' }).click();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  expect(await save.isDisabled()).toBe(true);
  await page.getByLabel('Billing contact').fill('billing@example.com');
  await page.getByLabel('Bill to').fill('Synthetic Credit Union\n1 Example Street');
  await page.getByRole('button', { name: 'Add plan' }).click();
  await page.getByLabel('Plan 2 code').fill('Gold');
  await page.getByLabel('Plan 2 price in dollars').fill('9.50');
  await save.click();
  await page.getByRole('group').getByRole('alert').waitFor();
  await page.getByLabel('Plan 2 code').fill('gold');
  await save.click();
  await page.getByText('gold at $9.50 per month').waitFor();
  await page.getByLabel('Key label').fill('nightly roster');
  await page.getByLabel('Key role').selectOption('read_only');
  await page.getByLabel('Expires after').fill('2027-11-30');
  await page.getByRole('button', { name: 'Create test key' }).click();
  await page.getByRole('button', { name: 'Copy API key' }).waitFor();
  await page.getByRole('row', { name: /nightly roster.*read only/ }).waitFor();
  const token = await givenStaffToken(harness);
  await harness.call('POST', '/api/staff/v1/statements/run', { token, body: { period: '2026-10' } });
  await page.reload();
  const statements = page.getByRole('region', { name: 'Statements' });
  expect(await statements.getByRole('button', { name: 'Void' }).isDisabled()).toBe(true);
  await statements.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await statements.getByText(/sent by/).waitFor();
  await statements.getByLabel('Note').fill('wire of Nov 3');
  await statements.getByRole('button', { name: 'Mark paid' }).click();
  await statements.getByText('(wire of Nov 3)').waitFor();
  await inspect(desk, 'institution');
});

it('a review form shows the stored review and sends only the changed fields', async () => {
  const { harness } = world.current;
  const team = await givenTeam(harness);
  const { key } = await givenPartner(harness, { livemode: true });
  const { id } = await givenReferral(harness, key);
  await team.post(`/referrals/${id}/activate`, undefined);
  await team.post(`/referrals/${id}/review`, {
    status: 'completed',
    outcome: 'offer_low',
    summary: 'Options left out.',
  });
  const { body } = await harness.call('GET', `/api/staff/v1/board/search?q=${id}`, { token: team.token });
  const { page } = desk;
  await page.goto(`${origin}/board/cases/${body.data[0].id}`);
  const review = page.getByRole('form', { name: 'Review' });
  expect(await review.getByLabel('Summary').inputValue()).toBe('Options left out.');
  expect(await review.getByLabel('Outcome').inputValue()).toBe('offer_low');
  const record = review.getByRole('button', { name: 'Record' });
  expect(await record.isDisabled()).toBe(true);
  await review.getByLabel('Outcome').selectOption('inconclusive');
  await record.click();
  await page.getByText('Review recorded.').waitFor();
  await expect.poll(() => record.isDisabled()).toBe(true);
});

it('a lead reads the figures, and every number opens its cases', async () => {
  const { harness } = world.current;
  harness.clock.advance(29 * 3600);
  const team = await givenTeam(harness);
  const outcomes = ['confirmed', 'voicemail', 'no_answer'];
  for (const outcome of outcomes) {
    const { intake_id: id } = await givenIntake(harness);
    await team.post(`/intakes/${id}/calls`, { outcome });
  }
  const lead = await takeSeat(world.current, { role: 'lead', bypassCsp: true });
  const { page } = lead;
  await page.goto(`${origin}/board/figures?range=month`);
  await page.getByRole('region', { name: 'Funnel' }).waitFor();
  await page.getByText('As a table').click();
  await inspect(lead, 'figures');
  const asked = page.getByRole('row', { name: /^Asked/ }).getByRole('link');
  const count = await asked.textContent();
  await asked.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /Cases for the month/ }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(Number(count) + 1);
  await inspect(lead, 'figure-cases');
  expect(lead.trouble).toEqual([]);
});

it('the audit trail lists sentences without page views, and deliveries can be searched', async () => {
  // The clock of earlier tests may have ended the session.
  desk = await takeSeat(world.current, { role: 'administrator', bypassCsp: true });
  const { page } = desk;
  await page.goto(`${origin}/board/admin?tab=Audit`);
  await page.getByText('invited a team member').first().waitFor();
  expect(await page.getByText('looked at').count()).toBe(0);
  await page.getByRole('combobox', { name: 'Views' }).selectOption('shown');
  await page.getByText('looked at').first().waitFor();
  await inspect(desk, 'audit');
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.getByLabel('Event type').fill('referral.created');
  await page.getByText('No deliveries.').waitFor();
  await inspect(desk, 'deliveries');
  expect(desk.trouble).toEqual([]);
});
