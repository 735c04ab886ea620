import { beforeAll, describe, expect, it } from 'vitest';
import { closeErased } from '#app/callbacks';
import { stopUrl } from '#lib/text/stop-link';
import { eraseCustomer } from '#mount/privacy/erasure/erase-customer';
import { consultationOf } from '#test/fixtures/consultation-origins';
import { useHarness } from '#test/harness';
import { makeReport } from '#test/reports/corpus';
import { givenIntake, linkPath, newEmail, newPhone, poll, press, sentLinkPath } from '#testing/intakes';
import { givenPage, pagePath, postFiles, postForm, pressStop } from '#testing/owner-page';

const harness = useHarness();

const last = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const form = (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>>) => ({
  raw: new URLSearchParams(fields).toString(),
  headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
});

/** Everything an owner can change, as one string. */
async function readAll(): Promise<unknown> {
  const tables = [
    'intakes.intakes',
    'consultations.consultations',
    'consultations.closings',
    'consent.entries',
    'customers.messages',
    'customers.do_not_contact',
    'self_service.requests',
    'facts.cases',
    'documents.documents',
  ];
  const sums = tables.map((table) => `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t)`);
  return (await harness.current.owner.pool.query(`select array[${sums.join(', ')}] as sums`)).rows;
}

/** Every button on the page. */
const buttons: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  call: { at: 'any' },
  channels: { channels: 'set', email: 'stop' },
  requests: { kind: 'delete' },
  facts: { vin: '', odometer: '12345' },
  link: { renew: 'true' },
};

describe("the owner's links", () => {
  let tokens: Record<string, string>;
  let page: Awaited<ReturnType<typeof givenPage>>;
  beforeAll(async () => {
    const h = harness.current;
    page = await givenPage(h);
    tokens = {
      page: last(page.path),
      relayed: last(linkPath(page.receipt)),
      mailed: last(await sentLinkPath(h, page.receipt.intake_id, 'email')),
      stop: last(stopUrl(h.ctx, { contacts: { email: page.customer.email, phone: undefined } })),
      poll: page.receipt.poll_token,
      intake: page.receipt.intake_id,
      case: page.id,
    };
  });

  it('each owner link opens one page type and has only one valid spelling', async () => {
    const surfaces = { case: ['page'], c: ['relayed', 'mailed'], stop: ['stop'], i: [], offer: [] };
    for (const [surface, own] of Object.entries<readonly string[]>(surfaces))
      for (const [name, token] of Object.entries(tokens)) {
        const other = token.endsWith('A') ? 'B' : 'A';
        const spellings = ['=', '%3D%2F..%2F..%2Fx', '%20', '!', '%0d%0ax', '%00', '%3F'].map((end) => token + end);
        const wrong = [...spellings, token.slice(0, 8) + other + token.slice(9), token.slice(0, -1)];
        if (!own.includes(name)) wrong.push(token);
        for (const path of wrong) {
          const { status } = await harness.current.call('GET', `/${surface}/${path}`);
          expect([surface, name, path.replace(token, ''), status < 500 && status >= 400]).toEqual([
            surface,
            name,
            path.replace(token, ''),
            true,
          ]);
        }
      }
  });

  it('the linked pages name no other host, store nothing and set no cookie', async () => {
    for (const path of [`/case/${tokens['page']}`, `/c/${tokens['relayed']}`, `/c/${tokens['mailed']}`, '/case']) {
      const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', cookie: '__Host-session=fixed' };
      const answer = await harness.current.call('GET', path, { headers });
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null]);
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(answer.text).not.toContain('evil.example');
      const addresses = [...answer.text.matchAll(/(?:src|href|action)="(https?:[^"]*)"/g)].map(([, url = '']) => url);
      expect(addresses.filter((url) => !url.startsWith(harness.current.config.publicBaseUrl))).toEqual([]);
    }
  });

  it('another site, another HTTP method or opening the link cannot press a button', async () => {
    const before = await readAll();
    const foreign: readonly Readonly<Record<string, string>>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { 'sec-fetch-site': '' },
      { origin: 'https://evil.example' },
      { origin: 'https://makewhole.test.evil.example' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' },
      { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    ];
    for (const [button, fields] of Object.entries(buttons)) {
      for (const headers of foreign) {
        const { status } = await harness.current.call('POST', `${page.path}/${button}`, form(fields, headers));
        expect([button, headers, status >= 400 && status < 500]).toEqual([button, headers, true]);
      }
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS'])
        await harness.current.call(method, `${page.path}/${button}?${new URLSearchParams(fields).toString()}`);
    }
    expect(await readAll()).toEqual(before);
  });

  it("all spellings of a link's token count as one link", async () => {
    const own = await givenPage(harness.current);
    const statuses = new Set<number>();
    for (let count = 0; count < 60; count += 1) statuses.add((await own.get()).status);
    expect([...statuses, (await own.get()).status]).toEqual([200, 429]);
    for (const end of ['=', '%20', '!']) expect((await own.get(end)).status).not.toBe(200);
  });
});

it("an agent with the poll token and the relayed link can reach neither the page nor the owner's actions", async () => {
  const h = harness.current;
  const customer = { email: newEmail(), phone: newPhone() };
  const receipt = await givenIntake(h, { customer, loss: { zip: '10001' } });
  const answers = [
    await press(h, receipt, 'confirm'),
    await h.call('GET', linkPath(receipt)),
    await poll(h, receipt),
    await h.call('GET', `/case/${receipt.poll_token}`),
    await h.call(
      'POST',
      `/case/${receipt.poll_token}/link`,
      form({ renew: 'true' }, { 'sec-fetch-site': 'same-origin' }),
    ),
  ];
  for (const { text, headers } of answers)
    expect(/\/case\/[\w-]{40}|@example\.com/.test(text + (headers.get('location') ?? ''))).toBe(false);
  // A yes given by the agent does not count as the owner's, even if the agent had a link to the page.
  const path = await pagePath(h, await consultationOf(h, receipt.intake_id));
  const before = await readAll();
  expect((await h.call('GET', path)).text).not.toMatch(/name="vin"|type="file"/);
  await postForm(h, `${path}/facts`, { vin: '', odometer: '50000' });
  await postForm(h, `${path}/requests`, { kind: 'delete' });
  await postForm(h, `${path}/link`, { renew: 'true' });
  await postFiles(h, path, [(await makeReport('ccc', 7)).pdf]);
  expect(await readAll()).toEqual(before);
});

it('two owners who share a phone number see only their own cases', async () => {
  const phone = newPhone();
  const vins = ['1HGCM82633A004352', '5YJSA1E26HF000337'];
  const pages = [];
  for (const vin of vins) {
    const customer = { email: newEmail(), phone };
    pages.push(await givenPage(harness.current, { customer, vehicle: { vin } }));
  }
  const texts = await Promise.all(pages.map(async ({ get }) => (await get()).text));
  expect(texts.map((text) => vins.map((vin) => text.includes(vin)))).toEqual([
    [true, false],
    [false, true],
  ]);
});

it("an erased owner's links open nothing, and those of an owner who opted out send nothing", async () => {
  const h = harness.current;
  const page = await givenPage(h);
  const mailed = await sentLinkPath(h, page.receipt.intake_id, 'email');
  await pressStop(h, page.id);
  h.clock.advance(1000);
  const before = await readAll();
  expect((await postForm(h, `${page.path}/link`, { renew: 'true' })).status).toBe(200);
  expect(await readAll()).toEqual(before);
  await eraseCustomer(h.ctx, { name: page.customer.email, by: 'test', close: closeErased });
  const erased = await readAll();
  for (const path of [linkPath(page.receipt), mailed]) {
    expect((await h.call('GET', path)).status).toBe(404);
    expect((await postForm(h, path, { decision: 'confirm' })).status).toBe(404);
  }
  expect((await page.get()).status).toBe(410);
  for (const [button, fields] of Object.entries(buttons)) await postForm(h, `${page.path}/${button}`, fields);
  expect(await readAll()).toEqual(erased);
});
