import type { Page, Response } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  isCheckedAt,
  saveImage,
  screenOf,
  sidewaysScroll,
  useBrowser,
  withPage,
} from '#test/browser/browser';
import { tabTo } from '#test/browser/answer-page';
import { useCardHarness } from '#test/doubles/stripe';
import { captureHold } from '../staff/charges.ts';
import { settleConsultation } from '../staff/settlement.ts';
import {
  accept,
  asStaff,
  givenCard,
  givenCheckout,
  givenHold,
  holdsOf,
  letHoldsLapse,
  deliverProviderEvents,
  type GivenCheckout,
  captureSaid,
} from '../testing.ts';

const parts = useCardHarness();
const browser = useBrowser();
const widths = [320, 390, 1280] as const;

const urlOf = (checkout: GivenCheckout, product: 'research' | 'representation') =>
  `${parts.current.harness.baseUrl}${checkout.path(product)}`;

let over = '';
beforeAll(async () => {
  over = urlOf(await givenCheckout(parts.current.harness), 'research');
  parts.current.harness.clock.advance(30 * 86_400);
});

type State = { readonly status: number; readonly heading: string; open(page: Page): Promise<Response | null> };

const offered =
  (product: 'research' | 'representation'): State['open'] =>
  async (page) =>
    page.goto(urlOf(await givenCheckout(parts.current.harness), product));

/** Representation whose hold has lapsed, and was placed again and charged, or declined. */
async function givenChargeable(card: 'good' | 'wants its owner', until: 'saved' | 'charged'): Promise<GivenCheckout> {
  const { harness } = parts.current;
  const checkout = await givenCheckout(harness, { initialOfferCents: 1_000_000 });
  const holdId = await givenCard(parts.current, checkout, card);
  await letHoldsLapse(parts.current);
  if (until === 'saved') return checkout;
  const ctx = asStaff(harness.ctx);
  const body = { settlement: { value_cents: 1_100_000 } };
  await settleConsultation(ctx, { id: checkout.consultationId, body, sources: {} });
  await captureHold(ctx, { holdId, ...captureSaid }).catch(() => undefined);
  return checkout;
}

/** Every state of a checkout page, and how a customer gets there. */
const states: Record<string, State> = {
  research: { status: 200, heading: 'Research, $199.00', open: offered('research') },
  representation: { status: 200, heading: 'Representation, $472.00', open: offered('representation') },
  'not-accepted': {
    status: 200,
    heading: 'Representation, $472.00',
    open: async (page) => {
      await offered('representation')(page);
      const [response] = await Promise.all([page.waitForNavigation(), page.getByRole('button').click()]);
      return response;
    },
  },
  waiting: {
    status: 200,
    heading: 'We are waiting for your bank.',
    open: async (page) => {
      const { harness } = parts.current;
      const checkout = await givenCheckout(harness);
      await accept(harness, checkout.path('research'));
      return page.goto(`${harness.baseUrl}/checkout/return/${(await holdsOf(harness, checkout))[0]!.id}`);
    },
  },
  held: {
    status: 200,
    heading: 'Your $472 hold is in place.',
    open: async (page) => {
      const checkout = await givenCheckout(parts.current.harness);
      await givenCard(parts.current, checkout);
      return page.goto(urlOf(checkout, 'representation'));
    },
  },
  saved: {
    status: 200,
    heading: 'Your card is saved.',
    open: async (page) => page.goto(urlOf(await givenChargeable('good', 'saved'), 'representation')),
  },
  'charge-failed': {
    status: 200,
    heading: 'Your card was not charged.',
    open: async (page) => page.goto(urlOf(await givenChargeable('wants its owner', 'charged'), 'representation')),
  },
  charged: {
    status: 200,
    heading: 'Representation is paid.',
    open: async (page) => page.goto(urlOf(await givenChargeable('good', 'charged'), 'representation')),
  },
  upgrade: {
    status: 200,
    heading: 'Representation, $472.00',
    open: async (page) => {
      const { harness } = parts.current;
      const checkout = await givenCheckout(harness);
      const holdId = await givenHold(parts.current, checkout, 'research');
      await captureHold(asStaff(harness.ctx), { holdId, ...captureSaid });
      return page.goto(urlOf(checkout, 'representation'));
    },
  },
  over: { status: 410, heading: 'This checkout has ended.', open: (page) => page.goto(over) },
  unknown: {
    status: 404,
    heading: 'We don’t recognize this link.',
    open: (page) => page.goto(`${parts.current.harness.baseUrl}/checkout/${'x'.repeat(32)}/research`),
  },
};

describe('every state of the checkout page', () => {
  let page: Page;
  const requests: string[] = [];
  // A new window for each state would cost more than the check itself.
  beforeAll(async () => {
    const context = await browser.current.newContext({ bypassCSP: true });
    page = await context.newPage();
    page.on('request', (request) => requests.push(request.resourceType()));
  });
  afterAll(() => page.context().close());

  it.each(Object.entries(states))(
    'the checkout page is accessible on phone and desktop, in light and dark, and loads only our font and icon: %s',
    async (name, { status, heading, open }) => {
      await page.emulateMedia({ colorScheme: 'light' });
      const response = await open(page);
      expect(response?.status()).toBe(status);
      expect((await response!.body()).length).toBeLessThan(30_000);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
      for (const width of widths) {
        await page.setViewportSize(screenOf(width));
        if (isCheckedAt(width)) expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await saveImage(page, `checkout-${name}-${width}`);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([]);
      expect(requests.filter((type) => !['document', 'font', 'other'].includes(type))).toEqual([]);
    },
  );
});

describe('a customer', () => {
  it('a customer goes from the terms to the provider and back by keyboard alone, without JavaScript [A-RECEIPT-024]', async () => {
    const { harness } = parts.current;
    const checkout = await givenCheckout(harness);
    await withPage(browser.current, { viewport: screenOf(390), javaScriptEnabled: false }, async (page) => {
      await page.goto(urlOf(checkout, 'representation'));
      await tabTo(page, '#accept');
      await page.keyboard.press('Space');
      expect(await page.getByRole('checkbox').isChecked()).toBe(true);
      await page.keyboard.press('Tab');
      // The page's content security policy must allow the redirect to the provider.
      await Promise.all([page.waitForURL(/\/c\/pay\//), page.keyboard.press('Enter')]);
      expect(await page.getByRole('heading').innerText()).toBe('A synthetic payment page');
      const back = page.waitForRequest(/\/checkout\/return\/hld_/);
      await page
        .getByRole('button')
        .click()
        .catch(() => undefined);
      expect((await back).url()).toMatch(/^http:\/\/makewhole\.test\/checkout\/return\/hld_[0-9A-Za-z]{24}$/);
      await deliverProviderEvents(parts.current);
      // In another page, because the first one is still failing to reach a host name that only the test resolves.
      const returned = await page.context().newPage();
      await returned.goto(`${harness.baseUrl}${new URL((await back).url()).pathname}`);
      expect(await returned.getByRole('heading').innerText()).toBe('Your $472 hold is in place.');
    });
  });

  it('a customer who misses the box is led to it, and reloading the page submits nothing again', async () => {
    await withPage(browser.current, { viewport: screenOf(390), javaScriptEnabled: false }, async (page) => {
      await offered('research')(page);
      await Promise.all([page.waitForNavigation(), page.getByRole('button').click()]);
      expect(await page.title()).toMatch(/^Error: /);
      expect(await page.locator(':focus').getAttribute('role')).toBe('alert');
      await page.getByRole('link', { name: 'Please check the box' }).click();
      await page.keyboard.press('Space');
      const box = page.getByRole('checkbox');
      expect([await box.isChecked(), await box.getAttribute('aria-invalid')]).toEqual([true, 'true']);
      const again = page.waitForRequest(/\/research\?problem=terms/);
      await page.reload();
      expect((await again).method()).toBe('GET');
    });
  });

  it('a customer has a box and a button large enough for a thumb', async () => {
    await withPage(browser.current, { viewport: screenOf(320) }, async (page) => {
      await offered('research')(page);
      const label = await page.locator('label').boundingBox();
      const button = await page.getByRole('button').boundingBox();
      expect([Math.min(label!.height, button!.height) >= 44, button!.width >= 200]).toEqual([true, true]);
    });
  });

  it('a customer enters no card data here: the page has no field for it and runs no script', async () => {
    await withPage(browser.current, { viewport: screenOf(320) }, async (page) => {
      await offered('research')(page);
      expect(await page.locator('input:not([type=hidden])').count()).toBe(1);
      expect(await page.locator('input[type=checkbox]').count()).toBe(1);
      expect(await page.locator('script, iframe, img, link[rel=stylesheet]').count()).toBe(0);
      await expect(page.addScriptTag({ content: 'document.title = "owned"' })).rejects.toThrow(
        /Content Security Policy/,
      );
    });
  });
});
