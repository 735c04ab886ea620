import { describe, expect, it } from 'vitest';
import { saveLook, type screens } from '#test/browser/browser';
import { look, storyWidths } from '#test/browser/look';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { continueResets } from '#testing/sandbox';
import { newWindow, origin, useWorld, type Desk } from '../board-world.ts';

const world = useWorld();

/** A developer of an institution with their own window. */
async function takePortalSeat(width: keyof typeof screens = 1280): Promise<Desk & { readonly portal: PortalBrowser }> {
  const { harness, browser } = world.current;
  const portal = await givenPortalUser(harness, { role: 'developer' });
  const desk = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (portal.headers['cookie'] ?? '').split('=', 2);
  await desk.context.addCookies([
    { name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return { ...desk, portal };
}

describe.each(storyWidths)('the sandbox of the portal at %i px', (width) => {
  it('the sandbox creates a sample, opens its invitation as the borrower would, and can be reset', async () => {
    const { page, context, portal, trouble } = await takePortalSeat(width);
    const place = `${origin}/portal/${portal.institutionId}/test`;
    await page.goto(`${place}/sandbox/objects`);
    await page.getByText('No test referrals yet').waitFor();
    const samples = page.getByRole('group', { name: 'Create a sample referral' });
    await samples.getByRole('button', { name: 'Invited' }).click();
    await page.getByRole('button', { name: 'The borrower accepts' }).waitFor();
    await page
      .getByRole('group', { name: 'Create a sample enrollment' })
      .getByRole('button', { name: 'Active' })
      .click();
    await page.getByRole('button', { name: 'You report a total loss' }).waitFor();
    await look(page, 'sandbox-objects');

    await page.getByRole('link', { name: /^Messages about ref_/ }).click();
    await page.getByRole('button', { name: /^Text message/ }).click();
    const link = page.getByRole('link', { name: /\/i\// });
    await link.first().waitFor();
    await look(page, 'sandbox-mailbox');
    const opened = context.waitForEvent('page');
    await link.first().click();
    const borrower = await opened;
    await borrower.getByRole('button', { name: /Yes/ }).click();
    await borrower.waitForLoadState();
    await saveLook(borrower, `sandbox-borrower-${width}`);
    await borrower.close();

    await page.goto(`${place}/sandbox/objects`);
    await page.getByText('Consultation active').waitFor();
    await page.getByRole('button', { name: /claim settles/ }).click();
    await page.getByRole('button', { name: /14 days pass/ }).click();
    await page.getByText('Closed', { exact: true }).waitFor();

    // Rows created at the moment of the reset would stay.
    world.current.harness.clock.advance(1);
    const confirm = page.getByRole('button', { name: 'Empty the sandbox' });
    expect(await confirm.isDisabled()).toBe(true);
    await page.getByLabel(/to confirm/).fill('empty the sandbox');
    await confirm.click();
    await page.getByRole('progressbar').waitFor();
    await saveLook(page, `sandbox-resetting-${width}`);
    while ((await continueResets(world.current.harness.ctx, { limit: 200, except: [] })) > 0);
    await page.getByText(/Last reset/).waitFor();
    await page.getByText('No test referrals yet').waitFor();
    await saveLook(page, `sandbox-empty-${width}`);
    expect(trouble).toEqual([]);
    await context.close();
  });
});

describe('in live mode', () => {
  it('in live mode the sandbox is not in the menu, and its URL tells where to find it', async () => {
    const { page, context, portal } = await takePortalSeat();
    await page.goto(`${origin}/portal/${portal.institutionId}/live/sandbox/objects`);
    await page.getByText('The sandbox is available only in test mode.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Portal' }).getByText('Mailbox').count()).toBe(0);
    await context.close();
  });
});
