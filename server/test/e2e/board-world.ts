import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { StaffRole } from '#actor';
import type { TestSettings } from '#test/fixtures/test-settings';
import { screens } from '#test/browser/browser';
import { watchRequests } from '#test/browser/look';
import { startSharedBrowser, type SharedBrowser } from '#test/browser/shared-browser';
import { startHarness, type Harness } from '#test/harness';
import { givenPassword, givenSession } from '#testing/staff';

/** The address that the browser uses: a name for which it accepts secure cookies without TLS. */
export const origin = 'http://localhost:8090';

export type World = { readonly harness: Harness; readonly browser: Browser };

/** Kept from file to file, because the modules of this process stay loaded. */
let shared: Promise<SharedBrowser> | undefined;

/** The whole service for one file, and the browser shared by all files. */
export function useWorld(settings: () => Promise<TestSettings> = async () => ({})): { readonly current: World } {
  let world: World | undefined;
  beforeAll(async () => {
    const harness = await startHarness({ PUBLIC_BASE_URL: origin, ...(await settings()) });
    const { browser, serve } = await (shared ??= startSharedBrowser('localhost:8090'));
    serve(new URL(harness.baseUrl));
    world = { harness, browser };
  });
  afterAll(async () => {
    for (const context of world?.browser.contexts() ?? []) await context.close();
    await world?.harness.close();
  });
  return {
    get current() {
      if (world === undefined) throw new Error('the world is not there yet');
      return world;
    },
  };
}

/** Addresses of the staff API, for tests that intercept the board's calls. */
export const staffCalls = (path: string): string => `${origin}/api/staff/v1${path}`;

export type Desk = { readonly page: Page; readonly context: BrowserContext; readonly trouble: string[] };

type Seat = {
  readonly role?: StaffRole;
  readonly width?: keyof typeof screens;
  readonly dark?: boolean;
  readonly bypassCsp?: boolean;
};

/** A signed-in staff member with their own browser window. */
export async function takeSeat({ harness, browser }: World, seat: Seat = {}): Promise<Desk> {
  const desk = await newWindow(browser, seat);
  const { headers } = await givenSession(harness, seat.role ?? 'caller');
  const [name = '', value = ''] = (headers['cookie'] ?? '').split('=', 2);
  await desk.context.addCookies([
    { name, value, url: origin.replace('http:', 'https:'), secure: true, httpOnly: true, sameSite: 'Lax' },
  ]);
  return desk;
}

/** Runs in every page first and reports any script that a payload triggers. */
const watching = `
document.addEventListener('securitypolicyviolation', (event) =>
  __trouble('csp: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample));
window.alert = (text) => __trouble('alert: ' + text);
`;

export async function newWindow(
  browser: Browser,
  { width = 1280, dark = false, bypassCsp = false }: Seat = {},
): Promise<Desk> {
  const context = await browser.newContext({
    viewport: screens[width],
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    bypassCSP: bypassCsp,
  });
  const trouble: string[] = [];
  await context.exposeFunction('__trouble', (text: string) => void trouble.push(text));
  await context.addInitScript(watching);
  const page = await context.newPage();
  watchRequests(page);
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, context, trouble };
}

/** A staff member with address, password and authenticator. */
type Person = Awaited<ReturnType<typeof givenPassword>>;

/** Signs in with address, password and the authenticator's code. */
export async function enter(page: Page, { email, password, code }: Person): Promise<void> {
  await page.fill('input[name=email]', email);
  await page.fill('input[name=password]', password);
  await page.fill('input[name=code]', code());
  await page.click('button[type=submit], form button');
}

export async function signIn(world: World, page: Page, role: StaffRole = 'caller'): Promise<Person> {
  const staffMember = await givenPassword(world.harness, role);
  await page.goto(`${origin}/sign-in`);
  await enter(page, staffMember);
  await page.waitForURL(`${origin}/board`);
  return staffMember;
}
