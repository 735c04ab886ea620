import { describe, expect, it } from 'vitest';
import { stopUrl } from '#lib/text/stop-link';
import { givenCaller, moveTo } from '#testing/consultations';
import { accessibilityProblems, screenOf, sidewaysScroll, useBrowser, widths, withPage } from '#test/browser/browser';
import { useQueueDay } from '#test/fixtures/queue-day';
import { useHarness } from '#test/harness';
import { asStranger, bringTo, newEmail } from '#testing/intakes';
import { givenPage as givenOwnPage, pagePath, postForm, postFormWith } from './testing.ts';

const server = useHarness({ gapRequestsPerMin: 1_000_000 });
const harness = () => server.current;
const day = useQueueDay(harness);
const browser = useBrowser();

const givenPage = (changes?: Parameters<typeof givenOwnPage>[1]) => givenOwnPage(harness(), changes);

const rowOf = async (id: string) =>
  harness().ctx.db.find<Record<string, unknown>>({
    text: `select *, (select count(*)::int from customers.messages) as messages,
      (select count(*)::int from self_service.requests) as requests from consultations.consultations where id = $1`,
    values: [id],
  });

describe('a link to a customer’s page', () => {
  it('a case link shows only its own case, changes nothing, and is neither cached nor indexed', async () => {
    const [one, other] = [await givenPage(), await givenPage()];
    const before = await rowOf(one.id);
    const { status, text, headers } = await one.get();
    expect([status, headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']);
    const { body } = await harness().call('GET', `/api/staff/v1/board/cases/${one.id}`, { token: day.caller.token });
    expect(text).toContain(body.card.number);
    expect(text).not.toContain((await rowOf(other.id))?.['number']);
    expect(await rowOf(one.id)).toEqual(before);
  });

  it("a link with a changed letter and another customer's stop link are rejected", async () => {
    const { path, id } = await givenPage();
    const changed = path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A');
    const stop = new URL(stopUrl(harness().ctx, { consultationId: id })).pathname.replace('/stop/', '/case/');
    for (const wrong of [changed, stop, `/case/${'x'.repeat(64)}`]) {
      const { status, text } = await harness().call('GET', wrong);
      expect([status, text.includes('We don’t recognize this link')]).toEqual([404, true]);
    }
  });

  it('shows nothing once its number turned out to be somebody else’s', async () => {
    const { receipt, id, path } = await givenPage();
    const byNumber = await pagePath(harness(), id, 'phone');
    expect((await harness().call('GET', byNumber)).status).toBe(200);
    await day.staff(`/intakes/${receipt.intake_id}/calls`, { outcome: 'wrong_number' });
    const { status, text } = await harness().call('GET', byNumber);
    expect([status, text.includes('CN-')]).toEqual([410, false]);
    expect((await postForm(harness(), `${byNumber}/call`, { at: 'any' })).status).toBe(410);
    expect((await harness().call('GET', path)).status).toBe(200);
  });

  it('a link ends after half a year or when a newer one is requested, and the newer one goes to the contact on file', async () => {
    const { id, path, customer } = await givenPage();
    harness().clock.advance(180 * 86_400);
    const ended = await harness().call('GET', path);
    expect([ended.status, ended.text.includes('CN-')]).toEqual([410, false]);
    const answer = await postForm(harness(), `${path}/link`, { renew: 'true' });
    expect(answer.text).toContain('Please check your messages.');
    await harness().sendMessages();
    const link = () =>
      harness()
        .mailbox.to(customer.email)
        .map(({ mail }) => /\/case\/[\w-]+/.exec(mail.text ?? '')?.[0])
        .findLast((found) => found !== undefined);
    const newer = link() ?? '';
    expect((await harness().call('GET', newer)).status).toBe(200);
    harness().clock.advance(600);
    await postForm(harness(), `${newer}/link`, { renew: 'true' });
    await harness().sendMessages();
    expect((await harness().call('GET', newer)).status).toBe(410);
    expect((await harness().call('GET', link() ?? '')).status).toBe(200);
    for (let count = 0; count < 4; count += 1) {
      harness().clock.advance(600);
      await postFormWith(asStranger().headers)(harness(), `${path}/link`, { renew: 'true' });
    }
    const sent = await harness().ctx.db.many({
      text: `select id from customers.messages where subject_id = $1 and purpose = 'page.link'`,
      values: [id],
    });
    expect(sent).toHaveLength(3);
  });

  it('obeys no form of another site', async () => {
    const { path, id } = await givenPage();
    const before = await rowOf(id);
    const foreign = postFormWith({ 'sec-fetch-site': 'cross-site' });
    for (const [what, fields] of Object.entries({
      link: { renew: 'true' },
      call: { at: 'any' },
      channels: { channels: 'set', email: 'stop' },
      facts: { zip: '90210' },
      requests: { kind: 'delete' },
      report: { file: 'x' },
    })) {
      const answer = await foreign(harness(), `${path}/${what}`, fields as Record<string, string>);
      expect([what, answer.status]).toEqual([what, 403]);
    }
    expect(await rowOf(id)).toEqual(before);
  });
});

describe('finding a case', () => {
  it('answers the same whether or not there is such a case, and soon answers no more', async () => {
    const { id, customer } = await givenPage();
    const number = String((await rowOf(id))?.['number']);
    const { headers } = asStranger();
    const ask = (contact: string, wanted = number) =>
      postFormWith(headers)(harness(), '/case', { number: wanted, contact });
    const answers = [await ask(newEmail()), await ask(customer.email, 'CN-99999999'), await ask(customer.email)];
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    await harness().sendMessages();
    const links = harness()
      .mailbox.to(customer.email)
      .filter(({ mail }) => mail.subject === 'The link to your page');
    expect(links).toHaveLength(1);
    let last = answers[0];
    for (let count = 0; count < 10 && last?.status === 200; count += 1) last = await ask(newEmail());
    expect(last?.status).toBe(429);
  });
});

describe('choosing a call time', () => {
  const firstSlot = (text: string): string => /<option\s+value="([^"]+)"/.exec(text)?.[1] ?? '';

  it('a customer can choose an offered call time, is first in the queue when it comes, and can cancel it', async () => {
    const { get, post, id } = await givenPage();
    const slot = firstSlot((await get()).text);
    expect((await post('call', { at: slot })).headers.get('location')).toMatch(/\?done=call$/);
    const shown = await get('?done=call');
    expect(shown.text).toContain('Your call time is saved.');
    expect(shown.text).toContain('We plan to call you on');
    expect((await day.caller.next()).consultation).toBeNull();
    moveTo(harness(), slot);
    const waiting = await givenPage();
    expect((await day.caller.next()).consultation?.id).toBe(id);
    expect((await post('call', { at: 'any' })).headers.get('location')).toContain('done=busy');
    await waiting.post('call', { at: firstSlot((await waiting.get()).text) });
    await waiting.post('call', { at: 'any' });
    expect((await waiting.get()).text).toContain('No time is set yet.');
    const other = await givenCaller(harness());
    expect((await other.next()).consultation?.id).toBe(waiting.id);
  });

  it('an offered call time is lawful from its first minute to its last, and other times are refused', async () => {
    const { get, post } = await givenPage();
    const { text } = await get();
    const hours = [...text.matchAll(/<option\s+value="([^"]+)"/g)].map(([, at = '']) =>
      Number(
        new Date(at).toLocaleTimeString('en-US', { hour: 'numeric', hourCycle: 'h23', timeZone: 'America/New_York' }),
      ),
    );
    expect(hours.length).toBeGreaterThan(5);
    expect(hours.filter((hour) => hour < 8 || hour > 19)).toEqual([]);
    for (const at of [
      '2026-01-01T12:00:00.000Z',
      'tomorrow',
      new Date(harness().clock.now().getTime() + 6e5).toISOString(),
    ])
      expect((await post('call', { at })).headers.get('location')).toContain('done=gone');
  });

  it('call times are not offered when the team will not call', async () => {
    const { get, post, receipt, id } = await givenPage();
    const slot = firstSlot((await get()).text);
    await bringTo(harness(), receipt, 'consultation_active');
    await day.staff(`/consultations/${id}/deliver`);
    expect((await get()).text).not.toContain('When should we call?');
    expect((await post('call', { at: slot })).headers.get('location')).toContain('done=gone');
    expect((await get('?done=call')).text).not.toContain('Your call time is saved.');
  });
});

describe('a customer’s corrections', () => {
  it("a correction is recorded as the customer's, outranks what others submitted, and is shown immediately", async () => {
    const { get, post, id } = await givenPage({ offer: { acv_offer: 9_000 } });
    const typed = { vin: '1hgcv1f34ka000001', odometer: '41,500', offer: '$12,345', zip: '10002' };
    expect((await post('facts', typed)).status).toBe(303);
    const { text } = await get('?done=facts');
    for (const words of ['2019 Honda Accord', '41,500 miles', '$12,345', '10002', 'you told us', 'Saved.'])
      expect(text).toContain(words);
    const seen = await day.seen(id);
    expect(
      seen.facts.filter((fact: { from: string }) => fact.from === 'owner').map((fact: { label: string }) => fact.label),
    ).toEqual(expect.arrayContaining(['VIN', 'Odometer', 'ZIP']));
    expect(seen.money.offer.stated).toEqual({ cents: 1_234_500, from: 'customer' });
    const { body } = await harness().call('GET', `/api/staff/v1/cases/${id}/facts`, { token: day.caller.token });
    expect(new Set(body.history.map((change: { by: unknown }) => change.by))).toEqual(new Set([null]));
    const changes = { odometer: 40_000 };
    await harness().call('PATCH', `/api/staff/v1/cases/${id}/facts`, {
      token: day.caller.token,
      body: { seen: body.version, changes },
    });
    const after = (await get()).text;
    expect(after).toContain('40,000 miles');
    expect(after).toContain('You said 41,500 miles. Our team can see that.');
  });

  it('a refused correction lists each invalid field in a summary with links and stores nothing', async () => {
    const { get, post } = await givenPage();
    const answer = await post('facts', { vin: '123', odometer: 'many', offer: '-5', zip: '10002' });
    expect(answer.status).toBe(422);
    expect(answer.text).toContain('<title>Error: ');
    expect([...answer.text.matchAll(/href="#field-(\w+)"/g)].map(([, field]) => field)).toEqual([
      'vin',
      'odometer',
      'offer',
    ]);
    expect((await get()).text).not.toContain('10002');
  });
});

describe('contact stops on the case page', () => {
  it('stopping a channel applies to messages, the queue and the board, one channel at a time', async () => {
    const { id, post, get, customer, receipt } = await givenPage();
    await post('channels', { channels: 'set', email: 'stop', call: 'stop' });
    expect((await get()).text).toContain('You asked us not to call you about this case.');
    await harness().sendMessages();
    expect(harness().mailbox.to(customer.email)).toEqual([]);
    const [message] = await harness().ctx.db.many<{ state: string }>({
      text: `select state from customers.messages where subject_id = $1 and channel = 'email'`,
      values: [receipt.intake_id],
    });
    expect(message?.state).toBe('withdrawn');
    expect((await day.caller.next()).consultation).toBeNull();
    expect((await day.staff(`/queue/${id}/claim`)).status).toBe(409);
    const seen = await day.seen(id);
    expect(seen).toHaveProperty('calling');
    expect([seen.calling.ended, seen.own_page.stopped_channels]).toEqual(['no_calls', ['email', 'call']]);
    await post('channels', { channels: 'set' });
    expect((await day.caller.next()).consultation?.id).toBe(id);
  });
});

describe('requests to the team', () => {
  it('a request opens one task per kind, on the case and in the list, until the team finishes it', async () => {
    const { id, post, get } = await givenPage();
    for (let count = 0; count < 2; count += 1)
      await post('requests', { kind: 'correct', words: 'All of it, <b>please</b>.' });
    expect((await get()).text).toContain('to correct your data. It isn’t done yet.');
    const { token } = day.caller;
    const list = async () =>
      (await harness().call('GET', '/api/staff/v1/customer-requests', { token })).body.data.filter(
        (one: { consultation_id: string }) => one.consultation_id === id,
      );
    const [request, ...more] = await list();
    expect([request.kind, request.words, more.length]).toEqual(['correct', 'All of it, <b>please</b>.', 0]);
    expect((await day.seen(id)).own_page.requests).toHaveLength(1);
    expect((await day.staff(`/customer-requests/${request.id}/done`)).body.done_at).not.toBeNull();
    expect(await list()).toEqual([]);
    expect((await get()).text).not.toContain('It isn’t done yet.');
  });

  it('asking for help on an expired case leaves the case closed and notifies the team', async () => {
    const { id, post, get, receipt } = await givenOwnPage(harness(), {}, false);
    await bringTo(harness(), receipt, 'expired');
    expect((await get()).text).toContain('I still want help');
    await post('requests', { kind: 'reopen' });
    const { text } = await get('?done=request');
    expect(text).toContain('You told us you still want help.');
    const seen = await day.seen(id);
    expect([seen.card.closed_at === null, seen.own_page.requests[0].kind]).toEqual([false, 'reopen']);
  });
});

describe('the page in a browser', () => {
  it('the case page is accessible, small and script-free, narrow and wide, light and dark, in both languages', async () => {
    const { path } = await givenPage({
      vehicle: { vin: '1HGCV1F34KA000001' },
      agent: { name: 'W'.repeat(120), platform: 'x' },
    });
    await withPage(browser.current, { bypassCSP: true }, async (page) => {
      for (const lang of ['en', 'es']) {
        const response = await page.goto(`${harness().baseUrl}${path}?lang=${lang}`);
        expect((await response?.body())?.length).toBeLessThan(26_000);
        expect(await page.locator('html').getAttribute('lang')).toBe(lang);
        expect(await page.locator('script').count()).toBe(0);
        for (const width of widths) {
          await page.setViewportSize(screenOf(width));
          expect(await accessibilityProblems(page)).toEqual([]);
          expect(await sidewaysScroll(page)).toBe(0);
        }
      }
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await accessibilityProblems(page, ['color-contrast'])).toEqual([]);
    });
  });

  it('the case page keeps the language in which a customer submits a form', async () => {
    const { path, id, get } = await givenPage();
    await postForm(harness(), `${path}/call?lang=es`, { at: 'any' });
    expect((await rowOf(id))?.['language']).toBe('es');
    expect((await get()).text).toContain('Su caso');
  });
});
