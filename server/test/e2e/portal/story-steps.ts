import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { computeCheckDigit } from '#modules/vehicles';
import { look as lookAt } from '#test/browser/look';
import { mailedToken } from '#test/fixtures/portal-sign-up';
import type { Answer, CallOptions, Harness } from '#test/harness';
import { until } from '#test/until';
import { workFiles } from '#testing/partner-files/roster-files';
import { signRequest } from '../../../../sdk/src/sign-request.ts';
import { origin } from '../board-world.ts';

export const look = (page: Page, name: string): Promise<void> => lookAt(page, `story-${name}`);

export type Person = { readonly email: string; readonly password: string };

/** Returns a code that was not used yet: each is accepted once. */
export function nextCode({ clock }: Harness, secret: string): string {
  clock.advance(30);
  return totpCode(secret, stepAt(clock.now()));
}

export async function askForAccess(page: Page, { email }: Person): Promise<void> {
  await page.goto(`${origin}/portal`);
  await page.getByRole('link', { name: 'Request access' }).click();
  await page.getByLabel('Institution').fill('Synthetic Credit Union');
  await page.getByLabel('Your name').fill('Synthetic Owner');
  await page.getByLabel('Work email').fill(email);
  await page.getByLabel('What do you want to build?').fill('Referring borrowers whose car was totaled.');
  await look(page, '01-sign-up');
  await page.getByRole('button', { name: 'Email me a link' }).click();
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
}

/** Sets up an account by the emailed link; returns the authenticator's secret. */
export async function setUp(harness: Harness, page: Page, { email, password }: Person): Promise<string> {
  await page.goto(`${origin}/portal/confirm#${await mailedToken(harness, email)}`);
  const field = page.getByLabel('New password', { exact: true });
  await field.waitFor();
  const secret = ((await page.locator('fieldset code').textContent()) ?? '').replaceAll(' ', '');
  await field.fill(password);
  await page.getByLabel('Repeat new password').fill(password);
  await page.getByLabel('Code', { exact: true }).fill(nextCode(harness, secret));
  await look(page, '02-set-up');
  await page.getByRole('button', { name: 'Finish' }).click();
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor();
  await page.getByRole('button', { name: 'I’ve saved them' }).click();
  await page.getByText('Sandbox: test data only').waitFor();
  return secret;
}

export async function signInAgain(harness: Harness, page: Page, person: Person & { secret: string }): Promise<void> {
  await page.goto(`${origin}/portal/sign-in`);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.getByLabel('Code').fill(nextCode(harness, person.secret));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Sandbox: test data only').waitFor();
}

/** Creates a key pair in the browser and uploads it; returns its signer, still to be activated. */
export async function makeCredential(page: Page) {
  await page.getByLabel('Label').fill('signing host');
  await page.getByRole('button', { name: 'Generate a key pair' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download the private key' }).click();
  const privateKey = readFileSync(await (await download).path(), 'utf8');
  await page.getByRole('button', { name: 'Upload public key' }).click();
  await page.getByText('Waiting for the signed call').waitFor();
  const snippet = (await page.locator('pre').textContent()) ?? '';
  const [, keyid = ''] = /credentials\/(crd_\w+)\/verify/.exec(snippet) ?? [];
  const [challenge = ''] = /chl_\w+/.exec(snippet) ?? [];
  return { keyid, privateKey, challenge };
}

type Signer = { readonly keyid: string; readonly privateKey: string };
type SignedCall = { readonly path: string; readonly body: object; readonly signedFor?: string };

/** Sends a signed POST with the SDK; `signedFor` is the origin that a misconfigured signer assumes. */
export function callSigned(harness: Harness, signer: Signer, { path, body, signedFor = origin }: SignedCall) {
  const raw = JSON.stringify(body);
  const url = `${signedFor}/api/gap/v1${path}`;
  const created = Math.floor(harness.clock.now().getTime() / 1000);
  const asked = { method: 'POST', url, body: raw, environment: 'TEST', created } as const;
  const signed = signRequest({ ...asked, ...signer, idempotencyKey: crypto.randomUUID() });
  const headers = { ...signed, 'content-type': 'application/json' };
  return harness.call('POST', `/api/gap/v1${path}`, { raw, headers });
}

/** A second open referral for a VIN is a conflict; the same key again returns the stored response. */
export async function repeatAndConflict(harness: Harness, key: string, body: object): Promise<Answer[]> {
  // The log stores when a call began. The clock stands still during a call, so it has to move between calls.
  const later = (method: string, path: string, options: CallOptions) => {
    harness.clock.advance(60);
    return harness.call(method, `/api/gap/v1${path}`, { token: key, ...options });
  };
  const headers = { 'idempotency-key': crypto.randomUUID() };
  const first = await later('POST', '/referrals', { body, headers });
  const again = await later('POST', '/referrals', { body, headers });
  const second = { ...headers, 'idempotency-key': crypto.randomUUID() };
  const conflict = await later('POST', '/referrals', { body, headers: second });
  const named = await later('GET', `/referrals/${first.body.id}`, {});
  return [first, again, conflict, named];
}

export type Member = { vin: string; first: string; last: string; email: string; ref: string };

/** A synthetic VIN with a valid check digit. */
function memberVin(serial: number): string {
  const [front, end] = ['2SYNTH00', `A0${String(serial).padStart(6, '0')}`];
  const digit = [...'0123456789X'].find((one) => computeCheckDigit(front + one + end) === 'right') ?? '0';
  return front + digit + end;
}

export const makeMember = (serial: number): Member => ({
  vin: memberVin(serial),
  first: 'Synthetic',
  last: `Member ${serial}`,
  email: `member-${serial}@example.com`,
  ref: `loan-${serial}`,
});

export type Institution = { readonly harness: Harness; readonly page: Page; readonly place: string };

/** Uploads a roster on the page and waits for its preview. */
export async function previewRoster({ harness, page, place }: Institution, text: string): Promise<void> {
  await page.goto(`${place}/rosters`);
  const file = { name: 'synthetic-members.csv', mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel(/Drop your roster here/).setInputFiles(file);
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByText('Reading the file').waitFor();
  await workFiles(harness);
  await page.getByRole('heading', { name: 'Preview' }).waitFor();
}

export async function applyRoster({ harness, page }: Institution, changes: number): Promise<void> {
  await page.getByRole('button', { name: 'Apply the file' }).click();
  await page.getByText('changes made. You can leave').waitFor();
  await workFiles(harness);
  await page.getByText(`: ${changes.toLocaleString('en-US')} changes made`).waitFor();
}

/** Returns the counts of the preview, by button label. */
export async function previewCounts(page: Page): Promise<Record<string, number>> {
  const buttons = await page.getByRole('group', { name: 'Show' }).getByRole('button').all();
  const pairs = await Promise.all(
    buttons.map(async (button) => {
      const [count = '', words = ''] = await button.locator('span').allTextContents();
      return [words, Number(count.replaceAll(',', ''))] as const;
    }),
  );
  return Object.fromEntries(pairs);
}

/** Returns every enrollment of an institution, without its time of last change. */
export async function readRoster(harness: Harness, institutionId: string): Promise<Map<string, string>> {
  const { rows } = await harness.owner.pool.query<{ id: string; row: string }>(
    `select id, (to_jsonb(e) - 'updated_at')::text as row from memberships.enrollments e where institution_id = $1`,
    [institutionId],
  );
  return new Map(rows.map(({ id, row }) => [id, row]));
}

export const inLog = (harness: Harness, id: string) =>
  until('it in the log', async () => {
    const { rows } = await harness.owner.pool.query('select 1 from request_log.requests where id = $1', [id]);
    return rows.length > 0;
  });
