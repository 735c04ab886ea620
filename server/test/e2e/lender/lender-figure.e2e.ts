import { copyFile, readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, saveLook, screens, sidewaysScroll } from '#test/browser/browser';
import { origin, takeSeat, useWorld } from '#test/e2e/board-world';
import { givenDocument } from '#testing/documents';
import { givenSettledReferral } from '#testing/figures/exposure';
import { givenPartner } from '#testing/partners';
import { givenStaffToken } from '#testing/staff';

const world = useWorld(async () => ({ gapRequestsPerMin: 1_000_000 }));

/** A settled referral of a lender whose program has an LTV cap of 120 % and covers $250 of the deductible. */
async function givenLoan() {
  const { harness } = world.current;
  const token = await givenStaffToken(harness);
  const institution = { name: 'Synthetic Harbor Credit Union' };
  const { key, institutionId } = await givenPartner(harness, { livemode: true, institution });
  const terms = { ltv_cap_percent: 120, deductible_cover_cents: 25_000 };
  const path = `/api/staff/v1/institutions/${institutionId}/gap-terms`;
  expect((await harness.call('PUT', path, { token, body: terms })).status).toBe(200);
  const id = await givenSettledReferral(
    harness,
    { key, token },
    {
      offer: { value_cents: 1_500_000, tax_cents: 120_000 },
      settlement: { value_cents: 1_620_033, tax_cents: 129_603 },
    },
  );
  await givenDocument(harness, id);
  const query = 'select id from consultations.consultations where source_id = $1';
  const { rows } = await harness.ctx.db.pool.query(query, [id]);
  return { id, caseId: rows[0].id as string };
}

async function download(page: Page, link: Locator, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const path = await file.path();
  await copyFile(path, `.results/${name}`);
  return readFile(path);
}

async function look(page: Page, panel: Locator, name: string): Promise<void> {
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    expect(await sidewaysScroll(page), `${name} ${width}`).toBe(0);
    await saveLook(panel, `${name}-${width}`);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
}

it("a lead enters a loan's missing facts, ticks a document, and downloads the packet and the ledger", async () => {
  const { caseId } = await givenLoan();
  const { page, trouble } = await takeSeat(world.current, { role: 'lead', bypassCsp: true });
  await page.goto(`${origin}/board/cases/${caseId}`);
  const panel = page.getByRole('region', { name: 'GAP exposure' });
  await panel.getByText('the vehicle’s value at loan origination is not known').waitFor();
  await look(page, panel, 'exposure-unknown');

  await panel.getByText('Record the payoff').click();
  const loan = panel.getByRole('form', { name: 'Loan' });
  await loan.getByLabel('Payoff in dollars').fill('17,900.00');
  await loan.getByLabel('Payoff as of').fill('2026-11-01');
  await loan.getByLabel('Vehicle’s value at loan origination').fill('14500');
  await loan.getByRole('button', { name: 'Record' }).click();
  // 120 % of 14,500 is 17,400: less 14,500 and less 250 of the deductible before, 1,200.33 less after.
  await panel.getByText('$2,650.00').waitFor();
  for (const amount of ['$1,449.67', '$1,200.33', '$750.00']) await panel.getByText(amount).first().waitFor();

  await panel.getByText('GAP claim documents').click();
  const paper = panel.getByRole('form', { name: 'Received document' });
  await paper.getByLabel('Document').selectOption('payoff_letter');
  await paper.getByLabel('Received on').fill('2026-11-14');
  await paper.getByRole('button', { name: 'Record' }).click();
  await panel.getByText('1 of 8 received').waitFor();
  await look(page, panel, 'exposure-known');

  const packet = await download(page, panel.getByRole('link', { name: /packet \(PDF\)/ }), 'evidence.pdf');
  expect(packet.subarray(0, 5).toString()).toBe('%PDF-');
  const json = await download(page, panel.getByRole('link', { name: /packet \(JSON\)/ }), 'evidence.json');
  expect(JSON.parse(json.toString())).toMatchObject({ exposure: { reduction_cents: 120_033 } });

  const states = page.getByRole('region', { name: 'Sources on total losses in NY' });
  await states.getByRole('button', { name: 'Show' }).click();
  await states.getByText('11 NYCRR').first().waitFor();
  await look(page, states, 'state-facts');

  await page.goto(`${origin}/board/figures`);
  const figures = page.getByRole('region', { name: 'GAP exposure' });
  await figures.getByText('$1,200.33').waitFor();
  await look(page, figures, 'exposure-figures');
  const csv = await download(page, figures.getByRole('link', { name: /\(CSV\)/ }), 'ledger.csv');
  expect(csv.toString()).toMatch(/^TOTAL,.*,2650\.00,1449\.67,1200\.33,0\.00,/m);
  await download(page, figures.getByRole('link', { name: /\(PDF\)/ }), 'ledger.pdf');
  expect(trouble).toEqual([]);
});

it('an administrator sets the terms of a GAP program', async () => {
  const { harness } = world.current;
  const { institutionId } = await givenPartner(harness, { livemode: true });
  const { page, trouble } = await takeSeat(world.current, { role: 'administrator', bypassCsp: true });
  await page.goto(`${origin}/board/admin/institutions/${institutionId}`);
  const section = page.getByRole('region', { name: 'GAP program' });
  await section.getByText('No terms on file').waitFor();
  await section.getByLabel('For referrals created from').fill('2026-11-16');
  await section.getByLabel('LTV cap in percent').fill('999');
  await section.getByRole('button', { name: 'Save GAP terms' }).click();
  await section.getByRole('alert').first().waitFor();
  await section.getByLabel('LTV cap in percent').fill('125');
  await section.getByLabel('Deductible covered').fill('1000');
  await section.getByRole('button', { name: 'Save GAP terms' }).click();
  await section.getByText('up to $1,000.00').waitFor();
  await look(page, section, 'gap-terms');
  expect(trouble).toEqual([]);
});

it('a caller sees the figure and cannot download the packet', async () => {
  const { caseId } = await givenLoan();
  const { page } = await takeSeat(world.current, { role: 'caller' });
  await page.goto(`${origin}/board/cases/${caseId}`);
  const panel = page.getByRole('region', { name: 'GAP exposure' });
  await panel.getByText('Reduction').waitFor();
  expect(await panel.getByRole('link').count()).toBe(0);
});
