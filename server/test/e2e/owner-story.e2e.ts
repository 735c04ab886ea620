import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Language } from '#lib/languages/language';
import { screens, sidewaysScroll } from '#test/browser/browser';
import { look } from '#test/browser/by-keyboard';
import { startStripe, type StripeDouble } from '#test/doubles/stripe';
import { deliverProviderEvents } from '#testing/checkout';
import { givenIntake, newEmail, newPhone } from '#testing/intakes';
import { givenListings } from '#testing/vehicles/market';
import { givenStaffToken } from '#testing/staff';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useWorld } from './board-world.ts';
import { drawReport } from './story-steps.ts';
import { isNightly } from '#test/runs';

// One owner on a phone, from the first email to the settlement, using only the emailed links.

let stripe: StripeDouble;
const world = useWorld(async () => {
  stripe = await startStripe(() => world.current.harness.clock.now());
  return stripe.env;
});
afterAll(() => stripe.close());

beforeAll(async () => {
  const { harness } = world.current;
  // A Monday on which calls are allowed in every state.
  harness.clock.advance(30 * 3600);
  const car = { year: 2003, make: 'Honda', model: 'Accord', trim: 'EX-V6' };
  const listings = Array.from({ length: 14 }, (_, at) => ({
    ...car,
    price: 18_200 - at * 100,
    miles: 60_000 + at * 1000,
  }));
  await givenListings(harness.ctx, listings);
});

type Reader = { readonly language: Language; readonly scripts: boolean };

const readers: readonly Reader[] = [
  { language: 'en', scripts: false },
  { language: 'es', scripts: true },
  ...(isNightly ? [{ language: 'en', scripts: true } as const, { language: 'es', scripts: false } as const] : []),
];

type Owner = Reader & {
  readonly page: Page;
  readonly email: string;
  readonly intakeId: string;
  readonly id: string;
  readonly token: string;
};

async function begin(reader: Reader): Promise<Owner> {
  const { harness, browser } = world.current;
  const [email, phone] = [newEmail(), newPhone()];
  const { intake_id: intakeId } = await givenIntake(harness, {
    customer: { email, phone, first_name: 'Robin', last_name: 'Specimen' },
    vehicle: { vin: '1HGCM82633A004352' },
    loss: { zip: '78701' },
  });
  const context = await browser.newContext({
    viewport: screens[390],
    javaScriptEnabled: reader.scripts,
    locale: reader.language === 'es' ? 'es-US' : 'en-US',
    bypassCSP: true,
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => expect.fail(error.message));
  const token = await givenStaffToken(harness, 'lead');
  return { ...reader, page, email, token, intakeId, id: await consultationOf(harness, intakeId) };
}

/** Opens the newest email, in the owner's language unless it is the first, and returns its URL of this kind. */
async function openMail({ page, email, language }: Owner, kind: string, mailed: Language = language): Promise<void> {
  const { harness } = world.current;
  await harness.sendMessages();
  const mail = harness.mailbox.to(email).at(-1)?.mail;
  expect(mail?.html).toContain(`<html lang="${mailed}"`);
  const address = new RegExp(`http://localhost:8090/${kind}/[^\\s"<]+`).exec(mail?.text ?? '')?.[0];
  expect([mail?.subject, address]).toEqual([mail?.subject, expect.any(String)]);
  await page.goto(address ?? '');
}

/** Checks that every page is in the owner's language, fits their screen and has no axe violation. */
async function read({ page, language, scripts }: Owner, name: string): Promise<void> {
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  // axe is a script itself; without scripts only the layout is checked.
  if (scripts) await look(page, `owner-${language}-${name}`);
  else expect([name, await sidewaysScroll(page)]).toEqual([name, 0]);
}

const pressed = (page: Page): Promise<unknown> => page.getByRole('status').first().waitFor();

/** Does what the team does meanwhile, as `METHOD /path`. */
const staff = async ({ token, id, intakeId }: Owner, operation: string, body?: unknown) => {
  const [method = '', path = ''] = operation.replace(':id', id).replace(':intake', intakeId).split(' ');
  const answer = await world.current.harness.call(method, `/api/staff/v1${path}`, { token, body });
  expect([operation, answer.status < 300 ? 'done' : answer.text]).toEqual([operation, 'done']);
  return answer.body;
};

async function answer(owner: Owner): Promise<void> {
  const { page } = owner;
  await openMail(owner, 'c', 'en');
  await read(owner, 'question');
  await page.locator('button[value=confirm]').click();
  await read(owner, 'confirmed');
  await page.locator('main a[href*="/case/"]').click();
  await read(owner, 'case');
}

async function prepare(owner: Owner): Promise<void> {
  const { page } = owner;
  await openMail(owner, 'case');
  await page.locator('select[name=at]').selectOption({ index: 1 });
  await page.locator('form[action*="/call"] button:not([name])').click();
  await pressed(page);
  await page.locator('details:has(input[name=odometer]) summary').click();
  await page.locator('input[name=odometer]').fill('not a number');
  await page.locator('form[action*="/facts"] button').click();
  await page.getByRole('alert').waitFor();
  await read(owner, 'wrong');
  await page.locator('input[name=odometer]').fill('66,000');
  await page.locator('form[action*="/facts"] button').click();
  await pressed(page);
  const report = { name: 'report.pdf', mimeType: 'application/pdf', buffer: await drawReport() };
  await page.locator('input[type=file]').first().setInputFiles(report);
  await page.locator('form[action*="/report"] button').click();
  await pressed(page);
  await read(owner, 'report');
}

async function hold(owner: Owner): Promise<void> {
  const { page } = owner;
  const { harness } = world.current;
  await openMail(owner, 'case');
  await read(owner, 'options');
  await page.locator('main a[href*="/research"]').first().click();
  await read(owner, 'terms');
  await page.locator('form.stack button').click();
  expect(await page.title()).toMatch(/^Error: /);
  await read(owner, 'unticked');
  await page.getByRole('checkbox').check();
  await page.locator('form.stack button').click();
  await page.getByText('A synthetic payment page').waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(/\/checkout\/return\//);
  await read(owner, 'waiting');
  await deliverProviderEvents({ harness, stripe });
  await page.reload();
  await read(owner, 'held');
  await page.locator('main a[href*="/case/"]').first().click();
  await read(owner, 'case-held');
}

async function settle(owner: Owner): Promise<void> {
  const { harness } = world.current;
  await openMail(owner, 'case');
  const { revision } = await staff(owner, 'GET /cases/:id/appraisal');
  const draft = { revision, left_out: [], signer_name: 'Robin Synthetic' };
  await staff(owner, 'PUT /cases/:id/appraisal/draft', draft);
  const drafted = await staff(owner, 'GET /cases/:id/appraisal');
  await staff(owner, 'POST /cases/:id/appraisal/release', { revision: drafted.revision });
  await openMail(owner, 'appraisal');
  await read(owner, 'appraisal');
  await deliverProviderEvents({ harness, stripe });
  await openMail(owner, 'checkout');
  await read(owner, 'receipt');
  const offer = { value_cents: 1_480_000 };
  await staff(owner, 'POST /consultations/:id/settlement', {
    offer,
    settlement: { value_cents: 1_690_000 },
  });
  await openMail(owner, 'case');
  await read(owner, 'settled');
}

it.each(readers)(
  'an owner gets from the welcome email to settled in $language, with scripts $scripts',
  async (reader) => {
    const owner = await begin(reader);
    await answer(owner);
    await prepare(owner);
    await staff(owner, 'POST /intakes/:intake/calls', { outcome: 'confirmed' });
    await staff(owner, 'POST /intakes/:intake/start');
    await staff(owner, 'POST /consultations/:id/deliver');
    await hold(owner);
    await settle(owner);
    expect(await owner.page.locator('.steps li.done').count()).toBe(5);
    await owner.page.context().close();
  },
  180_000,
);

/** Pages in both languages, without the home page, which links to developer pages. */
const isForOwners = /^\/(?:case|checkout|stop|appraisal|privacy|terms|contact)(?:\/(?!.*\.pdf$)|$)/;

/** Follows all links from a page recursively; each page and its links are in the language. */
async function followLinks({ page, language }: Owner, from: string): Promise<string[]> {
  const waiting = [from];
  const seen = new Set<string>();
  for (let address = waiting.pop(); address !== undefined; address = waiting.pop()) {
    const { origin, pathname } = new URL(address);
    // Tokens differ between visits.
    const kind = pathname.replaceAll(/[\w-]{30,}/g, ':token');
    if (origin !== new URL(from).origin || !isForOwners.test(kind) || seen.has(kind)) continue;
    seen.add(kind);
    await page.goto(address);
    expect([kind, await page.locator('html').getAttribute('lang')]).toEqual([kind, language]);
    for (const link of await page.locator('main a[href], footer a[href]').all())
      waiting.push(new URL((await link.getAttribute('href')) ?? '', address).href);
  }
  return [...seen].toSorted();
}

it('an owner who switches the language keeps it on every page, behind every link and in later emails', async () => {
  const owner = await begin({ language: 'es', scripts: true });
  const { page } = owner;
  await answer(owner);
  await staff(owner, 'POST /intakes/:intake/calls', { outcome: 'confirmed' });
  await staff(owner, 'POST /intakes/:intake/start');
  await staff(owner, 'POST /consultations/:id/deliver');
  await openMail(owner, 'case');
  await page.getByRole('button', { name: 'English' }).click();
  const switched = { ...owner, language: 'en' } as const;
  await read(switched, 'switched');
  expect(await followLinks(switched, page.url())).toEqual(
    expect.arrayContaining([
      '/case/:token',
      '/checkout/:token/research',
      '/checkout/:token/representation',
      '/stop/:token',
    ]),
  );
  const sides = { offer: { value_cents: 1_480_000 }, settlement: { value_cents: 1_690_000 } };
  await staff(switched, 'POST /consultations/:id/settlement', sides);
  await openMail(switched, 'case');
  await read(switched, 'switched-settled');

  await page.locator('main a[href*="/stop/"]').click();
  await page.getByRole('button', { name: 'Español' }).click();
  await read(owner, 'switched-back');
  expect(await followLinks(owner, page.url())).toContain('/stop/:token');
  await openMail(switched, 'case');
  await read(owner, 'switched-case');
  await page.context().close();
}, 300_000);
