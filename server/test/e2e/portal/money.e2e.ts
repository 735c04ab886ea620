import { execFileSync } from 'node:child_process';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { saveLook, screens } from '#test/browser/browser';
import { look as lookAt } from '#test/browser/look';
import { origin, useWorld } from '../board-world.ts';
import { download, givenMoney, readCsv, readAllSeen, readTable, toCents, toPair } from './money-steps.ts';
import { takePortalSeat } from './portal-seat.ts';

const world = useWorld(async () => ({ gapRequestsPerMin: 1_000_000 }));

let institutionId = '';
beforeAll(async () => {
  institutionId = await givenMoney(world.current.harness);
});

const look = (page: Page, name: string): Promise<void> => lookAt(page, `money-${name}`);

async function openAsFinance(path: string, mode = 'live') {
  const desk = await takePortalSeat(world.current, { user: { role: 'finance', institutionId } });
  const place = `${origin}/portal/${institutionId}/${mode}`;
  await desk.page.goto(`${place}${path}`);
  return { ...desk, place };
}

const sumOf = (rows: readonly Record<string, string>[], title: string): number =>
  rows.reduce((sum, row) => sum + (row[title] === '–' ? 0 : toCents(row[title] ?? '')), 0);

const pairSum = (rows: readonly Record<string, string>[]): number[] =>
  rows.map((row) => toPair(row['Exposure'] ?? '')).reduce(([a = 0, b = 0], [c = 0, d = 0]) => [a + c, b + d], [0, 0]);

/** Opens a number and reads the rows behind it. */
async function openNumber(page: Page, href: string): Promise<Behind> {
  const known = opened.get(href);
  if (known !== undefined) return known;
  const behind = await readBehind(page, href);
  opened.set(href, behind);
  return behind;
}

type Behind = { readonly rows: readonly Record<string, string>[]; readonly plans: number };
/** Several numbers are computed from the same rows. */
const opened = new Map<string, Behind>();

/** Follows the link and goes back, as a user does who checks one number after the other. */
async function readBehind(page: Page, href: string): Promise<Behind> {
  const figures = page.getByRole('table', { name: 'Figures by month' });
  await page.locator(`main a[href="${href}"]`).first().click();
  // The URL changes before the page does.
  await figures.waitFor({ state: 'detached' });
  const behind = await readRows(page, href);
  await page.goBack();
  await figures.waitFor();
  return behind;
}

async function readRows(page: Page, href: string): Promise<Behind> {
  const referrals = page.getByRole('region', { name: 'Referrals', exact: true });
  await referrals.locator('table, p:text-is("None.")').first().waitFor();
  const table = referrals.locator('table');
  const rows = (await table.count()) === 0 ? [] : await readTable(table);
  if (!href.includes('settled')) return { rows, plans: 0 };
  const plans = page.getByRole('region', { name: 'Plan fees' });
  await plans.locator('table, p:text-is("None.")').first().waitFor();
  const planTable = plans.locator('table');
  return { rows, plans: (await planTable.count()) === 0 ? 0 : sumOf(await readTable(planTable), 'Amount') };
}

/** Every number on the page that opens something: its link, its name and its text. */
async function listNumbers(page: Page) {
  const links = page.locator('main a[href*="/analytics/referrals"]');
  const texts = await readAllSeen(links);
  const named = await links.evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      what: [...link.querySelectorAll('.sr-only')].at(-1)?.textContent?.trim() ?? '',
    })),
  );
  return named.map((one, index) => ({ ...one, text: texts[index] ?? '' }));
}

describe('analytics in a browser', () => {
  it('numbers open their rows, and the rows add up to them', async () => {
    const { page, trouble, context, place } = await openAsFinance('/analytics');
    await page.getByRole('table', { name: 'Figures by month' }).waitFor();
    await look(page, 'analytics');
    await page.goto(`${place}/analytics?from=2026-09-01&to=2027-02-01`);
    await page.getByText('Shown: 2026-09-01').waitFor();
    const numbers = await listNumbers(page);
    const months = await readTable(page.getByRole('table', { name: 'Figures by month' }));
    // Three amounts, seven steps, and five numbers of each month.
    expect(numbers).toHaveLength(3 + 7 + 5 * months.length);
    expect(numbers.filter(({ text }) => text !== '0' && text !== '$0.00').length).toBeGreaterThan(15);
    for (const { href, what, text } of numbers) {
      const { rows, plans } = await openNumber(page, href);
      if (/gained/i.test(what)) expect([what, sumOf(rows, 'Gained')]).toEqual([what, toCents(text)]);
      else if (/fees/i.test(what)) expect([what, sumOf(rows, 'Your fee') + plans]).toEqual([what, toCents(text)]);
      else if (/exposure/i.test(what)) expect([what, pairSum(rows)]).toEqual([what, toPair(text)]);
      else expect([what, rows.length]).toEqual([what, Number(text)]);
    }
    // The columns without a link come from the same rows.
    for (const month of months) {
      const name = month['Month'] ?? '';
      const link = numbers.find(({ href }) => href.includes('settled') && href.includes(`month=${name}`));
      const { rows } = await openNumber(page, link?.href ?? '');
      expect([name, pairSum(rows)]).toEqual([name, toPair(month['Exposure'] ?? '')]);
      const days = rows.map((row) => Number(row['Days'])).toSorted((a, b) => a - b);
      const middle = ((days[Math.floor((days.length - 1) / 2)] ?? 0) + (days[Math.floor(days.length / 2)] ?? 0)) / 2;
      expect([name, days.length === 0 ? '–' : String(middle)]).toEqual([name, month['Days']]);
    }
    expect(trouble).toEqual([]);
    await context.close();
  });

  it('a number opens the referrals with their amounts, the statements, and the way back', async () => {
    const { page, trouble, context } = await openAsFinance('/analytics?from=2026-11-01&to=2027-02-01');
    await page.getByRole('link', { name: 'gained by borrowers' }).click();
    await page.getByRole('heading', { name: 'Settled in the selected period' }).waitFor();
    await page.getByText('Total: gained').waitFor();
    await page.getByRole('region', { name: 'Plan fees' }).getByRole('link').first().waitFor();
    await look(page, 'settled');
    await page.getByRole('main').getByRole('link', { name: 'Analytics' }).click();
    await page.getByText('Shown: 2026-11-01 to 2027-01-31').waitFor();
    await page.getByRole('link', { name: /Referred in December 2026/ }).click();
    await page.getByText('None.').waitFor();
    await look(page, 'none');
    expect(trouble).toEqual([]);
    await context.close();
  });

  it('the CSV has the same numbers as the table', async () => {
    const { page, context } = await openAsFinance('/analytics');
    const table = page.getByRole('table', { name: 'Figures by month' });
    await table.waitFor();
    const { name, bytes } = await download(page, page.getByRole('link', { name: 'Download CSV' }));
    const pair = (row: Record<string, string>) =>
      row['exposure_before_usd'] === ''
        ? [0, 0]
        : [row['exposure_before_usd'], row['exposure_after_usd']].map((one) => toCents(one ?? ''));
    const file = readCsv(bytes.toString()).map((row) => [
      row['month'],
      row['created'],
      row['activated'],
      row['settled'],
      toCents(row['increase_usd'] ?? ''),
      toCents(row['spend_usd'] ?? ''),
      pair(row),
      row['median_days_to_settlement'] === '' ? '–' : row['median_days_to_settlement'],
    ]);
    const seen = (await readTable(table)).map((row) => [
      row['Month'],
      row['Referred'],
      row['Accepted'],
      row['Settled'],
      toCents(row['Gained'] ?? ''),
      toCents(row['Fees'] ?? ''),
      toPair(row['Exposure'] ?? ''),
      row['Days'],
    ]);
    expect(name).toBe('analytics.csv');
    expect(file).toEqual(seen.toReversed());
    await context.close();
  });

  it('analytics are readable for one month, for no month, in dark mode and in print', async () => {
    const { page, context, place } = await openAsFinance('/analytics?from=2026-11-01&to=2026-12-01');
    await page.getByRole('table', { name: 'Figures by month' }).waitFor();
    await look(page, 'one-month');
    await expectNoOverlap(page);
    await page.goto(`${place}/analytics?from=2025-06-01&to=2027-05-01`);
    await page.getByText('Shown: 2025-06-01').waitFor();
    await look(page, 'two-years');
    for (const width of [390, 1280] as const) {
      await page.setViewportSize(screens[width]);
      await expectNoOverlap(page);
    }
    await page.emulateMedia({ colorScheme: 'dark' });
    await look(page, 'dark');
    await page.emulateMedia({ colorScheme: 'light', media: 'print' });
    expect(await page.getByRole('navigation', { name: 'Portal' }).isVisible()).toBe(false);
    await saveLook(page, 'money-print-1280');
    await page.emulateMedia({ media: 'screen' });
    await page.goto(`${place}/analytics?from=2025-01-01&to=2025-02-01`);
    await page.getByText('No gains or fees in this period').waitFor();
    await look(page, 'empty');
    await page.goto(`${place}/analytics?from=2026-02-01&to=2026-01-01`);
    await page.getByText('must be before to').waitFor();
    await look(page, 'wrong-period');
    await context.close();
  });
});

/** Checks that the texts of a chart do not overlap. */
async function expectNoOverlap(page: Page): Promise<void> {
  const texts = page.locator('main figure svg[role=img] text:visible');
  const boxes = await texts.evaluateAll((all) => all.map((text) => text.getBoundingClientRect().toJSON()));
  expect(boxes.length).toBeGreaterThan(2);
  const hit = boxes.filter((a, index) =>
    boxes.slice(index + 1).some((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom),
  );
  expect(hit).toEqual([]);
}

describe('statements in a browser', () => {
  it('statements are listed with their state, and each matches its files to the cent', async () => {
    const { page, trouble, context, place } = await openAsFinance('/statements');
    const list = page.getByRole('table', { name: 'Monthly statements' });
    await list.waitFor();
    await look(page, 'statements');
    const rows = await readTable(list);
    expect(rows.map((row) => [row['Month'], row['State']])).toEqual([
      ['2026-11', 'Open'],
      ['2026-10', 'Paid'],
      ['2026-09', 'Void'],
    ]);
    for (const row of rows) {
      await page.goto(`${place}/statements`);
      await page.getByRole('link', { name: row['Statement'] ?? '', exact: true }).click();
      await page.getByRole('heading', { name: `Statement ${row['Statement']}` }).waitFor();
      await look(page, `statement-${row['State']}`);
      await checkFiles(page, row);
    }
    expect(trouble).toEqual([]);
    await context.close();
  });

  it('finance users see statements, developers do not, and the sandbox has none', async () => {
    const { page, context } = await openAsFinance('/statements', 'test');
    await page.getByText('The sandbox has no statements').waitFor();
    await look(page, 'statements-sandbox');
    await context.close();
    const developer = await takePortalSeat(world.current, { user: { role: 'developer', institutionId } });
    await developer.page.goto(`${origin}/portal/${institutionId}/live`);
    const menu = developer.page.getByRole('navigation', { name: 'Portal' });
    await menu.getByRole('link', { name: 'API keys' }).waitFor();
    expect(await menu.getByRole('link', { name: /Analytics|Statements/ }).count()).toBe(0);
    for (const path of ['statements', 'analytics']) {
      await developer.page.goto(`${origin}/portal/${institutionId}/live/${path}`);
      await developer.page.getByRole('alert').first().waitFor();
      expect(await developer.page.locator('main table').count()).toBe(0);
    }
    await look(developer.page, 'developer');
    await developer.context.close();
  });
});

async function checkFiles(page: Page, listed: Record<string, string>): Promise<void> {
  const lines = await readTable(page.getByRole('table', { name: 'Billed items' }));
  expect(sumOf(lines, 'Amount')).toBe(toCents(listed['Amount'] ?? ''));
  for (const line of lines)
    expect(Number(line['Vehicles']) * toCents(line['Each'] ?? '')).toBe(toCents(line['Amount'] ?? ''));
  const save = (name: string) => download(page, page.getByRole('link', { name, exact: true }));

  const csv = await save('CSV');
  expect(csv.name).toBe(`${listed['Statement']}.csv`);
  const csvRows = readCsv(csv.bytes.toString());
  expect(csvRows.map((row) => toCents(row['amount'] ?? ''))).toEqual([
    ...lines.map((line) => toCents(line['Amount'] ?? '')),
    toCents(listed['Amount'] ?? ''),
  ]);

  const json = await save('JSON');
  expect(json.name).toBe(`${listed['Statement']}.json`);
  expect(JSON.parse(json.bytes.toString()).statement.amount_cents).toBe(toCents(listed['Amount'] ?? ''));

  const pdf = await save('PDF');
  const paper = execFileSync('pdftotext', ['-layout', '-', '-'], { input: pdf.bytes, timeout: 20_000 }).toString();
  for (const line of lines) expect(paper).toContain(line['Amount']?.replace('$', ''));
  expect(paper).toMatch(
    new RegExp(`Total\\s+${listed['Vehicles']}\\s+\\$?${listed['Amount']?.replace('$', '').replace('.', '\\.')}`),
  );

  const vehicles = readCsv((await save('Vehicles billed (CSV)')).bytes.toString());
  for (const line of lines)
    expect(vehicles.filter((row) => row['plan'] === line['Plan'])).toHaveLength(Number(line['Vehicles']));
}
