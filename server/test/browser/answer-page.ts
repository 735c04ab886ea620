import type { Page, Response } from 'playwright-core';
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
} from './browser.ts';

/** The URL of one customer's page, and the status of the case it belongs to. */
type AnswerLink = { readonly url: string; status(): Promise<string> };

type Answered = {
  /** Base name of its screenshots. */
  readonly name: string;
  /** The decision that its button sends. */
  readonly decision: string;
  /** The case's status afterwards, and the text the page then shows. */
  readonly status: string;
  readonly heading: string;
};

/** A page where a recipient answers yes or no by a link, with everything that differs between such pages. */
type AnswerPage = {
  /** Base name of its screenshots. */
  readonly image: string;
  readonly title: string;
  readonly asking: string;
  /** The case's status before any answer. */
  readonly waiting: string;
  /** The text shown in place of a name that contains markup, where the name is not shown. */
  readonly shownAs?: string;
  readonly yes: Answered;
  readonly no: Answered;
  /** The longest name of the requesting agent or institution, in characters. */
  readonly nameMost: number;
  givenLink(name?: string): Promise<AnswerLink>;
  /** Submits a decision without a browser. */
  decide(url: string, decision: string): Promise<unknown>;
  /** States specific to this page: expired, unknown, withdrawn. */
  readonly otherStates: Readonly<Record<string, PageState>>;
};

type PageState = {
  readonly status: number;
  readonly heading: string;
  open(page: Page): Promise<Response | null>;
};

type Browser = ReturnType<typeof useBrowser>;

/** Tests that every page of this kind shares, in a real browser. */
export function describeAnswerPage(own: AnswerPage): void {
  const browser = useBrowser();
  describe.each(Object.entries(statesOf(own)))('the page: %s', (name, state) => {
    describeState(browser, `${own.image}-${name}`, state);
  });
  describe('the two answers', () => {
    describeLooks(browser, own);
    describeAnswers(browser, own);
  });
  describe('the policy of the page', () => {
    describePolicy(browser, own);
  });
  describe('the name of the agent or institution', () => {
    describeNames(browser, own);
  });
}

/** Presses one of the buttons and waits for the page that follows. */
async function press(page: Page, name: RegExp): Promise<Response | null> {
  const [response] = await Promise.all([page.waitForNavigation(), page.getByRole('button', { name }).click()]);
  return response;
}

/** Uses only the keyboard and starts at the top of the page, so the controls of the page frame come first. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate<boolean>(`document.activeElement.matches(${JSON.stringify(selector)})`);
  for (let count = 0; count < 12 && !(await isThere()); count += 1) await page.keyboard.press('Tab');
  expect(await isThere()).toBe(true);
}

const headingOf = (page: Page): Promise<string> => page.getByRole('heading', { level: 1 }).innerText();

function statesOf({ givenLink, decide, yes, no, asking, otherStates }: AnswerPage): Record<string, PageState> {
  const answered =
    (name: RegExp): PageState['open'] =>
    async (page) => {
      await page.goto((await givenLink()).url);
      return press(page, name);
    };
  const contradicted =
    (first: Answered, then: RegExp): PageState['open'] =>
    async (page) => {
      const { url } = await givenLink();
      await page.goto(url);
      await decide(url, first.decision);
      return press(page, then);
    };
  return {
    asking: { status: 200, heading: asking, open: async (page) => page.goto((await givenLink()).url) },
    [yes.name]: { status: 200, heading: yes.heading, open: answered(/^Yes/) },
    [no.name]: { status: 200, heading: no.heading, open: answered(/^No/) },
    'conflict-no-after-yes': { status: 409, heading: 'You had already said yes.', open: contradicted(yes, /^No/) },
    'conflict-yes-after-no': { status: 409, heading: 'You had already said no.', open: contradicted(no, /^Yes/) },
    ...otherStates,
  };
}

function describeState(browser: Browser, image: string, { status, heading, open }: PageState): void {
  it('is accessible, on a phone and on a desktop, in light and in dark', async () => {
    await withPage(browser.current, { bypassCSP: true }, async (page) => {
      expect((await open(page))?.status()).toBe(status);
      expect(await page.getByRole('heading', { level: 1 }).allTextContents()).toEqual([heading]);
      for (const width of widths) {
        await page.setViewportSize(screenOf(width));
        if (isCheckedAt(width)) expect(await accessibilityProblems(page)).toEqual([]);
        expect(await sidewaysScroll(page)).toBe(0);
        await saveImage(page, `${image}-${width}`);
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([]);
    });
  });

  it('is one small file that loads our font and icon alone, and works without JavaScript', async () => {
    await withPage(browser.current, { viewport: screenOf(320), javaScriptEnabled: false }, async (page) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(request.resourceType()));
      const response = await open(page);
      expect(await headingOf(page)).toBe(heading);
      expect((await response!.body()).length).toBeLessThan(30_000);
      expect(requests.filter((type) => !['document', 'font', 'other'].includes(type))).toEqual([]);
    });
  });
}

function describeLooks(browser: Browser, { givenLink }: AnswerPage): void {
  it.each(widths)('are one next to the other at %i px, and large enough for a thumb', async (width) => {
    const { url } = await givenLink();
    await withPage(browser.current, { viewport: screenOf(width) }, async (page) => {
      await page.goto(url);
      const looks = await page.evaluate<{ box: number[]; size: string; kind: string }[]>(
        `[...document.querySelectorAll('button')].map((button) => {
           const { width, height } = button.getBoundingClientRect();
           return { box: [width, height], size: getComputedStyle(button).fontSize, kind: button.className };
         })`,
      );
      expect(looks.map(({ kind }) => kind)).toEqual(['primary', 'plain']);
      expect(looks[0]?.size).toBe(looks[1]?.size);
      for (const { box } of looks) expect(Math.min(...box)).toBeGreaterThanOrEqual(44);
    });
  });
}

function describeAnswers(browser: Browser, { givenLink, yes, no, waiting }: AnswerPage): void {
  it.each([
    { answer: 'yes', ...yes },
    { answer: 'no', ...no },
  ])('work by keyboard alone, without JavaScript: $answer', async ({ decision, status, heading }) => {
    const link = await givenLink();
    await withPage(browser.current, { viewport: screenOf(320), javaScriptEnabled: false }, async (page) => {
      await page.goto(link.url);
      await tabTo(page, `button[value=${decision}]`);
      expect(await page.evaluate<string>(`getComputedStyle(document.activeElement).outline`)).toContain('solid 3px');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      expect(await headingOf(page)).toBe(heading);
      expect(page.url()).toBe(link.url);
    });
    expect(await link.status()).toBe(status);
  });

  it('are not given by viewing: loading the page, twice, changes nothing', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      await page.goto(link.url);
      await page.reload();
      expect(await page.getByRole('button').count()).toBe(2);
    });
    expect(await link.status()).toBe(waiting);
  });

  it('are accepted once when somebody goes back and presses again', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      await page.goto(link.url);
      expect((await press(page, /^Yes/))?.status()).toBe(200);
      await page.goBack();
      expect(await headingOf(page)).toBe(yes.heading);
    });
    expect(await link.status()).toBe(yes.status);
  });
}

function describePolicy(browser: Browser, { givenLink, title, yes, waiting, shownAs }: AnswerPage): void {
  it('applies its own style and runs no script, whatever name it shows', async () => {
    const name = '<script>document.title="owned"</script><img src=x onerror=document.title="owned">';
    const link = await givenLink(name);
    await withPage(browser.current, { viewport: screenOf(320) }, async (page) => {
      await page.goto(link.url);
      expect(await page.locator('script, img').count()).toBe(0);
      const scripted = page.addScriptTag({ content: 'document.title = "owned"' });
      await expect(scripted).rejects.toThrow(/Content Security Policy/);
      await expect(page.addStyleTag({ content: 'button{display:none}' })).rejects.toThrow(/Content Security Policy/);
      expect(await page.title()).toBe(title);
      expect(await page.locator('strong').innerText()).toBe(shownAs ?? name);
      const style = await page.evaluate<string[]>(
        `((s) => [s.minHeight, s.borderTopWidth, s.borderTopStyle, s.cursor])(getComputedStyle(document.querySelector('button')))`,
      );
      expect(style).toEqual(['52px', '2px', 'solid', 'pointer']);
    });
  });

  it('allows no other site to press its buttons', async () => {
    const link = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      const button = `<button name="decision" value="${yes.decision}">Win</button>`;
      await page.setContent(`<form method="post" action="${link.url}">${button}</form>`);
      expect((await press(page, /Win/))?.status()).toBe(403);
      expect(await headingOf(page)).toBe('That did not work');
    });
    expect(await link.status()).toBe(waiting);
  });

  it('allows nobody to frame it', async () => {
    const { url } = await givenLink();
    await withPage(browser.current, {}, async (page) => {
      const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await page.setContent(`<iframe src="${url}"></iframe>`);
      expect((await refused).type()).toBe('error');
      expect(await page.frameLocator('iframe').getByRole('button').count()).toBe(0);
    });
  });
}

function describeNames(browser: Browser, { givenLink, nameMost }: AnswerPage): void {
  it.each([
    ['without a space', 'W'.repeat(nameMost)],
    ['written from the right', 'وكيل المطالبات الاصطناعي'],
    ['in four-byte letters', '🚗'.repeat(nameMost)],
  ])('is shown whole and causes no sideways scrolling on a narrow screen: %s', async (_kind, name) => {
    const { url } = await givenLink(name);
    await withPage(browser.current, { viewport: screenOf(320), bypassCSP: true }, async (page) => {
      await page.goto(url);
      expect(await page.locator('strong').innerText()).toBe(name);
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  });
}
