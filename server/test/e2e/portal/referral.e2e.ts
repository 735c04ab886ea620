import { expect, it } from 'vitest';
import { look as lookAt, storyWidths } from '#test/browser/look';
import { makeReport } from '#test/reports/corpus';
import { givenPartner } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral } from '#testing/referrals';
import { newWindow, origin, useWorld } from '../board-world.ts';

const world = useWorld();

/** The portal of a user whose institution has a referral. */
async function givenWindow(
  width: 390 | 1280,
  { livemode = false, role = 'operations' as 'operations' | 'developer' } = {},
) {
  const { harness, browser } = world.current;
  const { key, institutionId } = await givenPartner(harness, { livemode });
  const user = await givenPortalUser(harness, { role, institutionId });
  const { page, context, trouble } = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  const url = origin.replace('http:', 'https:');
  await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
  const look = (what: string): Promise<void> => lookAt(page, `referral-${what}`);
  const mode = livemode ? 'live' : 'test';
  const open = (path: string) => page.goto(`${origin}/portal/${institutionId}/${mode}${path}`);
  return { harness, key, user, page, trouble, look, open };
}

it.each(storyWidths)('a referral is edited, attested, documented and followed, %s wide', async (width) => {
  const { harness, key, page, trouble, look, open } = await givenWindow(width);
  const referral = await givenReferral(harness, key, { external_ref: 'loan-1001' });
  await open('/sandbox/objects');
  await page.getByRole('link', { name: referral.id, exact: true }).click();
  await page.getByText('Nobody is contacted in test mode.').first().waitFor();
  await page.getByText('once the borrower accepts').waitFor();
  await look('invited');

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Claim number').fill('CLM-TYPED');
  await page.getByLabel('Email').fill('other@example.com');
  await page.getByText('A new invitation goes to').waitFor();
  // Somebody else is faster.
  const body = { claim: { claim_number: 'CLM-OTHER' } };
  await harness.call('PATCH', `/api/gap/v1/referrals/${referral.id}`, { token: key, body });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Someone else has changed this referral').waitFor();
  await look('overtaken');
  await page.getByRole('button', { name: 'Continue with my changes' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Edited: email, claim number.').waitFor();

  await page.getByRole('button', { name: 'Cancel the referral' }).click();
  await look('cancel');
  await page.getByRole('button', { name: 'Keep the referral' }).click();

  await page.getByRole('button', { name: 'Attest a warm handoff', exact: true }).click();
  await page.getByLabel('Who spoke with the borrower').fill('Synthetic Officer');
  await page.getByLabel('What the borrower was told').fill('Synthetic: I told the borrower who will call and why.');
  await look('attest');
  await page.getByRole('button', { name: 'Attest', exact: true }).click();
  await page.getByText('Nobody is called in test mode.').waitFor();

  const { pdf } = await makeReport('ccc', 31);
  const file = { name: 'valuation.pdf', mimeType: 'application/pdf', buffer: pdf };
  await page.getByLabel(/Send the insurer’s valuation report/).setInputFiles(file);
  await page.getByText('It differs from the referral:').waitFor({ timeout: 60_000 });
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /Download/ }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^doc_\w+\.pdf$/);
  await look('documented');

  await page
    .getByRole('group', { name: /Steps for/ })
    .getByRole('button', { name: /settle/i })
    .first()
    .click();
  await page.getByText('The claim was settled.').waitFor();
  await look('settled');
  expect(trouble).toEqual([]);
});

it('a live referral shows a developer no contacts and no edit controls', async () => {
  const { harness, key, page, trouble, look, open } = await givenWindow(1280, { livemode: true, role: 'developer' });
  const borrower = { first_name: 'Canaryname', last_name: 'Synthetic', email: 'canary@example.com' };
  const { id } = await givenReferral(harness, key, { borrower });
  await open(`/referrals/${id}`);
  await page.getByText('The invitation by email is waiting to be sent.').waitFor();
  expect(await page.content()).not.toMatch(/canary/i);
  expect(await page.getByRole('button', { name: 'Edit' }).count()).toBe(0);
  await page.getByText('Your role can view referrals but can’t add to them.').waitFor();
  await look('masked');
  await open('/referrals/ref_unknown');
  await page.getByText('No referral of yours has this id.').waitFor();
  // The page got a 404, which the browser logs.
  expect(trouble.filter((line) => !line.includes('404'))).toEqual([]);
});
