import { beforeAll, describe, expect, it } from 'vitest';
import { purgeSandboxMessages } from '#mount/customers/workers';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenPartner } from '#testing/partners';
import { givenReferral, press } from '#testing/referrals';
import { pagePath, postForm } from '#testing/owner-page';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';

const harness = useHarness({ gapRequestsPerMin: 1_000_000 });

let portal: PortalBrowser;
let other: PortalBrowser;
beforeAll(async () => {
  portal = await givenPortalUser(harness.current, { role: 'developer' });
  other = await givenPortalUser(harness.current, { role: 'owner' });
});

const sample = async (by = portal): Promise<string> =>
  (await by.call('POST', '/sandbox/samples/referrals', { body: { outcome: 'invited' } })).body.id;

const listed = async (query = '', by = portal) => (await by.call('GET', `/sandbox/messages${query}`)).body.data;

const read = async (id: string) => (await portal.call('GET', `/sandbox/messages/${id}`)).body;

const pathOf = (url: string): string => new URL(url).pathname;

describe('the partner mailbox', () => {
  it("the mailbox has an invitation's email and text, and answering through their link moves the referral", async () => {
    const id = await sample();
    const messages = await listed(`?about=${id}`);
    expect(messages.map(({ channel }: { channel: string }) => channel).toSorted()).toEqual(['email', 'text']);
    for (const message of messages) {
      expect(message.about).toEqual({ id, object: 'referral' });
      const { links, text, to } = await read(message.id);
      expect(to).toMatch(message.channel === 'email' ? /@example\.com$/ : /^\+1\d{3}55501\d{2}$/);
      expect(text).toContain(links[0]);
      expect(pathOf(links[0])).toMatch(/^\/i\//);
    }
    const mail = await read(messages[0].id);
    const path = pathOf(mail.links[0]);
    expect((await harness.current.call('GET', path)).text).toContain('Yes, I want the free consultation');
    expect((await press(harness.current, path, 'accept')).status).toBe(303);
    expect((await portal.call('GET', `/sandbox/referrals/${id}`)).body.status).toBe('activated');
    // A borrower who accepts learns who will call. That message is about the same referral.
    const after = await listed(`?about=${id}`);
    expect(after).toHaveLength(3);
    expect(new Set(after.map(({ about }: { about: object }) => JSON.stringify(about))).size).toBe(1);
  });

  it('sandbox messages reach only the mailbox: nothing is sent, and the team gets no case', async () => {
    const id = await sample();
    await portal.call('POST', `/sandbox/referrals/${id}/simulate`, { body: { step: 'accept' } });
    await harness.current.sendMessages();
    const states = await harness.current.ctx.db.many<{ state: string }>({
      text: 'select distinct state from customers.messages where account_id is not null',
      values: [],
    });
    expect(states).toEqual([{ state: 'sandbox' }]);
    expect(harness.current.mailbox.received).toEqual([]);
    const ready = await harness.current.ctx.db.many({
      text: 'select id from consultations.consultations where not test',
      values: [],
    });
    expect(ready).toEqual([]);
  });

  it('mailbox links lead to a page whose requests give no one on the team work', async () => {
    const id = await sample();
    await portal.call('POST', `/sandbox/referrals/${id}/simulate`, { body: { step: 'accept' } });
    const found = await harness.current.ctx.db.find<{ id: string }>({
      text: 'select consultation_id as id from referrals.referrals where id = $1',
      values: [id],
    });
    const path = await pagePath(harness.current, found?.id ?? '');
    expect((await postForm(harness.current, `${path}/requests`, { kind: 'delete' })).status).toBe(303);
    const stored = await harness.current.ctx.db.many({
      text: 'select kind from self_service.requests where consultation_id = $1',
      values: [found?.id],
    });
    expect(stored).toEqual([]);
    const token = await givenStaffToken(harness.current);
    const waiting = await harness.current.call('GET', '/api/staff/v1/customer-requests', { token });
    expect([waiting.status, waiting.body.data]).toEqual([200, []]);
  });

  it('the mailbox shows an email as a page that runs and sends nothing, and has no such page for a text', async () => {
    const id = await sample();
    const [mail] = (await listed(`?about=${id}`)).filter(({ channel }: { channel: string }) => channel === 'email');
    const [text] = (await listed(`?about=${id}`)).filter(({ channel }: { channel: string }) => channel === 'text');
    const page = await portal.call('GET', `/sandbox/messages/${mail.id}/mail.html`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/sandbox allow-popups/);
    expect(policy).not.toContain('allow-scripts');
    expect((await portal.call('GET', `/sandbox/messages/${text.id}/mail.html`)).status).toBe(404);
  });

  it('the mailbox turns typed text into no links, and escapes it in emails', async () => {
    const { key } = await givenPartner(harness.current, { institutionId: portal.institutionId });
    const { id } = await givenReferral(harness.current, key, {
      borrower: { first_name: 'http://evil.example/x <script>', last_name: '<b>B</b>', email: 'typed@example.com' },
    });
    const [{ id: messageId }] = await listed(`?about=${id}`);
    const { links } = await read(messageId);
    expect(links.filter((url: string) => url.includes('evil'))).toEqual([]);
    const page = await portal.call('GET', `/sandbox/messages/${messageId}/mail.html`);
    expect(page.text).not.toMatch(/<script|<b>B/);
  });

  it('the mailbox is paged, newest first', async () => {
    await sample();
    const first = (await portal.call('GET', '/sandbox/messages?limit=1')).body;
    const next = (await portal.call('GET', `/sandbox/messages?limit=1&cursor=${first.next_cursor}`)).body;
    expect(first.has_more).toBe(true);
    expect(next.data[0].id < first.data[0].id).toBe(true);
    for (const query of ['?cursor=abc', '?limit=0', '?limit=101', '?about=con_1', '?other=1'])
      expect([query, (await portal.call('GET', `/sandbox/messages${query}`)).status]).toEqual([query, 400]);
  });

  it('a message of another institution gets the same not-found response as an id that never existed', async () => {
    const id = await sample();
    const [{ id: messageId }] = await listed(`?about=${id}`);
    const asked = async (what: string) => {
      const { status, body } = await other.call('GET', `/sandbox/messages/${what}`);
      const { request_id: _request, instance: _instance, ...rest } = body;
      return JSON.stringify({ status, rest });
    };
    expect(await asked(messageId)).toBe(await asked('msg_unknown'));
    expect(await asked(`${messageId}/mail.html`)).toBe(await asked('msg_unknown/mail.html'));
    expect(await listed('', other)).toEqual([]);
    expect(await listed(`?about=${id}`, other)).toEqual([]);
  });

  it('messages older than thirty days are deleted once', async () => {
    const id = await sample();
    expect(await listed(`?about=${id}`)).toHaveLength(2);
    harness.current.clock.advance(30 * 86_400 + 1);
    const { ctx } = harness.current;
    expect(await purgeSandboxMessages(ctx, 1000)).toBeGreaterThanOrEqual(2);
    expect(await purgeSandboxMessages(ctx, 1000)).toBe(0);
    const rows = await ctx.db.many({ text: `select id from customers.messages where subject_id = $1`, values: [id] });
    expect(rows).toEqual([]);
  });
});
