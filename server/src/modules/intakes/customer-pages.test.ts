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
import { minimalIntake, submit } from './testing.ts';

const harness = useHarness({ INTAKE_TTL_DAYS: '1' });
const browser = useBrowser();

/** A person's page, at the address where this test's server really listens. */
async function givenLink(agentName = 'Synthetic Agent'): Promise<{ url: string; intakeId: string; token: string }> {
  const body = minimalIntake({ agent: { name: agentName, platform: 'synthetic-agent' } });
  const { body: receipt } = await submit(harness.current, body);
  const path = new URL(receipt.customer_confirmation_url).pathname;
  return { url: `${harness.current.baseUrl}${path}`, intakeId: receipt.intake_id, token: receipt.poll_token };
}

const decide = (url: string, decision: 'confirm' | 'decline') =>
  harness.current.call('POST', new URL(url).pathname, {
    raw: `decision=${decision}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });

const statusOf = async ({ intakeId, token }: { intakeId: string; token: string }): Promise<string> =>
  (await harness.current.call('GET', `/api/agent/v1/intakes/${intakeId}`, { token })).body.status;

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

/** Every page a link can show, and how a person comes to see it. */
const states: Record<string, State> = {
  asking: {
    status: 200,
    heading: 'Did you ask for help with your total-loss claim?',
    open: async (page) => page.goto((await givenLink()).url),
  },
  confirmed: {
    status: 200,
    heading: 'Thank you, you are confirmed.',
    open: async (page) => {
      await page.goto((await givenLink()).url);
      return press(page, /^Yes/);
    },
  },
  declined: {
    status: 200,
    heading: 'You said no, and we keep to it.',
    open: async (page) => {
      await page.goto((await givenLink()).url);
      return press(page, /^No/);
    },
  },
  expired: { status: 410, heading: 'This link has expired.', open: (page) => page.goto(expiredUrl) },
  unknown: {
    status: 404,
    heading: 'We do not know this link.',
    open: (page) => page.goto(`${harness.current.baseUrl}/c/${'x'.repeat(32)}`),
  },
  'conflict-no-after-yes': {
    status: 409,
    heading: 'You had already said yes.',
    open: async (page) => {
      const { url } = await givenLink();
      await page.goto(url);
      await decide(url, 'confirm');
      return press(page, /^No/);
    },
  },
  'conflict-yes-after-no': {
    status: 409,
    heading: 'You had already said no.',
    open: async (page) => {
      const { url } = await givenLink();
      await page.goto(url);
      await decide(url, 'decline');
      return press(page, /^Yes/);
    },
  },
};

describe.each(Object.entries(states))('the page of a link: %s', (name, { status, heading, open }) => {
  it('can be read and used by everybody, on a telephone and on a desk, in light and in dark', async () => {
    await withPage(browser.current, { bypassCSP: true }, async (page) => {
      expect((await open(page))?.status()).toBe(status);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
      for (const width of widths) {
        await page.setViewportSize(screenOf(width));
        expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await keepImage(page, `link-${name}-${width}`);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([]);
    });
  });

  it('is one small file, nothing is fetched with it, and it works without JavaScript', async () => {
    await withPage(browser.current, { viewport: screenOf(320), javaScriptEnabled: false }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(`${request.method()} ${request.resourceType()}`));
      const response = await open(page);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
      expect((await response!.body()).length).toBeLessThan(30_000);
      expect(new Set(requests.map((request) => request.split(' ')[1]))).toEqual(new Set(['document']));
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
    { answer: 'yes', tabs: 1, status: 'customer_confirmed', heading: 'Thank you, you are confirmed.' },
    { answer: 'no', tabs: 2, status: 'declined', heading: 'You said no, and we keep to it.' },
  ])('are given by keyboard alone, without JavaScript: $answer', async ({ tabs, status, heading }) => {
    const link = await givenLink();
    await withPage(browser.current, { viewport: screenOf(320), javaScriptEnabled: false }, async (page) => {
      await page.goto(link.url);
      for (let count = 0; count < tabs; count += 1) await page.keyboard.press('Tab');
      const outline = await page.evaluate<string>(`getComputedStyle(document.activeElement).outline`);
      expect(outline).toContain('solid 3px');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(heading);
      expect(page.url()).toBe(link.url);
    });
    expect(await statusOf(link)).toBe(status);
  });

  it('are not given by looking: loading the page, twice, changes nothing', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      await page.goto(link.url);
      await page.reload();
      expect(await page.getByRole('button').count()).toBe(2);
    });
    expect(await statusOf(link)).toBe('received');
  });

  it('are taken once when somebody goes back and presses again', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      await page.goto(link.url);
      expect((await press(page, /^Yes/))?.status()).toBe(200);
      await page.goBack();
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you, you are confirmed.');
    });
    expect(await statusOf(link)).toBe('customer_confirmed');
  });
});

describe('the policy of the page', () => {
  it('lets its own style apply and no script run, whoever tries', async () => {
    const link = await givenLink('<script>document.title="owned"</script><img src=x onerror=document.title="owned">');
    await withPage(browser.current, { viewport: screenOf(320) }, async (page) => {
      await page.goto(link.url);
      expect(await page.locator('script, img').count()).toBe(0);
      const scripted = page.addScriptTag({ content: 'document.title = "owned"' });
      await expect(scripted).rejects.toThrow(/Content Security Policy/);
      await expect(page.addStyleTag({ content: 'button{display:none}' })).rejects.toThrow(/Content Security Policy/);
      expect(await page.title()).toBe('Please confirm · Makewhole');
      expect(await page.locator('strong').innerText()).toBe(
        '<script>document.title="owned"</script><img src=x onerror=document.title="owned">',
      );
      const style = await page.evaluate<string[]>(
        `((s) => [s.minHeight, s.borderTopWidth, s.borderTopStyle, s.cursor])(getComputedStyle(document.querySelector('button')))`,
      );
      expect(style).toEqual(['56px', '2px', 'solid', 'pointer']);
    });
  });

  it('lets no other site press its buttons', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      const button = '<button name="decision" value="confirm">Win</button>';
      await page.setContent(`<form method="post" action="${link.url}">${button}</form>`);
      expect((await press(page, /Win/))?.status()).toBe(403);
      expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('That did not work');
    });
    expect(await statusOf(link)).toBe('received');
  });

  it('lets nobody show it inside a page of theirs', async () => {
    const { url } = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.setContent(`<iframe src="${url}"></iframe>`);
      expect((await refused).type()).toBe('error');
      expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
    });
  });
});

describe('the name of whoever asked', () => {
  it.each([
    ['without a space', 'W'.repeat(120)],
    ['written from the right', 'وكيل المطالبات الاصطناعي'],
    ['in four-byte letters', '🚗'.repeat(120)],
  ])('is shown whole and pushes nothing off a narrow screen: %s', async (_kind, name) => {
    const { url } = await givenLink(name);
    await withPage(browser.current, { viewport: screenOf(320), bypassCSP: true }, async (page) => {
      await page.goto(url);
      expect(await page.locator('strong').innerText()).toBe(name);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });
});
