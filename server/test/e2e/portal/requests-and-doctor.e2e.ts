import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { givenEndpointWith } from '#testing/portal/signature-check';
import { givenPartner, givenSignedCredential } from '#testing/partners';
import { givenPortalUser } from '#testing/portal';
import { givenReferral } from '#testing/referrals';
import type { screens } from '#test/browser/browser';
import { look, storyWidths } from '#test/browser/look';
import { freshClientAddress } from '#testing/credentials/partner-credentials';
import { until } from '#test/until';
import { newWindow, origin, useWorld } from '#test/e2e/board-world';

const world = useWorld();

/** A developer whose signer signs for the wrong host, and who has made some calls. */
async function givenWork() {
  const { harness: h } = world.current;
  const client = await givenSignedCredential(h);
  const { institutionId } = client;
  const { key } = await givenPartner(h, { institutionId });
  await givenReferral(h, key);
  await h.call('GET', '/api/gap/v1/referrals?limit=0', { token: key });
  const call = { signing: { baseUrl: 'http://localhost:3000' }, from: freshClientAddress() };
  const refused = await client.call('POST', '/api/gap/v1/review-status/lookup', {
    ...call,
    body: { reference: 'loan-7' },
  });
  const portal = await givenPortalUser(h, { institutionId, role: 'developer' });
  await givenEndpointWith(h, institutionId, { current: 'whsec_c3ludGhldGljIHNlY3JldCBvZiBhIHRlc3Q=' });
  const id = refused.headers.get('x-request-id') ?? '';
  await until('it in the log', async () => (await portal.call('GET', `/requests/${id}`)).status === 200);
  return { portal, institutionId, id };
}

async function openPortal(headers: Readonly<Record<string, string>>, width: keyof typeof screens): Promise<Page> {
  const { page, context } = await newWindow(world.current.browser, { width, bypassCsp: true });
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=', 2);
  await context.addCookies([
    { name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return page;
}

describe.each(storyWidths)('at %d pixels', (width) => {
  it('a developer finds a refused call in the log, and the signature check names the mistake', async () => {
    const { portal, institutionId, id } = await givenWork();
    const page = await openPortal(portal.headers, width);
    await page.goto(`${origin}/portal/${institutionId}/test/requests`);
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await page.getByText('signature_invalid').first().waitFor();
    await look(page, 'portal-requests');
    if (width === 390) await page.locator('summary', { hasText: 'Filters' }).click();
    await page.getByLabel('Error code').fill('signature_invalid');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/code=signature_invalid/);
    await page.getByRole('link', { name: /POST .review-status/ }).click();
    await page.getByRole('link', { name: 'Open in the debugger' }).waitFor();
    await look(page, 'portal-request');
    await page.getByRole('link', { name: 'Open in the debugger' }).click();
    await page.getByText('The address was signed with another host.').waitFor();
    expect(page.url()).toContain(id);
    await page.getByText('The text you signed').waitFor();
    await look(page, 'portal-doctor');
  });

  it('the signature check accepts a pasted request, reports what it cannot read, and checks webhooks', async () => {
    const { portal, institutionId } = await givenWork();
    const page = await openPortal(portal.headers, width);
    await page.goto(`${origin}/portal/${institutionId}/test/doctor`);
    const paste = page.getByLabel('The request, as raw HTTP or as curl -v prints it');
    await paste.fill('hello');
    await page.getByRole('button', { name: 'Find the mistake' }).click();
    await page.getByText('has no request line').waitFor();
    await paste.fill('GET /api/gap/v1/me HTTP/1.1\nX-SVC-Environment: TEST\n\n');
    await page.getByLabel('Language of your code').selectOption('python');
    await page.getByRole('button', { name: 'Find the mistake' }).click();
    await page.getByText('A header of the signature is missing.').waitFor();
    await page.getByRole('link', { name: 'Webhook from us' }).click();
    await page.getByLabel('Headers, as they arrived').fill(`x-service-signature: t=1,v1=${'a'.repeat(64)}`);
    await page.getByLabel('Body, as it arrived').fill('{"synthetic":true}');
    await page.getByRole('button', { name: 'Find the mistake' }).click();
    await page.getByText('these headers and this body do not belong to a secret of yours').waitFor();
    await page.getByText('If the endpoint is of the other mode, open the doctor there.').waitFor();
    await look(page, 'portal-doctor-webhook');
    expect(page.url()).toContain('tab=webhook');
  });
});
