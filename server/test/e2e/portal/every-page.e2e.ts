// Every page of the menu, as a new user sees it, on a phone and on a desktop.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { accessibilityProblems, saveLook, screens, sidewaysScroll } from '#test/browser/browser';
import { untilQuiet } from '#test/browser/look';
import { origin, useWorld } from '../board-world.ts';
import { takePortalSeat } from './portal-seat.ts';
import type { PortalBrowser } from '#testing/portal';

const world = useWorld();

/** Controls that are lower than a finger needs. */
const tooSmall = `[...document.querySelectorAll('button, .button, .button-main, input, select, #menu a')]
  .filter((element) => element.checkVisibility() && !['checkbox', 'radio', 'file'].includes(element.type))
  .filter((element) => !element.closest('.sr-only'))
  .map((element) => [element.textContent.trim() || element.type, Math.round(element.getBoundingClientRect().height)])
  .filter(([, height]) => height < 44)`;

/** Returns a page's problems at both widths. */
async function problemsOf(page: Page, name: string): Promise<unknown[]> {
  await untilQuiet(page);
  const found: unknown[] = [];
  const headings = await page.locator('h1').count();
  if (headings !== 1) found.push(`${headings} headings of the first level`);
  if ((await page.title()).startsWith('Partner portal')) found.push('no title of its own');
  for (const width of [390, 1280] as const) {
    await page.setViewportSize(screens[width]);
    await saveLook(page, `page-${name}-${width}`);
    const scroll = await sidewaysScroll(page);
    if (scroll !== 0) found.push(`${width}: ${scroll} too wide`);
    // A page that is accessible on a phone is seldom inaccessible on a desktop.
    if (width === 390)
      found.push(...(await accessibilityProblems(page)), ...(await page.evaluate<unknown[]>(tooSmall)));
  }
  return found.length === 0 ? [] : [name, ...found];
}

async function menuOf(page: Page): Promise<string[]> {
  await page.setViewportSize(screens[1280]);
  const links = page.getByRole('navigation', { name: 'Portal' }).getByRole('link');
  await links.first().waitFor();
  return links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
}

async function walk(page: Page, { institutionId }: PortalBrowser, who: string): Promise<unknown[]> {
  const problems: unknown[] = [];
  for (const mode of ['test', 'live']) {
    await page.goto(`${origin}/portal/${institutionId}/${mode}`);
    for (const href of await menuOf(page)) {
      await page.goto(`${origin}${href}`);
      await page.locator('h1').first().waitFor();
      const name = href.split('/').slice(4).join('-') || 'overview';
      problems.push(...(await problemsOf(page, `${who}-${mode}-${name}`)));
    }
  }
  return problems;
}

it('every page of the menu works for a new user', async () => {
  const { page, portal, trouble } = await takePortalSeat(world.current, { user: { fresh: true } });
  expect([await walk(page, portal, 'new'), trouble]).toEqual([[], []]);
}, 400_000);
