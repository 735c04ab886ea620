import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { look as lookAt, storyWidths } from '#test/browser/look';
import { givenPortalUser } from '#testing/portal';
import { newWindow, origin, useWorld } from '../board-world.ts';

const world = useWorld();

async function open(width: 1280 | 390) {
  const { harness, browser } = world.current;
  const user = await givenPortalUser(harness, { role: 'operations' });
  const { page, context, trouble } = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  const look = (what: string): Promise<void> => lookAt(page, `referrals-${what}`);
  const go = (path: string, mode = 'test') => page.goto(`${origin}/portal/${user.institutionId}/${mode}${path}`);
  return { user, page, trouble, look, go };
}

// Written by hand, so that the form is not compared with its own list.
const states =
  'AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,' +
  'FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,' +
  'MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,' +
  'NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,' +
  'OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,' +
  'VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming';

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });

async function fillIn(page: Page, vin: string): Promise<void> {
  const typed = {
    'First name': 'Synthetic',
    'Last name': 'Borrower',
    Email: 'borrower@example.com',
    VIN: vin,
    Insurer: 'Synthetic Mutual',
    'Claim number': 'CLM-2001',
    'Loss state': 'Nevada',
    'Date of loss': '2026-11-01',
    'Insurer’s offer': '15,000',
    'Loan payoff': '18000',
    Deductible: '500',
    'Reference (optional)': 'loan-2001',
  };
  for (const [label, text] of Object.entries(typed)) await field(page, label).fill(text);
}

it.each(storyWidths)('a borrower on the phone is referred by form, and found again, %s wide', async (width) => {
  const { user, page, trouble, look, go } = await open(width);
  await go('/referrals');
  await page.getByText('No referrals in this mode yet.').waitFor();
  await look('empty');
  await page.getByRole('link', { name: 'New referral' }).click();
  await page.getByRole('heading', { name: 'New referral' }).waitFor();
  await page.getByText('no one is contacted').waitFor();
  const current = page.locator('nav [aria-current=page]');
  expect(await current.allTextContents()).toEqual(['Referrals']);

  // Wrong at first: the error is next to the field once it loses focus.
  await field(page, 'Email').fill('borrower');
  await field(page, 'VIN').fill('1FTFW5L8');
  await page.getByText('8 of 17 VIN characters.').waitFor();
  await page.getByText('This is not an email address.').waitFor();
  await page.getByRole('button', { name: 'Create the test referral' }).click();
  await page.getByText(/things above must be corrected first/).waitFor();
  await look('issues');

  await fillIn(page, '1FTFW5L86RFB45612');
  await field(page, 'Model year').fill('2019');
  await page.getByText('By the VIN it is', { exact: false }).first().waitFor();
  await page.getByRole('button', { name: /^Use 2024 .*F-150$/ }).click();
  expect(await field(page, 'Model year').inputValue()).toBe('2024');
  await page.getByText(/The VIN matches/).waitFor();
  await page.getByText(/must be corrected first/).waitFor({ state: 'detached' });
  await look('form');

  // Neither a failed submit nor a reload loses anything.
  await page.route('**/referrals', (route) => route.abort());
  await page.getByRole('button', { name: 'Create the test referral' }).click();
  await page.getByText('What you typed is still here.').waitFor();
  await page.unroute('**/referrals');
  await page.reload();
  await page.getByText(/The VIN matches/).waitFor();
  expect(await field(page, 'Claim number').inputValue()).toBe('CLM-2001');
  await page.getByRole('button', { name: 'Create the test referral' }).click();
  await page.waitForURL(/\/test\/referrals\/ref_\w+$/);
  const made = page.url().split('/').at(-1) ?? '';

  await go('/referrals/new');
  await fillIn(page, '1FTFW5L86RFB45612');
  await page.getByText('This car already has an open referral').waitFor();
  await page.getByRole('button', { name: /^Use 2024 .*F-150$/ }).click();
  await look('duplicate');
  await page.getByRole('button', { name: 'Create the test referral' }).click();
  await page.waitForURL(new RegExp(`/${made}$`));

  for (let count = 0; count < 3; count += 1)
    await user.call('POST', '/sandbox/samples/referrals', {
      body: { outcome: ['accepted', 'expired', 'declined'][count] },
    });
  await go('/referrals');
  await page.getByRole('link', { name: 'loan-2001' }).waitFor();
  await look('list');
  await page.getByLabel('Search', { exact: true }).fill('b45612');
  await page.getByRole('heading', { name: 'Found' }).waitFor();
  await page.getByText('CLM-2001').waitFor();
  await look('found');
  expect(page.url()).not.toMatch(/45612/i);
  // The way back from a referral keeps the search.
  await page.getByRole('link', { name: 'loan-2001' }).click();
  await page.getByRole('link', { name: 'All referrals' }).click();
  await page.getByRole('heading', { name: 'Found' }).waitFor();
  expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('b45612');
  expect(trouble.filter((one) => !/ERR_FAILED|409/.test(one))).toEqual([]);
});

it.each(storyWidths)('live mode warns before submitting that a person will be contacted, %s wide', async (width) => {
  const { page, trouble, look, go } = await open(width);
  await go('/referrals/new', 'live');
  await fillIn(page, '1FTFW5L86RFB45612');
  await page.getByText(/contacted immediately by email. The invitation is sent when you click/).waitFor();
  await look('live');
  await page.getByRole('button', { name: 'Clear the form' }).click();
  expect(await field(page, 'Claim number').inputValue()).toBe('');
  expect(trouble).toEqual([]);
});

it('a state typed by name is sent as its code', async () => {
  const { page, go } = await open(1280);
  await go('/referrals/new');
  await fillIn(page, '1FTFW5L86RFB45612');
  await page.getByRole('button', { name: /^Use 2024 .*F-150$/ }).click();
  await page.route('**/referrals', (route) => route.abort());
  const sent: string[] = [];
  const names = states.split(',').map((state) => state.slice(3));
  for (const name of names) {
    await field(page, 'Loss state').fill(name);
    const [request] = await Promise.all([
      page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/referrals')),
      page.getByRole('button', { name: 'Create the test referral' }).click(),
    ]);
    const { claim } = request.postDataJSON() as { claim: { loss_state: string } };
    sent.push(`${claim.loss_state} ${name}`);
    await page.getByText('What you typed is still here.').waitFor();
  }
  expect(sent).toEqual(states.split(','));
  expect(sent).toHaveLength(51);
});
