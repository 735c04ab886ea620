import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { givenTestAgent, givenTestIntake } from '#testing/sandbox/agent-sandbox';
import { minimalIntake, press, submit } from '#testing/intakes';
import { deliver, useDelivering } from '#testing/webhooks';
import {
  accessibilityProblems,
  isCheckedAt,
  saveLook,
  screens,
  sidewaysScroll,
  useBrowser,
  withPage,
} from '#test/browser/browser';
import {
  givenConsoleAgent,
  givenConsoleBrowser,
  givenWorldAgent,
  type ConsoleAgent,
  type WorldAgent,
} from './testing.ts';

const given = useDelivering();
const browser = useBrowser();
const h = () => given.current.harness;

let agent: WorldAgent;
let newcomer: ConsoleAgent;
let sandbox: WorldAgent;
const hostile = '<script>document.title="owned"</script>"><img src=x onerror=alert(1)>';

beforeAll(async () => {
  agent = await givenWorldAgent(given.current);
  newcomer = await givenConsoleAgent(h());
  sandbox = await givenWorldAgent(given.current, 'sandbox');
  const vehicle = { year: 2021, make: 'Toyota', model: 'Camry' };
  const { body } = await submit(h(), minimalIntake({ external_ref: 'case-2026-0917', vehicle }), { token: agent.key });
  await press(h(), body, 'confirm');
  await deliver(h());
  given.current.receiver.answer((_request, response) => response.writeHead(401).end(`{"error":"${hostile}"}`));
  await submit(h(), minimalIntake({ external_ref: hostile }), { token: agent.key });
  await deliver(h());
});

const address = (path: string): string => `${h().baseUrl}/agent-console${path}`;

async function signIn(page: Page, key: string): Promise<void> {
  await page.goto(address('/sign-in'));
  await page.getByLabel('Agent key').fill(key);
  await Promise.all([page.waitForURL(address('')), page.getByRole('button', { name: 'Open the console' }).click()]);
}

/** In both windows and both color schemes, axe finds nothing and the page does not scroll sideways. */
async function look(page: Page, name: string): Promise<void> {
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await saveLook(page, `agent-console-${name}-${width}-${colorScheme}`);
      // The schemes differ only in their colors.
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined;
      const found = isCheckedAt(width) ? await accessibilityProblems(page, rules) : [];
      expect([name, width, colorScheme, await sidewaysScroll(page), found]).toEqual([name, width, colorScheme, 0, []]);
    }
  }
}

const failedId = async (): Promise<string> =>
  (await agent.call('GET', '/deliveries?failed=yes')).body.data[0].id as string;

describe('the pages of the console', () => {
  it('the pages are accessible in every window and color scheme, with many rows and with none', async () => {
    await withPage(browser.current, { bypassCSP: true }, async (page) => {
      await page.goto(address('/intakes'));
      await look(page, 'sign-in');
      await signIn(page, agent.key);
      const intakes = (await agent.call('GET', '/intakes')).body.data as { intake_id: string }[];
      const pages: Readonly<Record<string, string>> = {
        overview: '',
        intakes: '/intakes',
        intake: `/intakes/${intakes[1]?.intake_id}`,
        deliveries: '/deliveries',
        delivered: `/deliveries/${agent.deliveryId}`,
        failed: `/deliveries/${await failedId()}`,
        webhook: '/webhook?done=saved',
      };
      for (const [name, path] of Object.entries(pages)) {
        expect((await page.goto(address(path)))?.status()).toBe(200);
        for (const closed of await page.locator('summary').all()) await closed.click();
        await look(page, name);
      }
      expect((await page.goto(address('/deliveries/dlv_unknown')))?.status()).toBe(404);
      await look(page, 'missing');
    });
    for (const [who, key] of [
      ['empty', newcomer.key],
      ['sandbox', sandbox.key],
    ] as const) {
      await withPage(browser.current, { bypassCSP: true }, async (page) => {
        await signIn(page, key);
        const paths = { overview: '', intakes: '/intakes', deliveries: '/deliveries', webhook: '/webhook' };
        const all = who === 'empty' ? paths : { ...paths, mailbox: '/mailbox', intake: `/intakes/${sandbox.intakeId}` };
        for (const [name, path] of Object.entries(all)) {
          expect((await page.goto(address(path)))?.status()).toBe(200);
          await look(page, `${who}-${name}`);
        }
      });
    }
  }, 300_000);

  it('the pages work without JavaScript: sign-in, a failed delivery, resending, a test event, settings, sign-out', async () => {
    await withPage(browser.current, { javaScriptEnabled: false, viewport: screens[390] }, async (page) => {
      await signIn(page, agent.key);
      expect(page.url()).not.toContain('svc_agent');
      await expectText(page, 'Live.');
      await page.getByRole('link', { name: 'All that failed' }).click();
      await page.getByRole('link', { name: await failedId() }).click();
      await expectText(page, 'Your receiver refused the request');
      await page.getByRole('button', { name: 'Send it again' }).click();
      await expectText(page, 'It is on its way again');
      given.current.receiver.received.splice(0);
      await deliver(h());
      expect(given.current.receiver.received.filter(({ path }) => path === agent.path)).toHaveLength(1);
      await page.getByRole('link', { name: 'Webhook', exact: true }).click();
      await page.getByLabel('Type').selectOption('intake.expired');
      await page.getByRole('button', { name: 'Send' }).click();
      await expectText(page, 'The test is on its way');
      await expectText(page, 'intake.expired');
      await page.getByRole('link', { name: 'Webhook', exact: true }).click();
      await page.getByLabel('Mails about failures').selectOption('off');
      await page.getByRole('button', { name: 'Save' }).click();
      await expectText(page, 'Saved.');
      expect((await agent.call('GET', '/settings')).body.mail_on_failure).toBe(false);
      await page.getByRole('link', { name: 'Intakes', exact: true }).click();
      await page.getByLabel('Your reference').fill('case-2026-0917');
      await page.getByRole('button', { name: 'Find' }).click();
      expect(await page.locator('tbody tr').count()).toBe(1);
      await page.getByRole('button', { name: 'Sign out' }).click();
      expect(page.url()).toBe(address('/sign-in?done=signed-out'));
      await expectText(page, 'You are signed out.');
      await page.goto(address(''));
      expect(await page.getByLabel('Agent key').count()).toBe(1);
    });
  });

  it('show what strangers typed as text, run nothing and load nothing but our own', async () => {
    const { visit } = await givenConsoleBrowser(h(), agent.key);
    for (const path of ['', '/intakes', '/deliveries', `/deliveries/${await failedId()}`]) {
      const { text, headers } = await visit(path);
      expect([path, text.includes('<script'), text.includes('<img')]).toEqual([path, false, false]);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    await withPage(browser.current, {}, async (page) => {
      const loaded: string[] = [];
      page.on('request', (request) => loaded.push(request.resourceType()));
      await signIn(page, agent.key);
      await page.goto(address('/intakes'));
      expect(await page.title()).toBe('Intakes · Agent console · Makewhole');
      expect(loaded.filter((type) => !['document', 'font', 'other'].includes(type))).toEqual([]);
    });
  });

  it('the lists never break an id or a short word across two lines, however long the other cells are', async () => {
    const test = await givenTestAgent(h());
    const vehicle = { year: 2021, make: 'M'.repeat(60), model: 'N'.repeat(60) };
    const customer = { email: `${'o'.repeat(50)}@sandbox.test`, phone: '+12125550123' };
    await givenTestIntake(h(), { external_ref: 'R'.repeat(120), vehicle, customer }, { token: test.key });
    await withPage(browser.current, { viewport: screens[1280] }, async (page) => {
      await signIn(page, test.key);
      for (const path of ['/intakes', '/mailbox']) {
        await page.goto(address(path));
        const [words, broken] = await wordsOfCells(page);
        expect([path, words.length > 1, broken]).toEqual([path, true, []]);
      }
    });
    await withPage(browser.current, { viewport: screens[1280] }, async (page) => {
      await signIn(page, agent.key);
      await page.goto(address('/deliveries'));
      expect((await wordsOfCells(page))[1]).toEqual([]);
    });
  });

  it('the console has no mailbox for live agents', async () => {
    const live = await givenConsoleBrowser(h(), agent.key);
    const test = await givenConsoleBrowser(h(), sandbox.key);
    expect((await live.visit('')).text).not.toContain('/agent-console/mailbox');
    expect((await live.visit('/mailbox')).status).toBe(403);
    expect((await test.visit('')).text).toContain('/agent-console/mailbox');
    expect((await test.visit('')).text).toContain('Sandbox.');
  });

  it('every page is at most 60 KB', async () => {
    const { visit } = await givenConsoleBrowser(h(), agent.key);
    for (const path of ['', '/intakes', '/deliveries', '/webhook', `/deliveries/${await failedId()}`])
      expect([path, Buffer.byteLength((await visit(path)).text) < 60_000]).toEqual([path, true]);
  });
});

/** Ids and short words in the cells of a list, and those of them that wrap to two lines. */
const wordsOfCells = (page: Page): Promise<[all: string[], broken: string[]]> =>
  page.evaluate<[string[], string[]]>(String.raw`(() => {
    const all = [], broken = [];
    for (const cell of document.querySelectorAll('.list td')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const node = walker.currentNode;
        for (const { 0: word, index } of node.textContent.matchAll(/(?<!\S)(?:[a-z]{3}_\w{24}|[a-z]{2,9})(?!\S)/g)) {
          const range = document.createRange();
          range.setStart(node, index);
          range.setEnd(node, index + word.length);
          all.push(word);
          if (range.getClientRects().length > 1) broken.push(word);
        }
      }
    }
    return [all, broken];
  })()`);

async function expectText(page: Page, text: string): Promise<void> {
  expect(await page.locator('main').innerText()).toContain(text);
}
