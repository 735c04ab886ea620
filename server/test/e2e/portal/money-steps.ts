import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { expireReferrals } from '#modules/referrals';
import type { Harness } from '#test/harness';
import { givenSettledReferral } from '#testing/figures/exposure';
import { givenEnrollment } from '#testing/memberships';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath, partnerCalls, press } from '#testing/referrals';
import { givenStaffToken } from '#testing/staff';

const day = 86_400;

/**
 * A live institution, all of it synthetic: three referrals that are settled in November, one of them of an unknown basis; one
 * that is declined, canceled, closed, expired each; nothing in December; one settled in January; six enrollments. Its
 * statement of September is void, that of October is paid and that of November is open.
 */
export async function givenMoney(harness: Harness): Promise<string> {
  const plans = [
    { code: 'standard', unit_price_cents: 505 },
    { code: 'gold', unit_price_cents: 1_049 },
  ];
  const program = { mode: 'subsidized', subsidy_type: 'fixed', subsidy_value: 20_000 } as const;
  const institution = { name: 'Synthetic Harbor Credit Union', plans, program, bill_to: 'Accounts\n2 Example Street' };
  const { key, institutionId } = await givenPartner(harness, { livemode: true, institution });
  let token = await givenStaffToken(harness);
  const staff = async (method: string, path: string, body: unknown = {}) => {
    const { status, text } = await harness.call(method, `/api/staff/v1${path}`, { token, body });
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${text}`);
  };
  const wait = async (days: number): Promise<void> => {
    harness.clock.advance(days * day);
    token = await givenStaffToken(harness);
  };
  const settle = (id: string, body: object) => staff('POST', `/referrals/${id}/settle`, body);

  await staff('PUT', '/statements/settings', {
    issuer: 'Synthetic Issuer LLC',
    remit_to: 'Synthetic Bank\nAccount 42',
  });
  await staff('PUT', `/institutions/${institutionId}/gap-terms`, {
    ltv_cap_percent: null,
    deductible_cover_cents: 25_000,
  });
  for (const plan of ['standard', 'gold', 'standard', 'gold', 'gold', 'standard'])
    await givenEnrollment(harness, key, { plan, effective_on: '2026-09-01' });

  const activated = [];
  for (let count = 0; count < 4; count += 1) activated.push(await givenSettledReferral(harness, { key, token }));
  const [gained = '', lost = '', unknown = '', late = ''] = activated;
  const declined = await givenReferral(harness, key);
  await press(harness, await linkPath(harness, declined.id), 'decline');
  const canceled = await givenReferral(harness, key);
  await partnerCalls(harness, key)(`PATCH /referrals/${canceled.id}`, { status: 'canceled' });
  const closed = await givenSettledReferral(harness, { key, token });
  await staff('POST', `/referrals/${closed}/close`, { note: 'synthetic' });
  await givenReferral(harness, key, { external_ref: 'synthetic-loan-1' });

  await wait(3);
  const offer = { value_cents: 1_500_000, tax_cents: 120_000 };
  await settle(gained, { offer, settlement: { value_cents: 1_620_033, tax_cents: 129_603 } });
  await wait(4);
  await settle(lost, { offer, settlement: { value_cents: 1_490_050, tax_cents: 119_204 } });
  await settle(unknown, { settlement: { total_cents: 1_700_000 } });
  await wait(55);
  await expireReferrals(harness.ctx, 100);
  await settle(late, { offer, settlement: { value_cents: 1_750_000, tax_cents: 140_000 } });

  for (const period of ['2026-09', '2026-10', '2026-11']) {
    // The newest is first by the time of issue.
    harness.clock.advance(1);
    await staff('POST', '/statements/run', { period });
  }
  const { body } = await harness.call('GET', '/api/gap/v1/plans/statements', { token: key });
  const statementOf = (period: string): string => {
    const found = body.data.find((one: { period: string }) => one.period === period);
    return `/institutions/${institutionId}/statements/${found.id}/status`;
  };
  await staff('POST', statementOf('2026-09'), { status: 'void', note: 'synthetic' });
  await staff('POST', statementOf('2026-10'), { status: 'paid' });
  return institutionId;
}

/** The texts of elements without those for screen readers and for other widths. */
export const readAllSeen = (found: Locator): Promise<string[]> =>
  found.evaluateAll((all) =>
    all.map((element) => {
      const copy = element.cloneNode(true) as typeof element;
      for (const hidden of copy.querySelectorAll('.sr-only, [class~="sm:hidden"]')) hidden.remove();
      return (copy.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
    }),
  );

/** The cells of each row of a table, by column title. */
export async function readTable(table: Locator): Promise<Record<string, string>[]> {
  const titles = (await table.locator('thead th').allTextContents()).map((title) => title.trim());
  const cells = await readAllSeen(table.locator('tbody td'));
  if (cells.length % titles.length !== 0) throw new Error('a row has not a cell for each title');
  const rows = Array.from({ length: cells.length / titles.length }, (_, row) => cells.slice(row * titles.length));
  return rows.map((row) => Object.fromEntries(titles.map((title, index) => [title, row[index] ?? ''])));
}

/** $1,200.33 as 120033. */
export const toCents = (text: string): number => Math.round(Number(text.replaceAll(/[$,]/g, '')) * 100);

/** The two amounts of an exposure; empty if there is none. */
export const toPair = (text: string): number[] => (text.includes('→') ? text.split('→').map(toCents) : [0, 0]);

export async function download(page: Page, link: Locator): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** The cells of a CSV file without quoted cells, by column name. */
export function readCsv(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/);
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])));
}
