import { describe, expect, it } from 'vitest';
import { sweeps } from '#app/workers/sweeps';
import { agentDeliveries } from '#modules/webhooks';
import { sweepOnce } from '#platform/jobs';
import { freshAddress, givenAgent } from '#testing/agents';
import { givenTestAgent } from '#testing/sandbox/agent-sandbox';
import { givenStaffToken } from '#testing/staff';
import { useHarness } from '#test/harness';
import { actInConsole } from '../console-sessions/sessions.ts';
import { cookieOf, givenConsoleBrowser, submitKey } from './testing.ts';

const harness = useHarness();

const api = (cookie: string, path = '/intakes') =>
  harness.current.call('GET', `/api/agent-console/v1${path}`, { headers: { cookie } });

describe('signing in to the console', () => {
  it('takes a key and sets a cookie that no script, no other host and no plain connection gets', async () => {
    const { key } = await givenAgent(harness.current);
    const entered = await submitKey(harness.current, ` ${key}\n`);
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/agent-console']);
    expect(entered.headers.get('set-cookie')).toMatch(
      /^__Host-makewhole-agent-console=[0-9A-Za-z]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    expect((await api(cookieOf(entered))).status).toBe(200);
    const page = await harness.current.call('GET', '/agent-console', { headers: { cookie: cookieOf(entered) } });
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store']);
  });

  it('an invalid key is refused without a reason, and is not shown again', async () => {
    const { key } = await givenAgent(harness.current);
    const texts: string[] = [];
    for (const wrong of [
      '',
      'x',
      `${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`,
      key.slice(0, 16),
      'svc_agent_'.padEnd(255, 'a'),
      '<b>',
      'a b',
    ]) {
      const answer = await submitKey(harness.current, wrong, freshAddress());
      expect([answer.status, answer.headers.get('set-cookie')]).toEqual([403, null]);
      texts.push(answer.text);
    }
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).not.toContain('svc_agent_aaa');
  });

  it('counts tries of one address and then refuses even a good key', async () => {
    const { key } = await givenAgent(harness.current);
    const address = freshAddress();
    for (let count = 0; count < 20; count += 1) await submitKey(harness.current, 'wrong', address);
    const refused = await submitKey(harness.current, key, address);
    expect([refused.status, refused.headers.get('set-cookie')]).toEqual([429, null]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await submitKey(harness.current, key, freshAddress())).status).toBe(303);
  });

  it('tries are counted per mode: sandbox tries do not block the live console', async () => {
    const { key } = await givenAgent(harness.current);
    const address = freshAddress();
    const inSandbox = await givenTestAgent(harness.current);
    for (let count = 0; count < 20; count += 1)
      expect((await submitKey(harness.current, inSandbox.key, address)).status).toBe(303);
    expect((await submitKey(harness.current, ` ${inSandbox.key}`, address)).status).toBe(429);
    expect((await submitKey(harness.current, key, address)).status).toBe(303);
  });

  it('signing in and every change are accepted from our own pages only', async () => {
    const { key } = await givenAgent(harness.current);
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'same-origin', origin: 'https://elsewhere.example' },
    ];
    for (const headers of foreign) expect((await submitKey(harness.current, key, headers)).status).toBe(403);
    const unmarked = await harness.current.call('POST', '/agent-console/sign-in', {
      raw: `key=${key}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(unmarked.status).toBe(403);
    const { press, cookie } = await givenConsoleBrowser(harness.current, key);
    for (const headers of foreign) {
      expect((await press('/webhook/settings', { mail_on_failure: 'off' }, headers)).status).toBe(403);
      expect((await press('/sign-out', {}, headers)).status).toBe(403);
    }
    const plain = { cookie, 'content-type': 'text/plain', 'sec-fetch-site': 'same-origin' };
    const json = await harness.current.call('PUT', '/api/agent-console/v1/settings', {
      raw: '{"mail_on_failure":false}',
      headers: plain,
    });
    expect(json.status).toBe(403);
    const crossed = { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'cross-site' };
    expect(
      (
        await harness.current.call('PUT', '/api/agent-console/v1/settings', {
          raw: '{"mail_on_failure":false}',
          headers: crossed,
        })
      ).status,
    ).toBe(403);
    expect((await api(cookie, '/settings')).body.mail_on_failure).toBe(true);
  });

  it('the key appears in no log and in no row', async () => {
    const { key } = await givenAgent(harness.current);
    const { cookie, visit } = await givenConsoleBrowser(harness.current, key);
    await visit('/webhook');
    const token = cookie.split('=')[1] ?? 'none';
    const rows = await harness.current.owner.many<{ row: string }>({
      text: 'select s::text as row from agent_console.sessions s',
      values: [],
    });
    expect(rows.length).toBeGreaterThan(0);
    for (const secret of [key.slice('svc_agent_'.length), token]) {
      expect(
        rows.filter(({ row }) => row.includes(secret) || row.includes(Buffer.from(secret).toString('hex'))),
      ).toEqual([]);
      expect(harness.current.logLines.filter((line) => line.includes(secret))).toEqual([]);
    }
    expect(harness.current.logLines.some((line) => line.includes('agent-console.sign-in'))).toBe(true);
  });
});

describe('a session', () => {
  const given = async () => {
    const agent = await givenAgent(harness.current);
    return { ...agent, ...(await givenConsoleBrowser(harness.current, agent.key)) };
  };

  it('a console session ends after half an hour without a request, and after twelve hours with requests', async () => {
    const idle = await given();
    harness.current.clock.advance(30 * 60 - 1);
    expect((await api(idle.cookie)).status).toBe(200);
    harness.current.clock.advance(30 * 60);
    expect((await api(idle.cookie)).status).toBe(401);
    const busy = await given();
    for (let turn = 0; turn < 23; turn += 1) {
      harness.current.clock.advance(29 * 60);
      expect((await api(busy.cookie)).status).toBe(200);
    }
    for (let turn = 0; turn < 3; turn += 1) {
      harness.current.clock.advance(20 * 60);
      await api(busy.cookie);
    }
    expect((await api(busy.cookie)).status).toBe(401);
  });

  it('ends at once when its key is replaced, and when its agent is suspended', async () => {
    const rotated = await given();
    const { body } = await harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token: rotated.key });
    expect((await rotated.visit('')).status).toBe(401);
    expect((await api((await givenConsoleBrowser(harness.current, body.api_key)).cookie)).status).toBe(200);
    const suspended = await given();
    const token = await givenStaffToken(harness.current);
    const path = `/api/staff/v1/agents/${suspended.principalId}/status`;
    expect((await harness.current.call('POST', path, { token, body: { status: 'suspended' } })).status).toBe(200);
    expect((await suspended.visit('')).status).toBe(401);
    expect((await submitKey(harness.current, suspended.key, freshAddress())).status).toBe(403);
  });

  it('a request commits nothing if its key is replaced or its session is signed out meanwhile', async () => {
    const { ctx } = harness.current;
    const begin = (cookies: string) =>
      actInConsole({ ...ctx, db: ctx.db.seeing('all') }, { cookies, address: '192.0.2.1' });
    const [rotated, left] = [await given(), await given()];
    const [first, second] = [await begin(rotated.cookie), await begin(left.cookie)];
    await harness.current.call('POST', '/api/agent/v1/me/rotate-key', { token: rotated.key });
    await left.press('/sign-out');
    for (const late of [first, second])
      await expect(agentDeliveries.setMailOnFailure(late!, false)).rejects.toMatchObject({ code: 'unauthorized' });
    const good = await begin((await given()).cookie);
    await agentDeliveries.setMailOnFailure(good!, false);
    expect(await agentDeliveries.hasMailOnFailure(good!)).toBe(false);
  });

  it('ends when somebody signs out, and a new sign-in ends the one before in this browser', async () => {
    const { cookie, press, visit, key } = await given();
    const out = await press('/sign-out');
    expect([out.status, out.headers.get('location')]).toEqual([303, '/agent-console/sign-in?done=signed-out']);
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0');
    expect((await visit('')).status).toBe(401);
    expect((await api(cookie)).status).toBe(401);
    const first = await givenConsoleBrowser(harness.current, key);
    const again = await submitKey(harness.current, key, { cookie: first.cookie });
    expect((await api(first.cookie)).status).toBe(401);
    expect((await api(cookieOf(again))).status).toBe(200);
  });

  it('every page requires a session, and without one shows only the sign-in form', async () => {
    const { text, status, headers } = await harness.current.call('GET', '/agent-console/intakes');
    expect([status, headers.get('content-type')]).toEqual([401, 'text/html; charset=utf-8']);
    expect(text).toContain('name="key"');
    expect(text).not.toContain('class="sections"');
    for (const cookie of [
      '__Host-makewhole-agent-console=x',
      `__Host-makewhole-agent-console=${'a'.repeat(43)}`,
      'a=b',
    ])
      expect((await api(cookie)).status).toBe(401);
  });

  it('a console session is deleted a day after it ends', async () => {
    await given();
    const count = async () =>
      (await harness.current.owner.many({ text: 'select from agent_console.sessions', values: [] })).length;
    const purge = async () => {
      const sweep = sweeps(harness.current.ctx).find(({ name }) => name === 'agent-console.purge-sessions');
      await sweepOnce(sweep!, harness.current.ctx);
    };
    await purge();
    expect(await count()).toBeGreaterThan(0);
    harness.current.clock.advance(37 * 3600);
    await purge();
    expect(await count()).toBe(0);
  });
});
