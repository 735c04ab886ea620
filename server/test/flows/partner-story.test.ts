import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { signRequest } from '@makewhole/sdk/sign-request';
import { verifyServiceSignature, verifyStandardWebhook } from '@makewhole/sdk/webhooks';
import { startBrowser, withPage } from '#test/browser/browser';
import type { Answer } from '#test/harness';
import { until } from '#test/until';
import { referralBody } from '#testing/referrals';
import { deliver, useDelivering } from '#testing/webhooks';
import { runCommandHere } from '#test/processes/run-command-here';

const dataKey = 'another key for tests only with 32 characters or more';
const given = useDelivering({ DATA_KEY: dataKey });
const folder = mkdtempSync(join(tmpdir(), 'makewhole-partner-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs `makewhole …` as an operator types it; returns its --json output. */
async function makewhole(...words: readonly string[]): Promise<Record<string, string>> {
  const env = { NODE_ENV: 'test', PUBLIC_BASE_URL: 'http://makewhole.test' };
  const { stdout } = await runCommandHere(given.current.harness.config, [...words, '--json'], env);
  return JSON.parse(stdout) as Record<string, string>;
}

type Signer = { readonly keyid: string; readonly privateKey: KeyObject };

/** A request signed by the published library, under the public address. */
function signed({ keyid, privateKey }: Signer, route: string, body?: unknown): Promise<Answer> {
  const { harness } = given.current;
  const [method = 'GET', path = ''] = route.split(' ') as ['GET' | 'POST', string];
  const raw = body === undefined ? undefined : JSON.stringify(body);
  const headers = signRequest({
    method,
    url: `http://makewhole.test/api/gap/v1${path}`,
    body: raw,
    keyid,
    privateKey,
    environment: 'PRODUCTION',
    ...(method === 'POST' ? { idempotencyKey: crypto.randomUUID() } : {}),
    created: Math.floor(harness.clock.now().getTime() / 1000),
  });
  return harness.call(method, `/api/gap/v1${path}`, { ...(raw === undefined ? {} : { raw }), headers });
}

describe('the story of an institution and a borrower', () => {
  // Five commands run as separate processes, and each loads the whole service.
  it(
    'a case goes from the command line to closed, each step published once and verified [P-CRED-001, P-REF-010, P-EVENT-014]',
    { timeout: 120_000 },
    async () => {
      const { harness, receiver, token } = given.current;

      // The team creates the institution, its endpoint and its credential from the command line.
      const institution = await makewhole('institution', 'create', '--name', 'Harbor Credit Union');
      const institutionId = institution['id'] ?? '';
      const own = ['--institution', institutionId, '--mode', 'live'];
      const path = `/${crypto.randomUUID()}`;
      const endpoint = await makewhole(
        'institution',
        'endpoint',
        'create',
        ...own,
        '--url',
        `https://${receiver.host}${path}`,
      );
      const bearer = await makewhole('institution', 'key', 'create', ...own);
      const { publicKey, privateKey } = generateKeyPairSync('ed25519');
      const file = join(folder, 'public.pem');
      writeFileSync(file, publicKey.export({ type: 'spki', format: 'pem' }));
      const upload = ['--alg', 'ed25519', '--public-key-file', file];
      const credential = await makewhole('institution', 'credential', 'upload', ...own, ...upload);
      const signer = { keyid: credential['id'] ?? '', privateKey };

      // The institution proves that it has the private key; until then its signature is refused.
      expect((await signed(signer, 'GET /me')).body.code).toBe('signature_invalid');
      const { challenge } = credential;
      const verified = await signed(signer, `POST /credentials/${signer.keyid}/verify`, { challenge });
      expect([verified.status, verified.body.status]).toEqual([200, 'active']);
      const me = await harness.call('GET', '/api/gap/v1/me', { token: bearer['key'] ?? '' });
      expect(me.body.institution).toEqual({ id: institutionId, name: 'Harbor Credit Union' });

      // It refers a borrower, who gets an email.
      const email = `borrower-${crypto.randomUUID()}@example.com`;
      const borrower = { first_name: 'Robin', last_name: 'Rivera', email };
      const created = await signed(signer, 'POST /referrals', referralBody({ external_ref: 'loan-1001', borrower }));
      expect([created.status, created.body.status, created.body.livemode]).toEqual([201, 'invited', true]);
      const { id } = created.body;
      harness.clock.advance(1);
      await harness.sendMessages();
      const [mail, ...more] = harness.mailbox.to(email);
      expect(more).toEqual([]);
      const link = /http:\/\/makewhole\.test\/i\/[0-9A-Za-z]{32}/.exec(mail?.mail.text ?? '')?.[0] ?? '';

      // The borrower opens the link and says yes.
      harness.clock.advance(60);
      const browser = await startBrowser({ 'makewhole.test:80': new URL(harness.baseUrl).host });
      try {
        await withPage(browser, {}, async (page) => {
          await page.goto(link);
          expect(await page.locator('strong').innerText()).toBe('Harbor Credit Union');
          await Promise.all([page.waitForNavigation(), page.getByRole('button', { name: /^Yes/ }).click()]);
          expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Thank you, we have your answer.');
        });
      } finally {
        await browser.close();
      }
      const active = await signed(signer, `GET /referrals/${id}`);
      expect(active.body).toMatchObject({
        status: 'activated',
        consultation_number: expect.stringMatching(/^CN-\d{8}$/),
      });
      const board = await harness.call('GET', '/api/staff/v1/board', { token });
      expect(board.body.data).toContainEqual(
        expect.objectContaining({ source: 'referral', source_id: id, test: false }),
      );

      // The team settles and closes.
      harness.clock.advance(3600);
      // The institution's amount has an unknown basis until the team records it as the value before tax.
      const offered = created.body.claim.initial_offer_cents;
      const settle = { offer: { value_cents: offered }, settlement: { value_cents: offered + 300_000 } };
      expect((await harness.call('POST', `/api/staff/v1/referrals/${id}/settle`, { token, body: settle })).status).toBe(
        200,
      );
      harness.clock.advance(3600);
      expect((await harness.call('POST', `/api/staff/v1/referrals/${id}/close`, { token })).body.status).toBe('closed');
      const emptied = await harness.call('GET', '/api/staff/v1/board', { token });
      expect(emptied.body.data).toEqual([]);

      // Every step arrived once, and the published verifier accepts it.
      await deliver(harness);
      await deliver(harness);
      const received = receiver.received.filter((request) => request.path === path);
      const now = harness.clock.now();
      for (const { headers, raw } of received) {
        const secret = endpoint['secret'] ?? '';
        verifyStandardWebhook({ headers, body: raw, secret, now });
        verifyServiceSignature({ header: String(headers['x-service-signature']), body: raw, secret, now });
      }
      const types = ['created', 'invited', 'activated', 'settled', 'closed'].map((step) => `referral.${step}`);
      const bodies = received.map(({ body }) => body);
      expect(bodies.map((body) => JSON.parse(body).type).toSorted()).toEqual(types.toSorted());

      // The list of events is what was delivered, byte for byte, in order.
      const list = await until('all events to be listed', async () => {
        const answer = await signed(signer, 'GET /events?order=asc');
        return answer.body.data.length === types.length && answer;
      });
      const inOrder = types.map((type) => bodies.find((body) => body.includes(`"type":"${type}"`)));
      expect(list.text).toContain(`"data":[${inOrder.join(',')}]`);
      const analytics = await signed(signer, 'GET /analytics');
      expect(analytics.body.savings).toMatchObject({ settled_count: 1, increase_cents: 300_000 });
    },
  );
});
