import { accessSync, constants, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { isNightly } from '#test/runs';

/** The window sizes in which every view is checked. */
export const screens = {
  390: { width: 390, height: 844 },
  1280: { width: 1280, height: 800 },
  1920: { width: 1920, height: 1080 },
} as const;

/** The browser installed on the machine; nothing is downloaded. */
function chromiumPath(): string {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  const found = names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
  if (found === undefined) throw new Error('no Chromium in PATH: apt-get install chromium fonts-liberation');
  return found;
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * `hosts` maps the host and port of a URL to where it is actually served, as in `{'makewhole.test:80':
 * '127.0.0.1:41234'}`.
 */
export function startBrowser(hosts: Readonly<Record<string, string>> = {}): Promise<Browser> {
  const rules = Object.entries(hosts).map(([name, address]) => `MAP ${name} ${address}`);
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...(rules.length === 0 ? [] : [`--host-resolver-rules=${rules.join(', ')}`]),
    ],
  });
}

/** Kept from file to file, because the modules of this process stay loaded. */
let shared: Promise<Browser> | undefined;

/** The browser shared by all test files of this process. Pages that a file leaves open are closed after the file. */
export function useBrowser(): { readonly current: Browser } {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (shared ??= startBrowser());
  });
  afterAll(async () => {
    for (const context of browser?.contexts() ?? []) await context.close();
  });
  return {
    get current() {
      if (browser === undefined) throw new Error('the browser is not started yet');
      return browser;
    },
  };
}

/** A narrow phone and an ordinary desktop. */
export const widths = [320, 1280] as const;

export const screenOf = (width: number) => ({ width, height: width < 600 ? 640 : 480 });

/** Opens a page in its own browser context and closes it afterwards. */
export async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  work: (page: Page, context: BrowserContext) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await work(await context.newPage(), context);
  } finally {
    await context.close();
  }
}

/** Accessibility violations of a page, by axe-core; the context must bypass the CSP. */
export async function accessibilityProblems(page: Page, rules?: readonly string[]): Promise<string[]> {
  // If the page has not changed since the last check, axe is already loaded: do not send and parse half a megabyte again.
  if (!(await page.evaluate<boolean>("typeof axe === 'object'"))) await page.evaluate(axe.source);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) });
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run(document, ${options})`,
  );
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

/**
 * A page that is accessible on a phone is seldom inaccessible on a desktop: CI checks only the narrow windows, the
 * nightly run checks all.
 */
export const isCheckedAt = (width: number): boolean => width <= 390 || isNightly;

/** Returns how much wider the page is than its window: 0 if there is no sideways scrolling. */
export const sidewaysScroll = (page: Page): Promise<number> =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

const imageFolder = new URL('../../../docs/images/', import.meta.url);

/**
 * With UPDATE_IMAGES=1, retakes a documentation picture of the whole page or of its first screen. To add a picture,
 * create an empty file and show it in a document.
 */
export async function saveImage(page: Page, name: string, extent: 'whole' | 'first screen' = 'whole'): Promise<void> {
  const file = new URL(`${name}.png`, imageFolder);
  if (process.env['UPDATE_IMAGES'] !== '1' || !existsSync(file)) return;
  const png = await page.screenshot({
    fullPage: extent === 'whole',
    type: 'png',
    animations: 'disabled',
    caret: 'hide',
  });
  writeFileSync(file, png);
}

const lookFolder = join(tmpdir(), 'makewhole-looks');

/** With LOOK=1, saves a screenshot of a page or a part of it for manual review, outside the repository. */
export async function saveLook(shown: Page | Locator, name: string): Promise<void> {
  if (process.env['LOOK'] !== '1') return;
  const path = join(lookFolder, `${name}.png`);
  await ('goto' in shown ? shown.screenshot({ fullPage: true, path }) : shown.screenshot({ path }));
}
