// One institution from its first visit to live mode, through the pages wherever there is one. The chapters need each
// other.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newWindow, origin, takeSeat, useWorld } from '#test/e2e/board-world';
import { startReceiver, type Receiver } from '#test/doubles/receiver';
import { runs } from '#test/runs';
import { toCsvFile, workFiles } from '#testing/partner-files/roster-files';
import { referralBody } from '#testing/referrals';
import { continueRecoveries, deliver, deliverUntilExhausted } from '#testing/webhooks';
import {
  applyRoster,
  askForAccess,
  callSigned,
  inLog,
  look,
  makeCredential,
  makeMember,
  previewCounts,
  previewRoster,
  readRoster,
  repeatAndConflict,
  setUp,
  signInAgain,
} from './story-steps.ts';

const person = { email: 'synthetic.owner@example.com', password: 'plain synthetic words of a test' };
const hook = 'https://hooks.example.com/in';

let receiver: Receiver;
let status = 500;
const world = useWorld(async () => {
  receiver = await startReceiver();
  receiver.answer((_request, response) => response.writeHead(status).end('synthetic answer'));
  return { WEBHOOK_HOST_OVERRIDES: receiver.dial, webhookCaFile: receiver.caFile };
});

let page: Page;
let trouble: readonly string[];
let secret = '';
let institutionId = '';
let place = '';
let key = '';
let signer = { keyid: '', privateKey: '' };

beforeAll(async () => {
  const { harness, browser } = world.current;
  // The page measures a challenge's lifetime by the machine's clock.
  harness.clock.advance((Date.now() - harness.clock.now().getTime()) / 1000);
  ({ page, trouble } = await newWindow(browser, { bypassCsp: true }));
});
afterAll(() => receiver.close());

describe('from the first visit to the first signed call', () => {
  it('a user asks for access and sets up with the emailed link', async () => {
    await askForAccess(page, person);
    secret = await setUp(world.current.harness, page, person);
    [, institutionId = ''] = /\/portal\/([^/]+)\/test/.exec(page.url()) ?? [];
    expect(institutionId).not.toBe('');
    place = `${origin}/portal/${institutionId}/test`;
    await page.getByText('0 of 6 done').waitFor();
    await look(page, '03-sandbox');
  });

  it('a test key is created, and works', async () => {
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByLabel('Label').fill('first key');
    await page.getByRole('button', { name: 'Create test key' }).click();
    const shown = page.getByRole('region', { name: 'New API key' });
    await shown.waitFor();
    key = (await shown.locator('code').textContent()) ?? '';
    await look(page, '04-key');
    expect((await world.current.harness.call('GET', '/api/gap/v1/me', { token: key })).status).toBe(200);
  });

  it('a key pair is created in the browser; the activating call and the next one are accepted', async () => {
    const { harness } = world.current;
    await page.getByRole('link', { name: 'Signed credentials' }).first().click();
    const { challenge, ...made } = await makeCredential(page);
    signer = made;
    await look(page, '05-activation');
    const path = `/credentials/${signer.keyid}/verify`;
    expect((await callSigned(harness, signer, { path, body: { challenge } })).status).toBe(200);
    await page.getByText('Active: you can now sign requests with it.').waitFor();
    await look(page, '06-active');
    const call = { path: '/referrals', body: referralBody() };
    expect((await callSigned(harness, signer, call)).status).toBe(201);
  });
});

describe('finding and fixing problems', () => {
  it('a receiver that returns 500 is visible', async () => {
    const { harness } = world.current;
    await page.goto(`${place}/endpoints`);
    await page.getByLabel('Endpoint URL').fill(hook);
    // Not those of rosters: 100,000 deliveries are not what this story is about.
    for (const type of ['referral.created', 'referral.invited']) await page.getByLabel(type).check();
    await page.getByRole('button', { name: 'Create endpoint' }).click();
    await page.getByText('Signing secret (shown only once)').waitFor();
    await look(page, '07-endpoint-made');
    const answers = await repeatAndConflict(harness, key, referralBody());
    expect(answers.map((answer) => answer.status)).toEqual([201, 201, 409, 200]);
    for (let made = 0; made < 3; made += 1)
      await callSigned(harness, signer, { path: '/referrals', body: referralBody() });
    await deliver(harness);
    await page.getByRole('link', { name: hook }).click();
    await page.getByText('Last cause: answered 500.').waitFor();
    await look(page, '08-failing');
    await page.getByRole('link', { name: 'View deliveries' }).click();
    await page.getByText('answered 500').first().waitFor();
    await look(page, '09-deliveries');
  });

  it('a request signed for another host is picked from the log, and the signature check names the mistake', async () => {
    const { harness } = world.current;
    const call = { path: '/referrals', body: referralBody(), signedFor: 'http://localhost:3000' };
    const refused = await callSigned(harness, signer, call);
    expect([refused.status, refused.body.code]).toEqual([401, 'signature_invalid']);
    await inLog(harness, refused.headers.get('x-request-id') ?? '');
    await page.getByRole('link', { name: 'Requests' }).first().click();
    await page.getByLabel('Error code').fill('signature_invalid');
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.waitForURL(/code=signature_invalid/);
    await look(page, '10-requests');
    await page.getByRole('link', { name: /POST .referrals/ }).click();
    await page.getByRole('link', { name: 'Open in the debugger' }).click();
    await page.getByText('The address was signed with another host.').waitFor();
    await page.getByText('The text you signed').waitFor();
    await look(page, '11-doctor');
  });

  it('failed deliveries are recovered: as many arrive as the preview announced', async () => {
    const { harness } = world.current;
    await deliverUntilExhausted(harness);
    status = 204;
    receiver.received.splice(0);
    await signInAgain(harness, page, { ...person, secret });
    await page.goto(`${place}/endpoints`);
    await page.getByRole('link', { name: hook }).click();
    await page.getByRole('link', { name: 'Recover missed events' }).click();
    await page.getByRole('button', { name: 'Count' }).click();
    const counted = (await page.getByText(/^\d+ events, created from/).textContent()) ?? '';
    const total = Number.parseInt(counted, 10);
    // Four referrals since the endpoint was created, each created and invited.
    expect(total).toBe(8);
    await look(page, '12-recover');
    await page.getByRole('button', { name: `Recover ${total}` }).click();
    await page.getByText('Recovery started').waitFor();
    await continueRecoveries(harness);
    await page.getByText(`${total} of ${total} queued again`).waitFor();
    await deliver(harness);
    await look(page, '13-recovered');
    const ids = receiver.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
    expect([ids.length, new Set(ids).size]).toEqual([total, total]);
  });
});

/** The size of a larger institution's roster nightly; in CI a tenth of it. */
const rowsInFile = runs({ always: 5_000, nightly: 50_000 });

describe(`a roster of ${rowsInFile.toLocaleString('en-US')}`, () => {
  const atStart = 1000;
  const removed = 10;
  const changed = 40;
  // The existing members except the last ten, the first forty with another name, and then new ones.
  const kept = atStart - removed;
  const rows = Array.from({ length: rowsInFile }, (_, at) => makeMember(at < kept ? at : at + removed));
  for (const row of rows.slice(0, changed)) row.last = 'Changed';
  const [misspelled, repeated, unreachable] = rows.slice(-3);
  if (misspelled === undefined || repeated === undefined || unreachable === undefined) throw new Error('no rows');
  misspelled.vin = misspelled.vin.replace(/^(.{8})(.)/, (_, front: string, digit: string) =>
    digit === '0' ? `${front}1` : `${front}0`,
  );
  repeated.vin = rows[rowsInFile - 5]?.vin ?? '';
  unreachable.email = 'no address';
  let start = new Map<string, string>();

  it('a roster preview shows two invalid rows and one warning, and apply does what the preview announced', async () => {
    const { harness } = world.current;
    const institution = { harness, page, place };
    await previewRoster(institution, toCsvFile(Array.from({ length: atStart }, (_, at) => makeMember(at))));
    await applyRoster(institution, atStart);
    start = await readRoster(harness, institutionId);
    expect(start.size).toBe(atStart);

    await previewRoster(institution, toCsvFile(rows));
    const counts = await previewCounts(page);
    const added = rowsInFile - kept - 2;
    const expected = { Added: added, Changed: changed, Removed: removed, Unchanged: kept - changed, Invalid: 2 };
    expect(counts).toMatchObject({ ...expected, 'With warnings': 1 });
    await page.getByRole('button', { name: /Invalid/ }).click();
    await page.getByText('is in an earlier row').waitFor();
    await look(page, '14-preview-invalid');
    await page.getByRole('button', { name: /With warnings/ }).click();
    await page.getByText('The VIN’s check digit is wrong').waitFor();
    await page.getByLabel(/Leave out the 2 invalid rows/).check();
    await look(page, '15-preview');
    await applyRoster(institution, added + changed + removed);
    await look(page, '16-applied');
    const now = await readRoster(harness, institutionId);
    const fresh = [...now.keys()].filter((id) => !start.has(id)).length;
    const different = [...start].filter(([id, row]) => now.get(id) !== row).length;
    expect([fresh, different]).toEqual([added, changed + removed]);
  }, 240_000);

  it('undoing a roster 23 hours later restores it as it was at the start', async () => {
    const { harness } = world.current;
    const address = page.url();
    harness.clock.advance(23 * 3600);
    await signInAgain(harness, page, { ...person, secret });
    await page.goto(address);
    await page.getByRole('button', { name: 'Undo this file' }).click();
    await page.getByText('changes undone. You can leave').waitFor();
    await workFiles(harness);
    await page.getByText('won’t be billed').waitFor();
    await look(page, '17-undone');
    const now = await readRoster(harness, institutionId);
    expect([...start].filter(([id, row]) => now.get(id) !== row)).toEqual([]);
    const added = [...now].filter(([id]) => !start.has(id)).map(([, row]) => JSON.parse(row) as Record<string, string>);
    expect(added.length).toBe(rowsInFile - kept - 2);
    expect(added.filter((row) => row['status'] !== 'canceled' || row['cancel_reason'] !== 'roster_undo')).toEqual([]);
  }, 240_000);
});

describe('live mode', () => {
  it('the list is completed, the institution asks for live mode, and staff open it', async () => {
    const { harness } = world.current;
    await page.goto(`${place}/endpoints`);
    await page.getByRole('link', { name: hook }).click();
    await page.getByRole('link', { name: 'Rotate the secret' }).click();
    await page.getByRole('button', { name: 'Create the new secret' }).click();
    await page.getByText('New signing secret (shown only once)').waitFor();
    await look(page, '18-rotated');
    await page.goto(place);
    await page.getByText('5 of 6 done').waitFor();
    await page.getByRole('button', { name: 'Send a rehearsal' }).click();
    await page.getByText('We try it once').waitFor();
    await look(page, '19-rehearsal');
    await deliver(harness);
    await page.getByText('6 of 6 done').waitFor();
    await look(page, '20-complete');
    await page.getByRole('button', { name: 'Ask to go live' }).click();
    await page.getByText('You asked to go live on').waitFor();
    await look(page, '21-asked');

    const admin = await takeSeat(world.current, { role: 'administrator', bypassCsp: true });
    await admin.page.goto(`${origin}/board/admin?tab=Institutions`);
    await admin.page.getByText('requested on').waitFor();
    await look(admin.page, '22-board');
    await admin.page.getByRole('button', { name: 'Open live' }).click();
    await admin.page.getByRole('button', { name: 'Yes' }).click();
    await admin.page.getByText('open since').waitFor();

    await page.reload();
    await page.getByRole('group', { name: 'Mode' }).getByRole('link', { name: 'Live', exact: true }).click();
    await page.getByText('You’re in live mode. Changes here are real.').waitFor();
    await look(page, '23-live');
    await page.getByRole('link', { name: 'API keys' }).first().click();
    await page.getByRole('button', { name: 'Create live key' }).waitFor();
    expect([...trouble, ...admin.trouble]).toEqual([]);
  });
});
