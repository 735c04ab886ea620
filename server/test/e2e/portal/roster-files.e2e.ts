import { expect, it } from 'vitest';
import { look as lookAt, storyWidths } from '#test/browser/look';
import { rosterVin } from '#testing/memberships';
import { givenPortalUser } from '#testing/portal';
import { toCsvFile, workFiles } from '#testing/partner-files/roster-files';
import { newWindow, origin, useWorld } from '../board-world.ts';

const world = useWorld();

const row = () => ({ vin: rosterVin(), first: 'Synthetic', last: 'Member', email: 'member@example.com' });

it.each(storyWidths)('a roster goes from a file to the roster and back, %s wide', async (width) => {
  const { harness, browser } = world.current;
  const user = await givenPortalUser(harness, { role: 'operations' });
  const { page, context, trouble } = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  const look = (what: string): Promise<void> => lookAt(page, `roster-${what}`);
  const upload = async (text: string) => {
    await page.goto(`${origin}/portal/${user.institutionId}/test/rosters`);
    const file = { name: 'synthetic-members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
    await page.getByLabel(/Drop your roster here/).setInputFiles(file);
    await page.getByRole('button', { name: 'Preview' }).waitFor();
  };
  const preview = async () => {
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Reading the file').waitFor();
    await workFiles(harness);
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
  };
  const rows = Array.from({ length: 6 }, row);
  await upload(toCsvFile(rows));
  await look('columns');
  await preview();
  await page.getByRole('button', { name: 'Apply the file' }).click();
  await page.getByText('changes made. You can leave').waitFor();
  await workFiles(harness);
  await page.getByRole('button', { name: 'Undo this file' }).waitFor();

  await upload(toCsvFile([{ ...rows[0]!, last: 'Changed' }, rows[1]!, row(), { ...row(), email: 'no address' }]));
  await preview();
  await look('preview');
  const apply = page.getByRole('button', { name: 'Apply the file' });
  expect(await apply.isDisabled()).toBe(true);
  await page.getByLabel(/Type the number of removals, 4/).fill('4');
  await page.getByLabel(/Leave out the invalid row/).check();
  await page.getByRole('button', { name: /Changed/ }).click();
  await page.getByRole('cell', { name: /Last name: Member Changed/ }).waitFor();
  await look('confirmed');
  await apply.click();
  await page.getByText('0 of 6 changes made').waitFor();
  await look('applying');
  await workFiles(harness);
  await page.getByText(/^Applied .*: 6 changes made\.$/).waitFor();
  await look('applied');
  await page.getByRole('button', { name: 'Undo this file' }).click();
  await page.getByText('0 of 6 changes undone').waitFor();
  await workFiles(harness);
  await page.getByText('won’t be billed').waitFor();
  await look('undone');
  await page.getByRole('link', { name: 'All rosters' }).click();
  await page.getByRole('link', { name: 'synthetic-members.csv' }).first().waitFor();
  await look('history');
  expect(trouble).toEqual([]);
});
