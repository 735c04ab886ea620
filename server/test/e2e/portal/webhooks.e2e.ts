import type { Page } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { newWindow, origin, useWorld } from '#test/e2e/board-world';
import { look as lookAt, untilQuiet } from '#test/browser/look';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { givenPortalUser } from '#testing/portal';
import { continueRecoveries, deliver, partnerEvent, publishEvents } from '#testing/webhooks';

let receiver: Receiver | undefined;
const world = useWorld(async () => {
  receiver = await startReceiver();
  return { WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile };
});
afterAll(() => receiver?.close());

async function givenWindow(width: 390 | 1280, given: Parameters<typeof givenPortalUser>[1]) {
  const { harness, browser } = world.current;
  const portal = await givenPortalUser(harness, { role: 'developer', fresh: true, ...given });
  const { page, context, trouble } = await newWindow(browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (portal.headers['cookie'] ?? '').split('=', 2);
  await context.addCookies([
    { name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return { portal, page, context, trouble, harness };
}

async function look(page: Page, name: string): Promise<void> {
  await untilQuiet(page);
  await lookAt(page, `portal-${name}`);
}

it('a developer creates an endpoint, follows a delivery that fails, recovers it, and rotates the secret', async () => {
  const { portal, page, context, trouble, harness } = await givenWindow(1280, {});
  const place = `${origin}/portal/${portal.institutionId}/test`;
  let status = 500;
  receiver?.answer((_request, response) => response.writeHead(status).end('synthetic answer'));

  await page.goto(`${place}/endpoints`);
  await page.getByLabel('Endpoint URL').fill('http://hooks.example.com/in');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('must begin with https://').waitFor();
  await page.getByLabel('Endpoint URL').fill('https://hooks.example.com/in');
  await page.getByRole('button', { name: 'Create endpoint' }).click();
  await page.getByText('Signing secret (shown only once)').waitFor();
  await look(page, 'endpoints');

  await publishEvents(
    harness,
    ...Array.from({ length: 3 }, () => partnerEvent(portal.institutionId, { livemode: false })),
  );
  await deliver(harness);
  await page.getByRole('link', { name: 'https://hooks.example.com/in' }).click();
  await page.getByText('Last cause: answered 500.').waitFor();
  // Rows created at this moment are not yet in the past week.
  harness.clock.advance(1);
  await page.getByRole('checkbox', { name: /referral\.closed/ }).check();
  await page.getByRole('button', { name: 'Preview with last week’s events' }).click();
  await page.getByText('The last seven days would have brought 0 events instead of 3.').waitFor();
  await look(page, 'endpoint');

  await page.getByRole('link', { name: 'View deliveries' }).click();
  await page.getByText('answered 500').first().waitFor();
  await page.getByRole('link', { name: 'hooks.example.com/in', exact: true }).first().waitFor();
  await page.locator('time[title$=" UTC"]').first().waitFor();
  await look(page, 'deliveries');
  status = 204;
  await page.getByLabel('Select all on this page').check();
  await page.getByRole('button', { name: 'Resend 3' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('3 resent').waitFor();
  expect(await isClickedThrough(page, '3 resent')).toBe(true);
  await deliver(harness);
  await page.reload();
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('heading', { name: 'Attempt 1' }).waitFor();
  await page.getByText('Request headers').click();
  await look(page, 'delivery');

  await page.getByRole('definition').getByRole('link', { name: 'https://hooks.example.com/in' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Yes' }).click();
  await page.getByText('Endpoint disabled').waitFor();
  await publishEvents(
    harness,
    ...Array.from({ length: 7 }, () => partnerEvent(portal.institutionId, { livemode: false })),
  );
  // Rows created at this moment are not yet in the past.
  harness.clock.advance(1);
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByText('Endpoint enabled').waitFor();
  await page.getByRole('link', { name: 'Recover missed events' }).click();
  await page.getByLabel('Created from (your time)').fill('2026-01-01T00:00');
  await page.getByRole('button', { name: 'Count' }).click();
  await page.getByText('7 events, created from').waitFor();
  await look(page, 'recover');
  await page.getByRole('button', { name: 'Recover 7' }).click();
  await page.getByText('Recovery started').waitFor();
  await continueRecoveries(harness);
  await page.getByText('7 of 7 queued again').waitFor();

  await page.goBack();
  await page.getByRole('link', { name: 'Rotate the secret' }).click();
  await page.getByLabel('One day').check();
  await page.getByRole('button', { name: 'Create the new secret' }).click();
  await page.getByText('New signing secret (shown only once)').waitFor();
  await page.getByRole('button', { name: 'Send the test' }).click();
  await page.getByText('on its way.').waitFor();
  await deliver(harness);
  await page.getByText('acknowledged.', { exact: true }).waitFor();
  await look(page, 'rotate');
  // Meanwhile another user has promoted it: undoing is refused with an explanation.
  const { body } = await portal.call('GET', '/endpoints');
  await page.getByRole('button', { name: 'Revert to the old secret' }).click();
  await portal.call('POST', `/endpoints/${body.data[0].id}/rotation/promote`);
  await page.getByRole('button', { name: 'Yes' }).click();
  await page
    .getByText(/No overlap is running|How long both secrets sign/)
    .first()
    .waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});

it('in live mode a refusal links to the signature check, and a reader sees every page without controls that change anything', async () => {
  const { portal, page, context, trouble, harness } = await givenWindow(390, { role: 'owner' });
  const place = `${origin}/portal/${portal.institutionId}/live`;
  receiver?.answer((_request, response) => response.writeHead(401).end());
  const { body } = await portal.call('POST', '/endpoints', {
    mode: 'live',
    body: { url: 'https://hooks.example.com/in' },
  });
  await publishEvents(harness, partnerEvent(portal.institutionId));
  await deliver(harness);
  const { body: found } = await portal.call('GET', '/deliveries', { mode: 'live' });
  const pages = {
    endpoints: '/endpoints',
    endpoint: `/endpoints/${body.id}`,
    recover: `/endpoints/${body.id}/recover`,
    rotate: `/endpoints/${body.id}/rotate`,
    deliveries: '/deliveries',
    delivery: `/deliveries/${found.data[0].id}`,
  };
  await page.goto(`${place}${pages.delivery}`);
  await page.getByText('Request headers').click();
  await page.getByRole('link', { name: 'Debug the signature' }).waitFor();
  await look(page, 'delivery-refused');
  await page.goto(`${place}/endpoints/whe_unknown`);
  await page.getByText('No webhook endpoint has this id.').waitFor();
  await context.close();

  const reader = await givenWindow(390, { role: 'read_only', institutionId: portal.institutionId });
  for (const [name, path] of Object.entries(pages)) {
    await reader.page.goto(`${place}${path}`);
    await reader.page.getByRole('heading', { level: 1 }).waitFor();
    await look(reader.page, `reader-${name}`);
    const names = await reader.page.getByRole('main').getByRole('button').allInnerTexts();
    expect(
      names.filter((text) => /resend|create|delete|disable|enable|rotate|recover|stop|save|send/i.test(text)),
    ).toEqual([]);
  }
  await reader.context.close();
  expect([...trouble, ...reader.trouble]).toEqual([]);
});

/** Whether a click on this notice reaches the element under it. */
async function isClickedThrough(page: Page, words: string): Promise<boolean> {
  const box = await page.getByText(words).boundingBox();
  if (box === null) throw new Error('the notice is not shown');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  return page.evaluate<boolean>(`document.elementFromPoint(${x}, ${y})?.closest('[role="status"]') === null`);
}
