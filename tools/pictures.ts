// npm run pictures: retakes the pictures of README.md from the demo, in a separate database: board, owner's page,
// portal and
// developers' site, 1280 pixels wide, light and dark. Run `npm run build` first. Exit 1 if a picture is too large.
import { writeFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { screens, startBrowser } from '../server/test/browser/browser.ts';
import { ensureTemplate } from '../server/test/database/databases.ts';
import { startHarness, type Harness } from '../server/test/harness.ts';
import { givenPortalUser } from '../server/src/modules/portal/testing.ts';
import { pagePath } from '../server/src/modules/owner-page/testing.ts';
import { prepareVehicleData } from '../server/src/modules/vehicles/index.ts';
import { testVehicleDir } from '../server/src/modules/vehicles/testing.ts';
import { demoCommand } from '../server/src/entrypoints/commands.ts';

/** An address for which browsers accept secure cookies without TLS. */
const host = 'localhost:8090';
const origin = `http://${host}`;
/** As the demo instructs users to start the service. */
const services = '{"*":{"representation":{"licence":"SYNTHETIC-1"}}}';
/** More than this makes the front page slow to load. */
const bytesMax = 300_000;
const folder = new URL('../docs/images/', import.meta.url);

type Demo = {
  readonly token: string;
  readonly links: readonly { readonly role: string; readonly url: string }[];
  readonly institutions: readonly { readonly id: string }[];
};

/** Opens a page in a window and waits until it shows its subject. */
type Picture = (page: Page, context: BrowserContext) => Promise<void>;

/** A member of the demo cast: their case is delivered, and its appraisal released and paid for. */
const owner = 'Kimberly Strand';

async function preparePictures(harness: Harness, demo: Demo): Promise<Readonly<Record<string, Picture>>> {
  const { body } = await harness.call('GET', `/api/staff/v1/board/search?q=${encodeURIComponent(owner)}`, demo);
  const casePath = await pagePath(harness, body.data[0].id);
  const [institution] = demo.institutions;
  const user = await givenPortalUser(harness, institution && { institutionId: institution.id });
  const [name = '', value = ''] = (user.headers['cookie'] ?? '').split('=', 2);
  const signIn = demo.links.find(({ role }) => role === 'lead')?.url ?? '';
  let staffCookies: Awaited<ReturnType<BrowserContext['cookies']>> | undefined;
  return {
    async board(page, context) {
      // The link works for one sign-in only.
      if (staffCookies === undefined) await page.goto(signIn);
      else await context.addCookies(staffCookies);
      await page.goto(`${origin}/board`);
      await page.getByText('Delivered', { exact: true }).waitFor();
      staffCookies = await context.cookies();
    },
    async owner(page) {
      // Includes the prices of similar cars.
      await page.setViewportSize({ width: 1280, height: 1160 });
      await page.goto(`${origin}${casePath}`);
    },
    async portal(page, context) {
      const url = origin.replace('http:', 'https:');
      await context.addCookies([{ name, value, url, secure: true, httpOnly: true, sameSite: 'Lax' }]);
      await page.setViewportSize({ width: 1280, height: 960 });
      await page.goto(`${origin}/portal/${user.institutionId}/live/analytics`);
      await page.getByText('Gains and fees by month').waitFor();
    },
    async docs(page) {
      await page.goto(`${origin}/developers/start/agent`);
    },
  };
}

async function take(browser: Browser, picture: Picture, colorScheme: 'light' | 'dark'): Promise<Buffer> {
  const context = await browser.newContext({ viewport: screens[1280], colorScheme, reducedMotion: 'reduce' });
  const page = await context.newPage();
  // Twice: a late font appears only on the next page, when it is in the cache.
  for (let time = 0; time < 2; time += 1) await picture(page, context);
  await page.evaluate('document.fonts.ready');
  const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  await context.close();
  return png;
}

await Promise.all([ensureTemplate(), prepareVehicleData(testVehicleDir)]);
const harness = await startHarness({ PUBLIC_BASE_URL: origin, SERVICES_BY_STATE: services });
const keepTime = () => harness.clock.advance((Date.now() - harness.clock.now().getTime()) / 1000);
keepTime();
const { ok, result, lines } = await demoCommand.run(harness.ctx, {});
if (!ok) throw new Error(lines.join('\n'));
keepTime();
const browser = await startBrowser({ [host]: new URL(harness.baseUrl).host });
const pictures = await preparePictures(harness, result as Demo);
for (const [name, picture] of Object.entries(pictures)) {
  for (const scheme of ['light', 'dark'] as const) {
    const png = await take(browser, picture, scheme);
    writeFileSync(new URL(`${name}-${scheme}.png`, folder), png);
    console.log(`${name}-${scheme}.png  ${png.length} bytes`);
    if (png.length > bytesMax) process.exitCode = 1;
  }
}
await browser.close();
await harness.close();
