import { expect, it } from 'vitest';
import { look as lookAt, storyWidths } from '#test/browser/look';
import { givenPortalUser } from '#testing/portal';
import {
  applyReferrals,
  givenDryRun,
  referralRow,
  toReferralCsv,
  workReferrals,
} from '#testing/partner-files/referral-files';
import { newWindow, origin, useWorld } from '../board-world.ts';

const world = useWorld();

it.each(storyWidths)('a referral file goes from a spreadsheet to invitations, %s wide', async (width) => {
  const { harness, browser } = world.current;
  const user = await givenPortalUser(harness, { role: 'operations' });
  const { page, context, trouble } = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  const look = (what: string): Promise<void> => lookAt(page, `referral-file-${what}`);
  const open = referralRow();
  await applyReferrals(harness, user, await givenDryRun(harness, user, toReferralCsv([open])));
  const ready = Array.from({ length: 120 }, () => referralRow({ 'Date of Loss': '2026-11-01' }));
  const text = toReferralCsv([
    ...ready,
    referralRow({ Email: 'no address', 'Date of Loss': '13/05/2026' }),
    { ...open, 'Date of Loss': '2026-11-01' },
    ready[0]!,
  ]);
  await page.goto(`${origin}/portal/${user.institutionId}/test/referrals/files`);
  await page.getByRole('link', { name: 'Download a template (CSV)' }).waitFor();
  await look('start');
  const file = { name: 'synthetic-total-losses.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel(/Drop a referral file here/).setInputFiles(file);
  const check = page.getByRole('button', { name: 'Check the rows' });
  await check.waitFor();
  await page.getByLabel('Carrier').selectOption('');
  await page.getByText('Still needed: insurer.').waitFor();
  expect(await check.isDisabled()).toBe(true);
  await page.getByLabel('Carrier').selectOption('claim.carrier');
  await look('columns');
  await check.click();
  await page.getByText('120 borrowers will be referred.').waitFor();
  await look('dry-run');
  await page.getByRole('button', { name: /Invalid/ }).click();
  await page.getByRole('cell', { name: '122', exact: true }).waitFor();
  await page.getByText(/Date of Loss has no such month/).waitFor();
  await look('errors');
  const apply = page.getByRole('button', { name: 'Refer 120 borrowers' });
  expect(await apply.isDisabled()).toBe(true);
  await page.getByLabel(/Leave out the 3 rows/).check();
  await apply.click();
  await page.getByText('0 of 120 rows done').waitFor();
  await look('applying');
  await workReferrals(harness);
  await page.getByText(/^Done .*: 120 borrowers referred\.$/).waitFor();
  const referred = page.getByRole('cell', { name: /Referred: ref_/ }).getByRole('link');
  expect(await referred.first().getAttribute('href')).toMatch(/\/test\/referrals\/ref_\w+$/);
  await look('result');
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: /Download rejected rows/ }).click();
  expect((await download).suggestedFilename()).toMatch(/^referrals-rff_\w+-rejected\.csv$/);

  await page.getByRole('link', { name: 'All files' }).click();
  await page.getByRole('link', { name: 'synthetic-total-losses.csv' }).waitFor();
  await look('history');
  const next = { ...file, buffer: Buffer.from(toReferralCsv(Array.from({ length: 3 }, () => referralRow()))) };
  await page.getByLabel(/Drop a referral file here/).setInputFiles(next);
  await check.click();
  await page.getByRole('button', { name: 'Refer 3 borrowers' }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('3 rows were not referred').waitFor();
  await look('stopped');
  await page.getByRole('button', { name: 'Continue', exact: true }).click();
  await page.getByRole('button', { name: 'Stop', exact: true }).waitFor();
  await workReferrals(harness);
  await page.getByText(/^Done .*: 3 borrowers referred\.$/).waitFor();
  expect(trouble).toEqual([]);
});
