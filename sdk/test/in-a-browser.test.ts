// The library in Chromium, loaded by a page: its own files without their types, and the browser's WebCrypto, fetch
// and streams.
import { readFileSync } from 'node:fs';
import { createServer, request as forward, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { minimalIntake } from '../../server/src/modules/intakes/testing.ts';
import { enrollmentBody } from '../../server/src/modules/memberships/testing.ts';
import { givenPartner, givenSignedCredential } from '../../server/src/modules/partners/testing.ts';
import { referralBody } from '../../server/src/modules/referrals/testing.ts';
import { startBrowser, withPage } from '../../server/test/browser/browser.ts';
import { useHarness } from '../../server/test/harness.ts';

/** A browser has WebCrypto only on a trusted page, and it trusts names that always mean this machine. */
const origin = 'http://sdk.localhost';
const harness = useHarness({ PUBLIC_BASE_URL: origin });
let browser: Browser;
let server: Server;

beforeAll(async () => {
  const { clock } = harness.current;
  clock.advance((Date.now() - clock.now().getTime()) / 1000);
  server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  browser = await startBrowser({ 'sdk.localhost:80': `127.0.0.1:${(server.address() as AddressInfo).port}` });
});
afterAll(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
});

/** The page, the library, and everything else from the service. */
function serve(request: IncomingMessage, response: ServerResponse): void {
  const { url = '', method, headers } = request;
  if (url === '/') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>SDK</title>');
    return;
  }
  if (url.startsWith('/sdk/')) {
    const source = readFileSync(new URL(`../src/${url.slice('/sdk/'.length)}`, import.meta.url), 'utf8');
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(stripTypeScriptTypes(source));
    return;
  }
  const onward = forward(`${harness.current.baseUrl}${url}`, { method, headers }, (answered) => {
    response.writeHead(answered.statusCode ?? 0, answered.headers);
    answered.pipe(response);
  });
  onward.on('error', () => response.destroy());
  request.pipe(onward);
}

/** Runs the text in the page with the library and these values; returns its result. */
const inPage = <T>(values: object, text: string): Promise<T> =>
  withPage(browser, {}, async (page) => {
    await page.goto(`${origin}/`);
    return page.evaluate<T>(
      `(async () => { const library = await import('/sdk/index.ts');
        const { Makewhole, webhooks, isMakewholeError } = library;
        const given = ${JSON.stringify(values)}; const baseUrl = location.origin; ${text} })()`,
    );
  });

it('submits an intake, follows it, and reads an error', async () => {
  const seen = await inPage<{ id: string; followed: string; code: string }>(
    { intake: minimalIntake(), wrong: { ...minimalIntake(), external_ref: '' } },
    `const agent = Makewhole.agent({ baseUrl });
     const { intake_id: id, poll_token: pollToken } = await agent.intakes.create(given.intake);
     const followed = (await agent.intakes.get(id, { pollToken })).intake_id;
     const error = await agent.intakes.create(given.wrong).catch((thrown) => thrown);
     return { id, followed, code: isMakewholeError(error) ? error.code : String(error) };`,
  );
  expect(seen.id).toMatch(/^int_/);
  expect(seen).toMatchObject({ followed: seen.id, code: 'invalid_request' });
});

it.each(['ed25519', 'ecdsa-p256-sha256'] as const)('signs by WebCrypto with %s, including a roster', async (alg) => {
  const { id, privateKey } = await givenSignedCredential(harness.current, { alg });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const values = { id, pem, referral: referralBody(), rows: [enrollmentBody(), enrollmentBody()] };
  const seen = await inPage<{ livemode: boolean; referral: string; created: number }>(
    values,
    `const signer = { keyid: given.id, privateKey: given.pem };
     const partner = Makewhole.partner({ baseUrl, signer, environment: 'TEST' });
     const { livemode } = await partner.me.get();
     const { id: referral } = await partner.referrals.create(given.referral);
     const { totals } = await partner.plans.syncRoster(given.rows, { mode: 'dry_run' });
     return { livemode, referral, created: totals.created };`,
  );
  expect(seen).toEqual({ livemode: false, referral: expect.stringMatching(/^ref_/), created: 2 });
});

it('sends a roster with a key', async () => {
  const { key } = await givenPartner(harness.current);
  const created = await inPage<number>(
    { key, rows: [enrollmentBody()] },
    `const partner = Makewhole.partner({ baseUrl, key: given.key });
     return (await partner.plans.syncRoster(() => given.rows, { mode: 'dry_run' })).totals.created;`,
  );
  expect(created).toBe(1);
});

it('verifies a delivery, and refuses another', async () => {
  const seen = await inPage<{ type: string; statuses: number[] }>(
    { secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}` },
    `const { secret } = given;
     const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'referral.activated', data: {} });
     const headers = await webhooks.testHeaders({ body, secret });
     const { type } = await webhooks.verify({ body, headers, secret });
     const receiver = webhooks.receive({ secret, on: {} });
     const post = (text) => receiver.fetch(new Request('/hooks', { method: 'POST', headers, body: text }));
     return { type, statuses: [(await post(body)).status, (await post(body + ' ')).status] };`,
  );
  expect(seen).toEqual({ type: 'referral.activated', statuses: [204, 400] });
});
