import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { isNightly } from '#test/runs';
import { until } from '#test/until';
import { accessibilityProblems, isCheckedAt, saveLook, screens, sidewaysScroll } from './browser.ts';

/**
 * Checks the current page: takes a picture, requires no sideways scrolling and, in the windows chosen for it, no axe
 * violations.
 */
async function lookHere(page: Page, name: string): Promise<void> {
  const width = page.viewportSize()?.width ?? screens[1280].width;
  await saveLook(page, `${name}-${width}`);
  const problems = isCheckedAt(width) ? await accessibilityProblems(page) : [];
  expect([name, width, await sidewaysScroll(page), problems]).toEqual([name, width, 0, []]);
}

/** Does the same on a phone and on a desktop, and restores the window size. */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? screens[1280];
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    await lookHere(page, name);
  }
  await page.setViewportSize(before);
}

/**
 * CI runs a story on a phone and checks each page in both window sizes; the nightly run repeats the story on a desktop.
 */
export const storyWidths: readonly (390 | 1280)[] = isNightly ? [1280, 390] : [390];

const asked = new WeakMap<Page, Set<Request>>();

/** Starts tracking the page's requests that have no response yet. */
export function watchRequests(page: Page): void {
  const waiting = new Set<Request>();
  asked.set(page, waiting);
  page.on('request', (request) => {
    // Nothing waits for responses to a page after navigating away from it.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) waiting.clear();
    waiting.add(request);
  });
  const forget = (request: Request): void => void waiting.delete(request);
  page.on('requestfinished', forget);
  page.on('requestfailed', forget);
}

/**
 * Waits until the page has received and drawn everything it requested, without the half second that Playwright adds.
 */
export async function untilQuiet(page: Page): Promise<void> {
  const isQuiet = () => asked.get(page)?.size === 0;
  do {
    await until('an answer to every request of the page', isQuiet);
    // Received data is on screen by the second frame, and may trigger further requests.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  } while (!isQuiet());
}
