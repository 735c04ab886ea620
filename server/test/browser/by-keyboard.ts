import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, saveLook, screens, sidewaysScroll } from '#test/browser/browser';
import { isNightly } from '#test/runs';

/** More tab stops than any view has. */
const mostTabs = 150;

/** Presses Tab until the control has focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  // Looked up once: finding a control by role after each key press takes longer than the key press.
  const element = await control.elementHandle();
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    const focus = await element?.evaluate((one) =>
      one.isConnected ? one === one.ownerDocument.activeElement : undefined,
    );
    if (focus === true) return;
    if (focus === undefined) return tabTo(page, control);
    await page.keyboard.press('Tab');
  }
  throw new Error(`${mostTabs} times Tab do not lead to ${control}`);
}

export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Replaces the text of the field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Selects an outcome by its key and sends it without the ten-second wait. */
export async function sendByKey(page: Page, key: string, title: string): Promise<void> {
  await page.keyboard.press(key);
  await sendNow(page, title);
}

export async function sendNow(page: Page, title: string): Promise<void> {
  await page.getByRole('group', { name: /not sent yet/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`${title}: saved.`).waitFor();
}

/** A keyboard user keeps their place: focus did not fall back to the body. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY');
}

/**
 * Checks that the page does not scroll sideways and that axe finds no problem, and saves a picture: on a phone in CI,
 * on every screen nightly.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? screens[1280];
  for (const screen of isNightly ? Object.values(screens) : [screens[390]]) {
    await page.setViewportSize(screen);
    const found = { sideways: await sidewaysScroll(page), problems: await accessibilityProblems(page) };
    expect({ name, width: screen.width, ...found }).toEqual({ name, width: screen.width, sideways: 0, problems: [] });
    await page.evaluate('window.scrollTo(0, 0)');
    await saveLook(page, `story-${name}-${screen.width}`);
  }
  await page.setViewportSize(before);
}
