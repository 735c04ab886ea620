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
import { agentEventTypes, partnerEventTypes } from '#modules/events';
import { intakeStatuses } from '#mount/intakes/schemas';
import { minimalIntake, submit } from '#testing/intakes';

// Without transports, so that the developer mailbox has something to show.
const harness = useHarness({ SMTP_URL: '', PUBLIC_BASE_URL: 'http://localhost:8080' });
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
  { name: 'the list of errors', path: '/developers/errors', heading: 'Errors' },
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
  { name: 'the developer mailbox', path: '/dev/mailbox', heading: 'Developer mailbox' },
];

describe.each(pages)('$name', ({ path, heading, image }) => {
  it('is accessible, on a phone and on a desktop, in light and in dark', async () => {
    if (path === '/dev/mailbox') await fillMailbox();
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

/** One mail and one text without a transport. */
async function fillMailbox(): Promise<void> {
  await submit(harness.current, minimalIntake({ customer: { email: 'robin@example.com', phone: '+12125550123' } }));
  await harness.current.sendMessages();
}

describe('the documentation', () => {
  it.each(['agent', 'gap'])('names every operation of the interface and leads to its description: %s', async (name) => {
    await withPage(browser.current, {}, async (page) => {
      await page.goto(`${harness.current.baseUrl}/developers/${name}`);
      const { body: description } = await harness.current.call('GET', `/developers/${name}/openapi.json`);
      const operations = Object.entries<Record<string, unknown>>(description.paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      );
      const shown = await page.locator('tbody tr td:first-child').allInnerTexts();
      expect(shown).toEqual(operations);
      expect(operations.length).toBeGreaterThan(8);
      const link = await page.getByRole('link', { name: 'interface description' }).getAttribute('href');
      expect(link).toBe(`http://localhost:8080/developers/${name}/openapi.json`);
    });
  });

  it('shows a first call that works as it is', async () => {
    await withPage(browser.current, {}, async (page) => {
      await page.goto(`${harness.current.baseUrl}/developers/agent`);
      const command = await page.locator('pre').first().innerText();
      const [, url = '', body = ''] =
        /^curl (\S+) -H 'content-type: application\/json' -d '(.*)'$/s.exec(command) ?? [];
      expect(url).toBe('http://localhost:8080/api/agent/v1/intakes');
      const { status } = await harness.current.call('POST', new URL(url).pathname, { raw: body });
      expect(status).toBe(201);
    });
  });
});

describe('the guides', () => {
  it('have no dead links', async () => {
    for (const path of ['/developers', '/developers/agent', '/developers/gap', '/developers/errors']) {
      const { text } = await harness.current.call('GET', path);
      const links = [...text.matchAll(/href="(?!tel:|mailto:)([^"]+)"/g)].map(
        ([, link = '']) => new URL(link, 'http://localhost:8080'),
      );
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) {
        expect([link.href, (await harness.current.call('GET', link.pathname)).status]).toEqual([link.href, 200]);
      }
    }
  });

  it('explain every status and every kind of delivery', async () => {
    const { text } = await harness.current.call('GET', '/developers/agent');
    for (const status of intakeStatuses) expect(text).toContain(`<code>${status}</code>`);
    const agent = (await harness.current.call('GET', '/developers/agent/openapi.json')).body;
    const gap = (await harness.current.call('GET', '/developers/gap/openapi.json')).body;
    const typesOf = (union: { discriminator: { mapping: object } }) => Object.keys(union.discriminator.mapping);
    expect(typesOf(agent.components.schemas.IntakeEvent)).toEqual([...agentEventTypes]);
    expect(typesOf(gap.components.schemas.Event)).toEqual([...partnerEventTypes]);
  });

  it('show a signature that the published vectors confirm', async () => {
    const { text } = await harness.current.call('GET', '/developers/gap');
    const { body } = await harness.current.call('GET', '/developers/gap/vectors.json');
    const [vector] = body.vectors.filter(({ name }: { name: string }) => name.startsWith('ed25519: POST with'));
    expect(text).toContain(escapeHtml(vector.signature_base));
    expect(text).toContain(escapeHtml(vector.headers.signature));
  });
});

describe('the developer mailbox in production', () => {
  const production = useHarness({ NODE_ENV: 'production', PUBLIC_BASE_URL: 'https://makewhole.test' });

  it('does not exist', async () => {
    expect((await production.current.call('GET', '/dev/mailbox')).status).toBe(404);
  });
});
