import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityProblems, saveLook, screens, sidewaysScroll } from '#test/browser/browser';
import { isNightly } from '#test/runs';

/** More than a view has controls: whoever does not get there by then never does. */
const mostTabs = 150;

const isFocused = (control: Locator): Promise<boolean> =>
  control.evaluate((element) => element === element.ownerDocument.activeElement);

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    if (await isFocused(control)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${mostTabs} times Tab do not lead to ${control}`);
}

export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

/** Types instead of what is in the field. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

/** Chooses what waits for ten seconds by its key, and sends it at once. */
export async function sendByKey(page: Page, key: string, title: string): Promise<void> {
  await page.keyboard.press(key);
  await sendNow(page, title);
}

export async function sendNow(page: Page, title: string): Promise<void> {
  await page.getByRole('group', { name: /not sent yet/ }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText(`${title}: saved.`).waitFor();
}

/** What has the focus is something: a keyboard user is nowhere else than where they were. */
export async function expectFocus(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate('document.activeElement?.tagName')).not.toBe('BODY');
}

/**
 * On a phone, a laptop and a large screen: nothing sideways, nothing that axe finds, and a picture to look at. The stories
 * show the same views; those after the agent's are looked at on a phone alone, and on every screen at night.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? screens[1280];
  const thorough = isNightly || name.startsWith('agent');
  for (const screen of thorough ? Object.values(screens) : [screens[390]]) {
    await page.setViewportSize(screen);
    const found = { sideways: await sidewaysScroll(page), problems: await accessibilityProblems(page) };
    expect({ name, width: screen.width, ...found }).toEqual({ name, width: screen.width, sideways: 0, problems: [] });
    await page.evaluate('window.scrollTo(0, 0)');
    await saveLook(page, `story-${name}-${screen.width}`);
  }
  await page.setViewportSize(before);
}
