import type { Page, Response } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  keepImage,
  screenOf,
  sidewaysScroll,
  useBrowser,
  widths,
  withPage,
} from '#test/browser';
import { useHarness } from '#test/harness';
import { givenPartner } from '#testing/partners';
import { bringTo, givenReferral, linkPath, partnerCalls, press as pressByForm } from './testing.ts';

const harness = useHarness({ INVITATION_TTL_DAYS: '1' });
const browser = useBrowser();

type Link = { readonly url: string; readonly id: string; readonly key: string };

/** A borrower's page, at the address where this test's server really listens. */
async function givenLink(institution = 'Harbor Credit Union'): Promise<Link> {
  const { key } = await givenPartner(harness.current, { institution: { name: institution } });
  const { id } = await givenReferral(harness.current, key);
  return { url: `${harness.current.baseUrl}${await linkPath(harness.current, id)}`, id, key };
}

const decide = (url: string, decision: 'accept' | 'decline') =>
  pressByForm(harness.current, new URL(url).pathname, decision);

const statusOf = async ({ id, key }: Link): Promise<string> =>
  (await partnerCalls(harness.current, key)(`GET /referrals/${id}`)).body.status;

let expiredUrl = '';
beforeAll(async () => {
  expiredUrl = (await givenLink()).url;
  harness.current.clock.advance(86_400);
});

/** Presses one of the buttons and waits for the page that answers. */
async function press(page: Page, name: RegExp): Promise<Response | null> {
  const [response] = await Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).click()]);
  return response;
}

type State = { readonly status: number; readonly heading: string; open(page: Page): Promise<Response | null> };

const answered =
  (name: RegExp): State['open'] =>
  async (page) => {
    await page.goto((await givenLink()).url);
    return press(page, name);
  };

const contradicted =
  (first: 'accept' | 'decline', then: RegExp): State['open'] =>
  async (page) => {
    const { url } = await givenLink();
    await page.goto(url);
    await decide(url, first);
    return press(page, then);
  };

/** Every page an invitation can show, and how a person comes to see it. */
const states: Record<string, State> = {
  asking: {
    status: 200,
    heading: 'A free look at your total-loss claim',
    open: async (page) => page.goto((await givenLink()).url),
  },
  accepted: { status: 200, heading: 'Thank you, we will call you.', open: answered(/^Yes/) },
  declined: { status: 200, heading: 'You said no, and we keep to it.', open: answered(/^No/) },
  expired: { status: 410, heading: 'This invitation has expired.', open: (page) => page.goto(expiredUrl) },
  withdrawn: {
    status: 410,
    heading: 'This invitation was withdrawn.',
    open: async (page) => {
      const { url, id, key } = await givenLink();
      await bringTo(harness.current, key, { id, status: 'canceled' });
      return page.goto(url);
    },
  },
  unknown: {
    status: 404,
    heading: 'We do not know this link.',
    open: (page) => page.goto(`${harness.current.baseUrl}/i/${'x'.repeat(32)}`),
  },
  'conflict-no-after-yes': {
    status: 409,
    heading: 'You had already said yes.',
    open: contradicted('accept', /^No/),
  },
  'conflict-yes-after-no': {
    status: 409,
    heading: 'You had already said no.',
    open: contradicted('decline', /^Yes/),
  },
};

describe.each(Object.entries(states))('the page of an invitation: %s', (name, { status, heading, open }) => {
  it('can be read and used by everybody, on a telephone and on a desk, in light and in dark', async () => {
    await withPage(browser.current, { bypassCSP: true }, async (page) => {
      expect((await open(page))?.status()).toBe(status);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
      for (const width of widths) {
        await page.setViewportSize(screenOf(width));
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await keepImage(page, `invitation-${name}-${width}`);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([]);
    });
  });

  it('is one small file, nothing is fetched with it, and it works without JavaScript', async () => {
    await withPage(browser.current, { viewport: screenOf(320), javaScriptEnabled: false }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.resourceType()));
      const response = await open(page);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
      expect((await response!.body()).length).toBeLessThan(30_000);
      expect(new Set(requests)).toEqual(new Set(['document']));
    });
  });
});

describe('the two answers', () => {
  it.each(widths)('look alike at %i px: same size, same style, large enough for a thumb', async (width) => {
    await withPage(browser.current, { viewport: screenOf(width) }, async (page) => {
      await states['asking']!.open(page);
      const looks = await page.evaluate<{ box: number[]; style: Record<string, string> }[]>(
        `[...document.querySelectorAll('button')].map((button) => {
           const { width, height } = button.getBoundingClientRect();
           const style = getComputedStyle(button);
           return { box: [width, height], style: Object.fromEntries([...style].map((name) => [name, style[name]])) };
         })`,
      );
      expect(looks).toHaveLength(2);
      expect(looks[0]).toEqual(looks[1]);
      expect(Math.min(...looks[0]!.box)).toBeGreaterThanOrEqual(48);
    });
  });

  it.each([
    { answer: 'yes', tabs: 1, status: 'activated', heading: 'Thank you, we will call you.' },
    { answer: 'no', tabs: 2, status: 'declined', heading: 'You said no, and we keep to it.' },
  ])('are given by keyboard alone, without JavaScript: $answer', async ({ tabs, status, heading }) => {
    const link = await givenLink();
    await withPage(browser.current, { viewport: screenOf(320), javaScriptEnabled: false }, async (page) => {
      await page.goto(link.url);
      for (let count = 0; count < tabs; count += 1) await page.keyboard.press('Tab');
      expect(await page.evaluate<string>(`getComputedStyle(document.activeElement).outline`)).toContain('solid 3px');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
      expect(page.url()).toBe(link.url);
    });
    expect(await statusOf(link)).toBe(status);
  });

  it('are taken once when somebody goes back and presses again', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      await page.goto(link.url);
      await page.reload();
      expect(await statusOf(link)).toBe('invited');
      expect((await press(page, /^Yes/))?.status()).toBe(200);
      await page.goBack();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you, we will call you.');
    });
    expect(await statusOf(link)).toBe('activated');
  });
});

describe('the policy of the page', () => {
  it('lets its own style apply and no script run, whoever the institution says it is', async () => {
    const name = '<script>document.title="owned"</script><img src=x onerror=document.title="owned">';
    const link = await givenLink(name);
    await withPage(browser.current, { viewport: screenOf(320) }, async (page) => {
      await page.goto(link.url);
      expect(await page.locator('script, img').count()).toBe(0);
      const scripted = page.addScriptTag({ content: 'document.title = "owned"' });
      await expect(scripted).rejects.toThrow(/Content Security Policy/);
      expect(await page.title()).toBe('You are invited · Makewhole');
      expect(await page.locator('strong').innerText()).toBe(name);
    });
  });

  it('lets no other site press its buttons', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      const button = '<button name="decision" value="accept">Win</button>';
      await page.setContent(`<form method="post" action="${link.url}">${button}</form>`);
      expect((await press(page, /Win/))?.status()).toBe(403);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('That did not work');
    });
    expect(await statusOf(link)).toBe('invited');
  });

  it('lets nobody show it inside a page of theirs', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.setContent(`<iframe src="${link.url}"></iframe>`);
      expect((await refused).type()).toBe('error');
      expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
    });
  });

  it.each([
    ['without a space', 'W'.repeat(200)],
    ['written from the right', 'الاتحاد الائتماني الاصطناعي'],
    ['in four-byte letters', '🚗'.repeat(200)],
  ])('shows a name whole and lets it push nothing off a narrow screen: %s', async (_kind, name) => {
    const { url } = await givenLink(name);
    await withPage(browser.current, { viewport: screenOf(320), bypassCSP: true }, async (page) => {
      await page.goto(url);
      expect(await page.locator('strong').innerText()).toBe(name);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });
});
