// Signs in, creates a key and an endpoint with the keyboard alone. The focus is visible at every stop.
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newWindow, origin, useWorld } from '../board-world.ts';
import { askForAccess, nextCode, setUp } from './story-steps.ts';

const world = useWorld();

/** The focused control: its name, its kind, and whether its focus is visible. */
const focused = `(() => {
  const { activeElement: element } = document;
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const labels = [...(element.labels ?? [])].map((label) => label.textContent.trim());
  const name = element.getAttribute('aria-label') ?? labels[0] ?? element.textContent.trim();
  return { name, kind: element.localName, seen: outlineStyle !== 'none' && outlineWidth !== '0px' };
})()`;

type Focused = { readonly name: string; readonly kind: string; readonly seen: boolean };

/** More tab stops than a page has before its form. */
const maxStops = 80;

async function tabTo(page: Page, kind: string, name: string): Promise<void> {
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate<Focused>(focused);
    if (found.kind !== 'body') expect([found.name, found.seen]).toEqual([found.name, true]);
    if (found.kind === kind && found.name === name) return;
  }
  throw new Error(`the keyboard does not reach ${name}`);
}

const openByMenu = async (page: Page, entry: string): Promise<void> => {
  await tabTo(page, 'a', entry);
  await page.keyboard.press('Enter');
};

it('a user signs in, creates a key and creates an endpoint without a pointer', async () => {
  const { harness, browser } = world.current;
  const { page, context, trouble } = await newWindow(browser, { bypassCsp: true });
  const person = { email: 'synthetic.keyboard@example.com', password: 'plain synthetic words of a test' };
  await askForAccess(page, person);
  const secret = await setUp(harness, page, person);
  await context.clearCookies();

  await page.goto(`${origin}/portal/sign-in`);
  await page.getByLabel('Email').waitFor();
  for (const [label, text] of [
    ['Email', person.email],
    ['Password', person.password],
    ['Code', nextCode(harness, secret)],
  ] as const) {
    await tabTo(page, 'input', label);
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await page.getByText('Sandbox: test data only').waitFor();

  await openByMenu(page, 'API keys');
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
  await tabTo(page, 'input', 'Label');
  await page.keyboard.type('synthetic keyboard');
  await page.keyboard.press('Enter');
  await page.getByText(/gap_test_\w{20}/).waitFor();

  await page.goto(page.url().replace('/keys', ''));
  await page.getByText('Sandbox: test data only').waitFor();
  await openByMenu(page, 'Endpoints');
  await page.getByRole('heading', { name: 'Webhook endpoints' }).waitFor();
  await tabTo(page, 'input', 'Endpoint URL');
  await page.keyboard.type('https://hooks.example.com/keyboard');
  await tabTo(page, 'button', 'Create endpoint');
  await page.keyboard.press('Enter');
  await page.getByText('Signing secret (shown only once)').waitFor();
  expect(trouble).toEqual([]);
  await context.close();
});
