import { expect, it } from 'vitest';
import { accessibilityProblems, screens, sidewaysScroll, useBrowser, withPage } from '#test/browser/browser';
import { useHarness } from '#test/harness';

// Every page of the developers' site in a browser; developer-pages.test.ts covers one of each kind, at more window sizes.

const harness = useHarness();
const browser = useBrowser();

const paths = async (): Promise<string[]> => {
  const { text } = await harness.current.call('GET', '/sitemap.xml');
  const listed = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname);
  const site = listed.filter((path) => path.startsWith('/developers'));
  return [...site, '/developers/nothing', '/developers/search', '/developers/search?q=webhook'];
};

/** Tables that are partly outside the window. */
const cutTables = '[...document.querySelectorAll(".scroll")].filter((box) => box.scrollWidth > box.clientWidth).length';

it('every page is accessible, is not cut off on a phone, and has readable colors in both schemes', async () => {
  const faults: unknown[] = [];
  await withPage(browser.current, { bypassCSP: true, viewport: screens[390] }, async (page) => {
    for (const path of await paths()) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${harness.current.baseUrl}${path}`);
      const found = [
        ...(await accessibilityProblems(page)),
        await sidewaysScroll(page),
        await page.evaluate(cutTables),
      ];
      await page.emulateMedia({ colorScheme: 'dark' });
      found.push(...(await accessibilityProblems(page, ['color-contrast'])));
      if (found.some((fault) => fault !== 0)) faults.push([path, ...found]);
    }
  });
  expect(faults).toEqual([]);
}, 1_800_000);
