import { describe, expect, it } from 'vitest';
import {
  accessibilityProblems,
  isCheckedAt,
  saveImage,
  screenOf,
  sidewaysScroll,
  useBrowser,
  widths,
  withPage,
} from '#test/browser/browser';
import { useHarness } from '#test/harness';
import { escapeHtml } from '#lib/text/html';
import { agentEventTypes, partnerEventTypes } from '#modules/webhooks';
import { intakeStatuses } from '#mount/intakes/schemas';
import { minimalIntake, submit } from '#testing/intakes';

// Without transports, so that the developer mailbox contains messages.
const harness = useHarness({ SMTP_URL: '', DEV_PAGES: '1', PUBLIC_BASE_URL: 'http://localhost:8080' });
const browser = useBrowser();

type DeveloperPage = {
  readonly name: string;
  readonly path: string;
  readonly heading: string;
  readonly image?: string;
};

const pages: readonly DeveloperPage[] = [
  { name: 'the way to them', path: '/developers', heading: 'For developers' },
  {
    name: 'the documentation of the agent interface',
    path: '/developers/agent',
    heading: 'Agent Intake API',
    image: 'developers-agent',
  },
  {
    name: 'the agreement',
    path: '/developers/agent-agreement/2026-09-17',
    heading: 'Agent API Agreement',
    image: 'developers-agreement',
  },
  {
    name: 'the documentation of the partner interface',
    path: '/developers/gap',
    heading: 'Partner Referral and Membership API',
    image: 'developers-gap',
  },
  { name: 'the list of errors', path: '/developers/errors', heading: 'Errors', image: 'developers-errors' },
  {
    name: 'the page of an operation',
    path: '/developers/agent/operations/submitIntake',
    heading: 'Submit a vehicle owner’s total-loss case',
    image: 'developers-operation',
  },
  {
    name: 'the page of an object',
    path: '/developers/gap/objects/Referral',
    heading: 'Referral',
    image: 'developers-object',
  },
  {
    name: 'the page of an event type',
    path: '/developers/events/referral.activated',
    heading: 'referral.activated',
    image: 'developers-event',
  },
  { name: 'the changelog', path: '/developers/changelog', heading: 'Changelog', image: 'developers-changelog' },
  { name: 'the status page', path: '/developers/status', heading: 'Status', image: 'developers-status' },
  { name: 'a guide', path: '/developers/guides/signing', heading: 'Signing requests', image: 'developers-guide' },
  { name: 'a list to tick', path: '/developers/guides/going-live', heading: 'Going live' },
  { name: 'a start page', path: '/developers/start/agent', heading: 'Start as an agent', image: 'developers-start' },
  {
    name: 'results of a search',
    path: '/developers/search?q=signature+invalid',
    heading: 'Search',
    image: 'developers-search',
  },
  {
    name: 'the page of an error',
    path: '/developers/errors/validation_failed',
    heading: 'Validation failed',
    image: 'developers-error',
  },
  { name: 'the home page', path: '/', heading: 'Your car was totaled. Is the offer fair?', image: 'home' },
  { name: 'the home page in Spanish', path: '/?lang=es', heading: 'Su auto fue pérdida total. ¿Es justa la oferta?' },
  { name: 'the page about contact', path: '/contact', heading: 'How to reach us' },
  { name: 'the page about privacy', path: '/privacy', heading: 'Your data with us' },
  { name: 'the page of terms', path: '/terms', heading: 'Our terms' },
  { name: 'a page that is not there', path: '/developers/nothing', heading: 'This page does not exist' },
  { name: 'the developer start page', path: '/dev', heading: 'Makewhole on your machine' },
  { name: 'the developer inbox', path: '/dev/inbox', heading: 'Inbox' },
];

describe.each(pages)('$name', ({ path, heading, image }) => {
  it('the page is accessible, on a phone and on a desktop, in light and in dark', async () => {
    if (path === '/dev/inbox') await fillMailbox();
    await withPage(browser.current, { bypassCSP: true }, async (page) => {
      await page.goto(`${harness.current.baseUrl}${path}`);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
      for (const width of widths) {
        await page.setViewportSize({ ...screenOf(width), height: 800 });
        if (isCheckedAt(width)) expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        if (image !== undefined) await saveImage(page, `${image}-${width}`, 'first screen');
      }
      for (const width of [400, 560, 680, 800]) {
        await page.setViewportSize(screenOf(width));
        expect([width, await sidewaysScroll(page)]).toEqual([width, 0]);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([]);
    });
  });
});

/** One email and one text without a transport. */
async function fillMailbox(): Promise<void> {
  await submit(harness.current, minimalIntake({ customer: { email: 'robin@example.com', phone: '+12125550123' } }));
  await harness.current.sendMessages();
}

describe('the developer documentation', () => {
  it.each(['agent', 'agent-sandbox', 'gap'])(
    'the documentation names every operation of the interface and links to its description: %s',
    async (name) => {
      await withPage(browser.current, {}, async (page) => {
        await page.goto(`${harness.current.baseUrl}/developers/${name}`);
        const { body: description } = await harness.current.call('GET', `/developers/${name}/openapi.json`);
        const operations = Object.entries<Record<string, unknown>>(description.paths).flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
        );
        const shown = await page.locator('tbody tr td:first-child').allInnerTexts();
        expect(shown.toSorted()).toEqual(operations.toSorted());
        expect(operations.length).toBeGreaterThan(3);
        const link = await page.getByRole('link', { name: 'interface description' }).getAttribute('href');
        expect(link).toBe(`/developers/${name}/openapi.json`);
      });
    },
  );

  it('the documentation shows a first call that works unchanged', async () => {
    await withPage(browser.current, {}, async (page) => {
      await page.goto(`${harness.current.baseUrl}/developers/agent`);
      const command = await page.locator('pre code').first().innerText();
      const [, url = '', body = ''] =
        /^curl (\S+) -H 'content-type: application\/json' -d '(.*)'$/s.exec(command) ?? [];
      expect(url).toBe('http://localhost:8080/sandbox/api/agent/v1/intakes');
      const { status } = await harness.current.call('POST', new URL(url).pathname, { raw: body });
      expect(status).toBe(201);
    });
  });
});

describe('the copy button of a code block', () => {
  it.each([390, 1280])('the copy button covers no code in a window of %i', async (width) => {
    await withPage(browser.current, {}, async (page) => {
      await page.setViewportSize({ width, height: 844 });
      for (const path of ['start/agent', 'start/lender', 'gap', 'agent', 'guides/sandbox']) {
        await page.goto(`${harness.current.baseUrl}/developers/${path}`);
        const boxes = await page.locator('.code:visible').evaluateAll((found) =>
          found.map((box) => {
            const [code, button] = ['pre', '.copy'].map((part) => box.querySelector(part)?.getBoundingClientRect());
            return (
              code !== undefined && button !== undefined && (button.left >= code.right || button.top >= code.bottom)
            );
          }),
        );
        expect([path, boxes.length > 0, boxes.filter((apart) => !apart)]).toEqual([path, true, []]);
      }
    });
  });
});

describe('the documentation on a phone', () => {
  it.each(['/developers/gap/operations/createReferral', '/developers/guides/sandbox', '/developers/status'])(
    'the tables of %s are readable without sideways scrolling, and the search button is next to its field',
    async (path) => {
      await withPage(browser.current, {}, async (page) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await page.goto(`${harness.current.baseUrl}${path}`);
        const hidden = await page
          .locator('.scroll')
          .evaluateAll((boxes) => boxes.filter((box) => box.scrollWidth > box.clientWidth).length);
        expect([await page.locator('.scroll').count(), hidden]).toEqual([expect.any(Number), 0]);
        const field = await page.getByRole('searchbox').boundingBox();
        const button = await page.getByRole('button', { name: 'Search' }).boundingBox();
        expect(button?.y).toBe(field?.y);
        expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(390);
      });
    },
  );
});

describe('the documentation on paper', () => {
  it('in print every language has its name, and no line of code is cut off', async () => {
    await withPage(browser.current, { viewport: { width: 800, height: 1100 } }, async (page) => {
      await page.emulateMedia({ media: 'print' });
      await page.goto(`${harness.current.baseUrl}/developers/start/agent`);
      expect(await page.locator('.tabs').first().locator('label:visible').allInnerTexts()).toEqual([
        'curl',
        'TypeScript',
        'Python',
        'Java',
      ]);
      const blocks = await page
        .locator('pre:visible')
        .evaluateAll((found) => found.map((block) => block.scrollWidth - block.clientWidth));
      expect([blocks.length > 15, blocks.filter((cut) => cut > 0)]).toEqual([true, []]);
    });
  });
});

describe('the documentation without scripts', () => {
  it('the menu, the search and the tabs work without scripts', async () => {
    await withPage(
      browser.current,
      { javaScriptEnabled: false, viewport: { width: 390, height: 844 } },
      async (page) => {
        await page.goto(`${harness.current.baseUrl}/developers/start/agent`);
        const guide = page
          .getByRole('navigation', { name: 'Documentation' })
          .getByRole('link', { name: 'The sandbox' });
        expect(await guide.isVisible()).toBe(false);
        await page.getByText('Menu', { exact: true }).click();
        expect(await guide.isVisible()).toBe(true);
        const tabs = page.locator('.tabs').first();
        await tabs.getByText('Python').click();
        expect(await tabs.locator('.tab:visible').innerText()).toContain('import');
        await page.getByRole('searchbox').fill('magic address');
        await page.keyboard.press('Enter');
        expect(await page.locator('.foundlist a').first().getAttribute('href')).toBe('/developers/guides/sandbox');
      },
    );
  });
});

describe('the guides', () => {
  it('the guides explain every status and every kind of delivery', async () => {
    const { text } = await harness.current.call('GET', '/developers/concepts/statuses');
    for (const status of intakeStatuses) expect(text).toContain(`<code>${status}</code>`);
    const agent = (await harness.current.call('GET', '/developers/agent/openapi.json')).body;
    const gap = (await harness.current.call('GET', '/developers/gap/openapi.json')).body;
    const typesOf = (union: { discriminator: { mapping: object } }) => Object.keys(union.discriminator.mapping);
    expect(typesOf(agent.components.schemas.IntakeEvent)).toEqual([...agentEventTypes]);
    expect(typesOf(gap.components.schemas.Event)).toEqual([...partnerEventTypes]);
  });

  it('the guides show a signature that the published vectors confirm', async () => {
    const { text } = await harness.current.call('GET', '/developers/gap/vectors');
    const { body } = await harness.current.call('GET', '/developers/gap/vectors.json');
    const [vector] = body.vectors.filter(({ name }: { name: string }) => name.startsWith('ed25519: POST with'));
    expect(text).toContain(escapeHtml(vector.signature_base));
    expect(text).toContain(escapeHtml(vector.headers.signature));
  });
});

describe('the developer mailbox in production', () => {
  const production = useHarness({ NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://makewhole.test' });

  it('the developer mailbox does not exist in production', async () => {
    for (const path of ['/dev', '/dev/inbox', '/dev/case', '/dev/metrics'])
      expect((await production.current.call('GET', path)).status).toBe(404);
  });
});
