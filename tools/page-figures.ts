// npm run report:pages -- [URL …]: the cost of a page on a slow phone. Opens each address in Chromium at 1.6 Mbit/s
// with 150 ms of
// delay and an empty cache, and prints bytes, requests, the time to the first content and the layout shift.
// Without addresses it starts its own service and opens the public pages, a missing page and a customer's
// link. Exit 1 above a limit.
import type { Browser } from 'playwright-core';
import { startBrowser } from '../server/test/browser/browser.ts';
import { startHarness } from '../server/test/harness.ts';
import { givenIntake, linkPath } from '../server/src/modules/intakes/testing.ts';

type Figures = {
  readonly name: string;
  readonly bytes: number;
  readonly requests: number;
  /** Milliseconds until the first text is painted. */
  readonly contentMs: number;
  /** As browsers compute it: 0 if nothing moved. */
  readonly shift: number;
};

/** Including font and icon. */
const bytesMax = 60_000;
/** 1.6 Mbit/s. */
const bytesPerS = 200_000;
const delayMs = 150;

/** Runs in the page from the start, so that it also catches early events. */
const observe = `
  window.figures = { shift: 0, content: 0 };
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) figures.shift += entry.value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (entry.name === 'first-contentful-paint') figures.content = entry.startTime; })
    .observe({ type: 'paint', buffered: true });`;

async function measure(browser: Browser, url: string): Promise<Figures> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: delayMs,
    downloadThroughput: bytesPerS,
    uploadThroughput: bytesPerS,
  });
  let [bytes, requests] = [0, 0];
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
    requests += 1;
  });
  await page.addInitScript(observe);
  await page.goto(url, { waitUntil: 'networkidle' });
  const { shift, content } = await page.evaluate<{ shift: number; content: number }>('figures');
  await context.close();
  // The full address of a private page is a secret.
  const name = new URL(url).pathname.replace(/[\w.-]{20,}/, '…');
  return { name, bytes, requests, contentMs: Math.round(content), shift: Math.round(shift * 10_000) / 10_000 };
}

async function withAddresses(work: (urls: readonly string[]) => Promise<void>): Promise<void> {
  const given = process.argv.slice(2);
  if (given.length > 0) return work(given);
  const harness = await startHarness();
  try {
    const link = linkPath(await givenIntake(harness));
    const paths = ['/', '/?lang=es', '/contact', '/privacy', '/terms', '/sign-in', '/nothing', link];
    await work(paths.map((path) => `${harness.baseUrl}${path}`));
  } finally {
    await harness.close();
  }
}

await withAddresses(async (urls) => {
  const browser = await startBrowser();
  const figures: Figures[] = [];
  for (const url of urls) figures.push(await measure(browser, url));
  await browser.close();
  console.table(figures);
  const above = figures.filter(({ bytes, shift }) => bytes > bytesMax || shift > 0);
  for (const { name } of above) console.error(`${name}: more than ${bytesMax} bytes, or its layout moves`);
  process.exitCode = above.length === 0 ? 0 : 1;
});
