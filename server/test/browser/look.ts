import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { isNightly } from '#test/runs';
import { until } from '#test/until';
import { accessibilityProblems, isCheckedAt, saveLook, screens, sidewaysScroll } from './browser.ts';

/** A page as it is shown now: a picture, no sideways scrolling, and, in a window that is checked, nothing that axe finds. */
async function lookHere(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? screens[1280].width;
  await saveLook(page, `${name}-${width}`);
  const problems = isCheckedAt(width) ? await accessibilityProblems(page) : [];
  expect([name, width, await sidewaysScroll(page), problems]).toEqual([name, width, 0, []]);
}

/** The same on a phone and on a desk. Leaves the window as it was. */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? screens[1280];
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    await lookHere(page, name);
  }
  await page.setViewportSize(before);
}

/** A story that is told on a phone and looked at in both windows is told on a desk too at night. */
export const storyWidths: readonly (390 | 1280)[] = isNightly ? [1280, 390] : [390];

const asked = new WeakMap<Page, Set<Request>>();

/** Knows from now on what a page has asked for and not got yet. */
export function watchRequests(page: Page): void {
  const waiting = new Set<Request>();
  asked.set(page, waiting);
  page.on('request', (request) => {
    // Nobody waits for the answers to a page that is left.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) waiting.clear();
    waiting.add(request);
  });
  const forget = (request: Request): void => void waiting.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
}

/** Until a page has all that it asked for, and has drawn it. Without the half second that Playwright adds. */
export async function untilQuiet(page: Page): Promise<void> {
  const isQuiet = () => asked.get(page)?.size === 0;
  do {
    await until('an answer to every request of the page', isQuiet);
    // What has arrived is drawn by the second frame, and may ask for more.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  } while (!isQuiet());
}
