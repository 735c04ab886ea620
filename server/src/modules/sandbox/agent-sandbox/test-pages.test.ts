import { describe, expect, it } from 'vitest';
import { useBrowser, withPage } from '#test/browser/browser';
import { look } from '#test/browser/look';
import { useHarness } from '#test/harness';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { linkPath, pressSent } from '#testing/intakes';
import { givenPartner } from '#testing/partners';
import { givenReferral, linkPath as invitationPath } from '#testing/referrals';
import { pagePath, postForm } from '#testing/owner-page';
import { sandboxMail } from '#modules/customers';
import { givenTestIntake } from './testing.ts';

const harness = useHarness();
const browser = useBrowser();

describe("the owner's page of a test intake", () => {
  it.each(['light', 'dark'] as const)(
    "the owner's page starts with the notice that it is a test, in %s",
    async (colorScheme) => {
      const receipt = await givenTestIntake(harness.current);
      await withPage(browser.current, { bypassCSP: true, colorScheme }, async (page) => {
        await page.goto(`${harness.current.baseUrl}${linkPath(receipt)}`);
        expect(await page.locator('main > :first-child').innerText()).toContain('This is a test.');
        await look(page, `agent-sandbox-link-${colorScheme}`);
        await page.getByRole('button', { name: /^Yes/ }).click();
        expect(await page.locator('main > :first-child').innerText()).toContain('This is a test.');
        await look(page, `agent-sandbox-confirmed-${colorScheme}`);
      });
    },
  );
});

const firstOf = (text: string): string => /<main[^>]*>\s*<p class="panel">([^<]*)/.exec(text)?.[1] ?? '';

const messageLinks = async (...subjectIds: string[]): Promise<string[]> =>
  (await sandboxMail.listMessagesAbout(harness.current.ctx, { subjectIds, limit: 10 })).flatMap(({ links }) => links);

describe('other pages that a test leads to', () => {
  it('the stop page starts with the test notice, before and after confirming, in both languages', async () => {
    const receipt = await givenTestIntake(harness.current);
    const url = (await messageLinks(receipt.intake_id)).find((one) => one.includes('/stop/')) ?? '';
    const path = new URL(url).pathname;
    const asking = await harness.current.call('GET', path);
    expect(firstOf(asking.text)).toMatch(/^This is a test\./);
    expect(asking.text).toContain('It stops only this test');
    expect(asking.text).not.toMatch(/We no longer|takes effect at once/);
    expect(firstOf((await harness.current.call('GET', `${path}?lang=es`)).text)).toMatch(/^Esto es una prueba\./);
    const pressed = await postForm(harness.current, path, { decision: 'stop' });
    expect(firstOf(pressed.text)).toMatch(/^This is a test\./);
    expect(pressed.text).not.toMatch(/We have stopped|We no longer|has been withdrawn/);
  });

  it('a case page and its stop page show the test notice before and after its owner is verified', async () => {
    const receipt = await givenTestIntake(harness.current);
    const path = await pagePath(harness.current, await consultationOf(harness.current, receipt.intake_id));
    const unproven = await harness.current.call('GET', path);
    expect(firstOf(unproven.text)).toMatch(/^This is a test\./);
    await pressSent(harness.current, receipt, { via: 'email' });
    const proven = await harness.current.call('GET', path);
    expect(firstOf(proven.text)).toMatch(/^This is a test\./);
    expect(proven.text).not.toContain('45 days');
    const refused = await postForm(harness.current, `${path}/facts`, { vin: 'x' });
    expect([refused.status, firstOf(refused.text)]).toEqual([422, expect.stringMatching(/^This is a test\./)]);
    const stop = /href="[^"]*(\/stop\/[^"]+)"/.exec(proven.text)?.[1] ?? '';
    expect(firstOf((await harness.current.call('GET', stop)).text)).toMatch(/^This is a test\./);
  });

  it('the page for a new link shows that it is a test, that nothing is sent, and never that another person has the case open', async () => {
    const receipt = await givenTestIntake(harness.current);
    const id = await consultationOf(harness.current, receipt.intake_id);
    const path = await pagePath(harness.current, id);
    await pressSent(harness.current, receipt, { via: 'email' });
    const asked = await postForm(harness.current, `${path}/link`, { renew: 'true' });
    expect([asked.status, firstOf(asked.text)]).toEqual([200, expect.stringMatching(/^This is a test\./)]);
    expect(asked.text).toContain('Nothing is sent.');
    expect(asked.text).not.toMatch(/on its way|Please check your messages|Call us/);
    const shown = await harness.current.call('GET', `/sandbox/api/intakes/${receipt.intake_id}/messages`, {
      token: receipt.poll_token,
    });
    expect(shown.text).toContain('The link to your page');
    const spanish = await postForm(harness.current, `${path}/link?lang=es`, { renew: 'true' });
    expect(spanish.text).toContain('No se envía nada.');
    await harness.current.owner.pool.query(
      'update consultations.consultations set lease_until = $2, lease_since = $3, lease_staff_id = $4 where id = $1',
      [id, new Date(harness.current.clock.now().getTime() + 60_000), harness.current.clock.now(), 'stf_test'],
    );
    const { text } = await harness.current.call('GET', `${await pagePath(harness.current, id)}?done=busy`);
    expect(firstOf(text)).toMatch(/^This is a test\./);
    expect(text).not.toContain('has your case open');
  });

  it("the page of an institution's test invitation shows the test notice, before and after a response", async () => {
    const { key } = await givenPartner(harness.current, { livemode: false });
    const { id } = await givenReferral(harness.current, key);
    const path = await invitationPath(harness.current, id);
    expect(firstOf((await harness.current.call('GET', path)).text)).toMatch(/^This is a test\./);
    await postForm(harness.current, path, { decision: 'accept' });
    expect(firstOf((await harness.current.call('GET', path)).text)).toMatch(/^This is a test\./);
    const opposite = await postForm(harness.current, path, { decision: 'decline' });
    expect([opposite.status, firstOf(opposite.text)]).toEqual([409, expect.stringMatching(/^This is a test\./)]);
  });
});
