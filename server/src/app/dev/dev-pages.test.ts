import { describe, expect, it } from 'vitest';
import { createStaffMember } from '#modules/staff';
import { givenInstitution } from '#testing/partners';
import { useHarness, type Answer } from '#test/harness';
import { minimalIntake, submit } from '#testing/intakes';
import { unescapeHtml } from '#test/fixtures/unescape-html';

const harness = useHarness({ SMTP_URL: '', DEV_PAGES: '1', PUBLIC_BASE_URL: 'http://localhost:8080' });
const form = 'application/x-www-form-urlencoded';

const signIn = (body: string, headers: Readonly<Record<string, string>> = { origin: 'http://localhost:8080' }) =>
  harness.current.call('POST', '/dev/sign-in', { raw: body, headers: { 'content-type': form, ...headers } });

const cookieOf = ({ headers }: Answer): string => headers.get('set-cookie')?.split(';', 1)[0] ?? '';
describe('the start page of development', () => {
  it('the start page reports when there is no demo, and then offers no sign-in', async () => {
    const { status, text } = await harness.current.call('GET', '/dev');
    expect([status, text.includes('There is no demo data'), text.includes('/dev/sign-in')]).toEqual([200, true, false]);
    expect((await signIn('staff=caller')).status).toBe(404);
    expect((await harness.current.call('GET', '/dev/case')).status).toBe(404);
  });

  it('the start page has a command with which an agent gets 201, and its email is in the inbox with a working link', async () => {
    const { text } = await harness.current.call('GET', '/dev');
    const command = unescapeHtml(/<pre id="curl">([^]*?)<\/pre>/.exec(text)?.[1] ?? '');
    const [, token = ''] = /Bearer (\S+)'/.exec(command) ?? [];
    const [, json = ''] = /-d '(\{[^]*\})'$/.exec(command) ?? [];
    const [, url = ''] = /curl -sS http:\/\/localhost:8080(\S+)/.exec(command) ?? [];
    const body = JSON.parse(json.replace("'$(date +%s)'", '1'));
    const submitted = await harness.current.call('POST', url, { token, body });
    expect([submitted.status, submitted.body.agent_tier]).toEqual([201, 'registered']);
    const inbox = unescapeHtml((await harness.current.call('GET', '/dev/inbox')).text);
    expect(inbox).toContain('robin.1@example.com');
    const [, link = ''] = /http:\/\/localhost:8080(\/c\/\w+)/.exec(inbox) ?? [];
    expect((await harness.current.call('GET', link)).status).toBe(200);
  });

  it('the start page signs in as each role of the demo, every time', async () => {
    const { ctx, call } = harness.current;
    const { id } = await givenInstitution(harness.current);
    for (const role of ['caller', 'lead', 'administrator'] as const)
      await createStaffMember(ctx, { email: `${role}@demo.example.com`, name: `Synthetic ${role}`, role });
    await createStaffMember(ctx, { email: 'real@example.org', name: 'Somebody Else', role: 'administrator' });
    for (const role of ['caller', 'lead', 'administrator', 'caller']) {
      const link = await signIn(`staff=${role}`);
      expect(link.status).toBe(303);
      const entered = await call('GET', new URL(link.headers.get('location') ?? '').pathname);
      const me = await call('GET', '/api/staff/v1/me', { headers: { cookie: cookieOf(entered) } });
      expect(me.body).toMatchObject({ role, name: `Synthetic ${role}` });
    }
    for (const role of ['owner', 'developer', 'operations', 'owner']) {
      const entered = await signIn(`portal=${role}`);
      expect([entered.status, entered.headers.get('location')]).toEqual([303, `/portal/${id}/live`]);
      const headers = { cookie: cookieOf(entered), origin: 'http://localhost:8080' };
      const { body } = await call('GET', '/api/portal/v1/me', { headers });
      expect(body.institutions).toMatchObject([{ id, role }]);
    }
    expect((await signIn('staff=owner')).status).toBe(400);
  });

  it("the start page is shown to this machine only, under its own names, and refuses another site's forms", async () => {
    const { call, inject } = harness.current;
    for (const path of ['/dev', '/dev/inbox', '/dev/inbox.json', '/dev/metrics']) {
      for (const name of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'])
        expect((await call('GET', path, { headers: { [name]: '203.0.113.7' } })).status).toBe(404);
      expect((await inject('GET', path, { headers: { host: 'elsewhere.example:8080' } })).status).toBe(404);
    }
    expect((await signIn('staff=caller', { origin: 'https://elsewhere.example' })).status).toBe(403);
    const other = await inject('GET', '/dev', { headers: { host: '127.0.0.1:8080' } });
    expect([other.status, other.headers.get('location')]).toEqual([303, 'http://localhost:8080/dev']);
  });

  it('the start page has the metrics', async () => {
    const { status, text } = await harness.current.call('GET', '/dev/metrics');
    expect([status, text.includes('# TYPE')]).toEqual([200, true]);
  });
});

describe('the developer inbox', () => {
  it('the inbox receives emails and texts in place of a transport, and work that waits for them continues', async () => {
    const { current } = harness;
    const before = (await current.call('GET', '/dev/inbox.json')).body.state;
    const customer = { email: 'owner.inbox@example.com', phone: '+12125550123' };
    const { body } = await submit(current, minimalIntake({ customer }));
    await current.sendMessages();
    const polled = await current.call('GET', `/api/agent/v1/intakes/${body.intake_id}`, { token: body.poll_token });
    expect(polled.body.status).toBe('welcome_sent');
    expect((await current.call('GET', '/dev/inbox.json')).body.state).not.toBe(before);
    const list = await current.call('GET', '/dev/inbox');
    const row = /href="(\/dev\/inbox\/[^"]+)"[^]*?<small>(?:Email|Text) to ([^<]+)/g;
    const shown = [...list.text.matchAll(row)].flatMap(([, path = '', to = '']) =>
      Object.values(customer).includes(to) ? [path] : [],
    );
    const pages = await Promise.all(shown.map(async (path) => (await current.call('GET', path)).text));
    const email = pages.find((text) => text.includes('<iframe')) ?? '';
    const text = pages.find((page) => page.includes('class="bubble"')) ?? '';
    expect(email).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    expect(unescapeHtml(unescapeHtml(email))).toMatch(/Your case number: CN-\d{8}/);
    expect(text).toMatch(/<a href="http:\/\/localhost:8080\/c\/[^"]+" target="_blank"/);
    expect((await current.call('GET', '/dev/inbox/msg_unknown')).status).toBe(404);
  });

  it('the inbox runs no script but its own, whatever a message contains', async () => {
    const { headers } = await harness.current.call('GET', '/dev/inbox');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self'");
    expect(policy).not.toMatch(/script-src[^;]*unsafe/);
  });
});

describe('pages opened for a container', () => {
  const open = useHarness({ DEV_PAGES: 'open', PUBLIC_BASE_URL: 'http://localhost:8080' });

  it('the pages are served to other machines, under the public name only', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.7' };
    expect((await open.current.call('GET', '/dev', { headers })).status).toBe(200);
    expect((await open.current.inject('GET', '/dev', { headers: { host: 'elsewhere.example' } })).status).toBe(404);
  });
});

describe('without DEV_PAGES', () => {
  const closed = useHarness();

  it('the developer pages do not exist without DEV_PAGES', async () => {
    for (const path of ['/dev', '/dev/inbox', '/dev/case', '/dev/metrics'])
      expect((await closed.current.call('GET', path)).status).toBe(404);
  });
});
