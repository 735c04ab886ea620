import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import {
  bareProblem,
  callPortal,
  cookiesOf,
  givenSignUp,
  mailedToken,
  newNetwork,
  newPortalEmail,
  type SetUpUser,
} from '#test/fixtures/portal-sign-up';

const harness = useHarness();
let user: SetUpUser;

beforeAll(async () => {
  user = await givenSignUp(harness.current);
});

const signIn = (body: { email: string; password: string; code: string }, headers = {}) =>
  callPortal(harness.current, 'POST /session', { body, headers });
const nextCode = (of: SetUpUser = user) => {
  harness.current.clock.advance(30);
  return of.code();
};

describe('signing in to the portal', () => {
  it('a password and code open a separate, fresh session, with the address in any case', async () => {
    const { email, password } = user;
    const planted = `__Host-makewhole-portal=${'b'.repeat(43)}`;
    const entered = await signIn({ email: email.toUpperCase(), password, code: nextCode() }, { cookie: planted });
    expect(entered).toMatchObject({ status: 200, body: { ok: true } });
    const cookies = entered.headers.getSetCookie();
    expect(cookies).toHaveLength(2);
    for (const cookie of cookies) expect(cookie).toMatch(/^__Host-.*Secure.*HttpOnly|^__Host-.*HttpOnly.*Secure/);
    expect(cookiesOf(entered)).not.toContain(planted);
    const me = await callPortal(harness.current, 'GET /me', { headers: { cookie: cookiesOf(entered) } });
    expect(me.body.fresh_until).not.toBeNull();
  });

  it('sign-in responds the same for a wrong password, a wrong code, a used code and an unknown address', async () => {
    const { email, password } = user;
    const code = nextCode();
    expect((await signIn({ email, password, code })).status).toBe(200);
    const refused = [
      await signIn({ email, password, code }),
      await signIn({ email, password, code: '000000' }),
      await signIn({ email, password: 'another synthetic one', code: nextCode() }),
      await signIn({ email: newPortalEmail(), password, code: '000000' }),
    ];
    expect(new Set(refused.map(bareProblem)).size).toBe(1);
    expect(refused[0]?.body).toMatchObject({ status: 403, code: 'sign_in_refused' });
  });

  it('each recovery code signs in once', async () => {
    const { email, password, recoveryCodes } = user;
    const [code = ''] = recoveryCodes;
    expect((await signIn({ email, password, code: code.toLowerCase() })).status).toBe(200);
    expect((await signIn({ email, password, code })).status).toBe(403);
  });

  it('sign-in is blocked after too many failed attempts, except from a known device', async () => {
    const other = await givenSignUp(harness.current);
    const { email, password, cookie } = other;
    const wrong = { email, password: 'another synthetic one', code: '000000' };
    const statuses: number[] = [];
    for (let tried = 0; tried < 12; tried += 1) statuses.push((await signIn(wrong)).status);
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
    const device = cookie.split('; ').find((one) => one.startsWith('__Host-makewhole-portal-device')) ?? '';
    expect((await signIn({ email, password, code: nextCode(other) })).status).toBe(429);
    expect((await signIn({ email, password, code: nextCode(other) }, { cookie: device })).status).toBe(200);
  });

  it('sign-in refuses requests from other sites and malformed bodies', async () => {
    const { email, password } = user;
    const body = { email, password, code: nextCode() };
    expect((await signIn(body, { origin: 'https://evil.example' })).body.code).toBe('foreign_request');
    expect((await signIn({ ...body, code: 'x'.repeat(61) })).status).toBe(400);
  });

  it('sign-in leaves no password, code or address in the log', () => {
    const lines = harness.current.logLines.join('\n');
    expect(lines).not.toContain(user.password);
    expect(lines).not.toContain(user.email);
  });
});

describe('fresh codes', () => {
  it('a fresh code is needed again after ten minutes, each code works once, and a recovery code is not accepted', async () => {
    const { current } = harness;
    const own = await givenSignUp(current);
    const invite = () =>
      own.call('POST', `/${own.institutionId}/test/invitations`, {
        body: { email: newPortalEmail(), role: 'finance' },
      });
    expect((await invite()).status).toBe(201);
    current.clock.advance(600);
    expect((await invite()).body).toMatchObject({ status: 403, code: 'fresh_code_required' });
    const confirm = (code: string) => own.call('POST', '/session/fresh', { body: { code } });
    expect((await confirm(own.recoveryCodes[0] ?? '')).status).toBe(403);
    expect((await confirm('000000')).body.code).toBe('code_refused');
    const code = own.code();
    expect((await confirm(code)).status).toBe(200);
    expect((await confirm(code)).body.code).toBe('code_refused');
    expect((await invite()).status).toBe(201);
    expect((await callPortal(current, 'POST /session/fresh', { body: { code } })).status).toBe(401);
  });

  it('a borrowed session cannot be used to guess a fresh code', async () => {
    const own = await givenSignUp(harness.current);
    const answers: string[] = [];
    for (let tried = 0; tried < 21; tried += 1)
      answers.push((await own.call('POST', '/session/fresh', { body: { code: '000000' } })).body.code);
    expect([answers[0], answers.at(-1)]).toEqual(['code_refused', 'too_many_tries']);
  });
});

describe('portal sessions', () => {
  it('sessions are listed, end after half an hour of inactivity, and can all be ended together', async () => {
    const { current } = harness;
    const own = await givenSignUp(current);
    const { email, password } = own;
    const other = cookiesOf(await signIn({ email, password, code: nextCode(own) }));
    const listed = await own.call('GET', '/sessions');
    expect(listed.body.data.map(({ current: here }: { current: boolean }) => here).sort()).toEqual([false, true]);
    expect((await own.call('DELETE', '/sessions')).status).toBe(200);
    for (const cookie of [own.cookie, other])
      expect((await callPortal(current, 'GET /me', { headers: { cookie } })).status).toBe(401);
    const late = cookiesOf(await signIn({ email, password, code: nextCode(own) }));
    current.clock.advance(30 * 60);
    expect((await callPortal(current, 'GET /me', { headers: { cookie: late } })).status).toBe(401);
  });

  it('sessions are signed out individually', async () => {
    const own = await givenSignUp(harness.current);
    expect((await own.call('DELETE', '/session')).status).toBe(200);
    expect((await own.call('GET', '/me')).status).toBe(401);
  });
});

describe('another password', () => {
  it('a password change needs the current password and a code, and ends every other session', async () => {
    const { current } = harness;
    const own = await givenSignUp(current);
    const { email, password, cookie } = own;
    const other = cookiesOf(await signIn({ email, password, code: nextCode(own) }));
    const change = (body: object) => own.call('POST', '/password', { body });
    const next = 'some other synthetic words';
    expect((await change({ current: 'not this one at all', code: nextCode(own), password: next })).status).toBe(403);
    expect((await change({ current: password, code: nextCode(own), password: 'makewhole123' })).status).toBe(400);
    const done = await change({ current: password, code: nextCode(own), password: next });
    expect(done.status).toBe(200);
    for (const [sent, status] of [
      [cookie, 401],
      [other, 401],
      [cookiesOf(done), 200],
    ] as const)
      expect((await callPortal(current, 'GET /me', { headers: { cookie: sent } })).status).toBe(status);
    expect((await signIn({ email, password: next, code: nextCode(own) })).status).toBe(200);
  });
});

describe('emailed password resets', () => {
  const ask = (email: string, headers = {}) =>
    callPortal(harness.current, 'POST /sign-in/reset', { body: { email }, headers });
  const finish = (body: object) => callPortal(harness.current, 'POST /sign-in/reset/finish', { body });
  const next = 'some other synthetic words';

  it('a reset request gets the same response for an address without an account, which is emailed that it has none', async () => {
    const { current } = harness;
    const nobody = newPortalEmail();
    const [known, unknown] = [await ask(user.email), await ask(nobody)];
    expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
    await current.sendMessages();
    expect(current.mailbox.to(nobody).map(({ mail }) => mail.subject)).toEqual([
      'No password to reset at the Makewhole portal',
    ]);
  });

  it('a reset also needs a code, works once, and ends every session', async () => {
    const { current } = harness;
    const own = await givenSignUp(current);
    await ask(own.email);
    const token = await mailedToken(current, own.email);
    expect((await finish({ token, password: next, code: '000000' })).body.code).toBe('code_refused');
    expect((await finish({ token, password: next, code: nextCode(own) })).status).toBe(200);
    expect((await finish({ token, password: next, code: nextCode(own) })).status).toBe(404);
    expect((await own.call('GET', '/me')).status).toBe(401);
    expect((await signIn({ email: own.email, password: next, code: nextCode(own) })).status).toBe(200);
  });

  it('a reset accepts a recovery code and expires after half an hour', async () => {
    const { current } = harness;
    const own = await givenSignUp(current);
    await ask(own.email);
    const late = await mailedToken(current, own.email);
    current.clock.advance(30 * 60);
    const [code = ''] = own.recoveryCodes;
    expect((await finish({ token: late, password: next, code })).status).toBe(404);
    await ask(own.email);
    const token = await mailedToken(current, own.email);
    expect((await finish({ token, password: next, code })).status).toBe(200);
  });

  it('repeated requests by another person do not invalidate the owner’s reset link', async () => {
    const { current } = harness;
    const own = await givenSignUp(current);
    await ask(own.email);
    const token = await mailedToken(current, own.email);
    const stranger = { 'x-forwarded-for': newNetwork() };
    const statuses = [];
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await ask(own.email, stranger)).status);
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect((await ask(own.email)).status).toBe(202);
    expect((await finish({ token, password: next, code: nextCode(own) })).status).toBe(200);
  });
});
