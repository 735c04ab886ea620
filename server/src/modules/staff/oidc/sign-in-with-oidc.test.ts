import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transact } from '#platform/db';
import { startHarness, type Answer, type Harness } from '#test/harness';
import { startIdentityProvider, type IdentityProvider } from '#test/doubles/identity-provider';
import { gate } from '#test/until';
import { untilBlocked } from '#test/database/use-database';
import { addressTriesMax } from '#platform/sign-in';
import { updateStaff } from '../store.ts';
import { givenSession, givenStaff } from '../testing.ts';
import { oidcCookie } from './oidc.ts';
import { realm } from '../realm.ts';

const { endSessions, sessionCookie } = realm;

const base = 'http://localhost:8099';
let provider: IdentityProvider;
let harness: Harness;

beforeAll(async () => {
  provider = await startIdentityProvider(`${base}/sign-in/oidc/callback`);
  harness = await startHarness({ PUBLIC_BASE_URL: base, ...provider.settings });
});
afterAll(async () => {
  await harness.close();
  await provider.close();
});

const cookieOf = (answer: Answer, name: string): string | undefined =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0];

/** Starts a sign-in. Returns the encrypted cookie and the address to which the provider sends the browser back. */
async function leave(): Promise<{ cookie: string; back: string }> {
  const start = await harness.call('GET', '/sign-in/oidc');
  expect(start.status).toBe(303);
  const back = await provider.visit(start.headers.get('location') ?? '');
  return { cookie: cookieOf(start, oidcCookie.name) ?? '', back };
}

const comeBack = (back: string, headers: Record<string, string>) =>
  harness.call('GET', back.slice(base.length), { headers });

async function signIn(): Promise<Answer> {
  const { cookie, back } = await leave();
  return comeBack(back, { cookie });
}

const me = (cookie: string | undefined) =>
  harness.call('GET', '/api/staff/v1/me', { headers: { cookie: cookie ?? '' } });

const refusals = async () =>
  (await harness.ctx.db.pool.query("select from audit.entries where kind = 'refused'")).rowCount ?? 0;

const countedRefusals = async (): Promise<number> =>
  (await harness.ctx.db.pool.query('select coalesce(sum(failures), 0)::int as n from staff.sign_in_failures')).rows[0]
    .n;

const newSubject = () => crypto.randomUUID();

describe('signing in with the identity provider', () => {
  it('accepts a staff member by their verified address, and from then on by their identity', async () => {
    const { email, staffId } = await givenStaff(harness, 'lead');
    const subject = newSubject();
    provider.become({ subject, email: email.toUpperCase(), verified: true });
    const answer = await signIn();
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/board']);
    const set = answer.headers.getSetCookie().find((cookie) => cookie.startsWith(sessionCookie)) ?? '';
    expect(set).toMatch(
      /^__Host-makewhole-staff=[0-9A-Za-z]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=43200$/,
    );
    expect((await me(cookieOf(answer, sessionCookie))).body).toMatchObject({ id: staffId, role: 'lead', email });
    // The provider gives the address to another person; the identity stays the same.
    provider.become({ subject, email: 'elsewhere@example.com', verified: false });
    expect((await me(cookieOf(await signIn(), sessionCookie))).body.id).toBe(staffId);
    provider.become({ subject: newSubject(), email, verified: true });
    expect((await signIn()).status).toBe(403);
    // Until an administrator unbinds the identity.
    const { headers } = await givenSession(harness);
    await harness.call('PATCH', `/api/staff/v1/staff/${staffId}`, { headers, body: { identity_bound: false } });
    expect((await signIn()).status).toBe(303);
  });

  it('asks for code, PKCE, state and nonce, and hides them from the browser', async () => {
    const start = await harness.call('GET', '/sign-in/oidc');
    const { searchParams } = new URL(start.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${base}/sign-in/oidc/callback`,
    });
    const cookie = cookieOf(start, oidcCookie.name) ?? '';
    for (const member of ['state', 'nonce', 'code_challenge']) {
      const value = searchParams.get(member) ?? '';
      expect(value.length).toBeGreaterThanOrEqual(32);
      expect(Buffer.from(cookie, 'base64url').toString('latin1')).not.toContain(value);
    }
  });

  it.each([
    ['an address that is not verified', async () => ({ ...(await givenStaff(harness)), verified: false })],
    ['somebody who is not of the team', async () => ({ email: 'stranger@example.com', verified: true })],
    [
      'somebody who was disabled',
      async () => {
        const staffMember = await givenStaff(harness);
        await harness.ctx.db.pool.query('update staff.members set disabled_at = $1 where id = $2', [
          harness.clock.now(),
          staffMember.staffId,
        ]);
        return { ...staffMember, verified: true };
      },
    ],
  ])('refuses %s in one plain page, and records it', async (_who, make) => {
    provider.become({ subject: newSubject(), ...(await make()) });
    const before = await countedRefusals();
    const answer = await signIn();
    expect([answer.status, cookieOf(answer, sessionCookie)]).toEqual([403, undefined]);
    expect(answer.text).toContain('You are not signed in.');
    expect(answer.text).not.toContain('@example.com');
    expect(await countedRefusals()).toBe(before + 1);
  });

  it('lets nobody in who was bound before and is disabled now', async () => {
    const { email, staffId } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    const cookie = cookieOf(await signIn(), sessionCookie);
    await harness.ctx.db.pool.query('update staff.members set disabled_at = $1 where id = $2', [
      harness.clock.now(),
      staffId,
    ]);
    expect((await me(cookie)).status).toBe(401);
    expect((await signIn()).status).toBe(403);
  });

  it.each<[string, (trip: { cookie: string; back: string }) => Promise<Answer>]>([
    ['no cookie', ({ back }) => comeBack(back, {})],
    ['another state', ({ back, cookie }) => comeBack(back.replace(/state=[^&]+/, 'state=other'), { cookie })],
    ['no state', ({ back, cookie }) => comeBack(back.replace(/&?state=[^&]+/, ''), { cookie })],
    ['the cookie of another start', async ({ back }) => comeBack(back, { cookie: (await leave()).cookie })],
    ['a code that is not one', ({ back, cookie }) => comeBack(back.replace(/code=[^&]+/, 'code=x'), { cookie })],
    [
      'an error instead of a code',
      ({ back, cookie }) => comeBack(back.replace(/code=[^&]+/, 'error=access_denied'), { cookie }),
    ],
    ['a cookie that was changed', ({ back, cookie }) => comeBack(back, { cookie: `${cookie.slice(0, -2)}AA` })],
    ['another nonce', ({ back, cookie }) => comeBack(back, { cookie: reencrypted(cookie, { nonce: 'other' }) })],
    [
      'another verifier',
      ({ back, cookie }) => comeBack(back, { cookie: reencrypted(cookie, { verifier: 'v'.repeat(43) }) }),
    ],
    [
      'a return after ten minutes',
      ({ back, cookie }) => {
        harness.clock.advance(oidcCookie.ttlS);
        return comeBack(back, { cookie });
      },
    ],
  ])('%s is refused', async (_what, change) => {
    const { email } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    const answer = await change(await leave());
    expect([answer.status, cookieOf(answer, sessionCookie)]).toEqual([400, undefined]);
    expect(answer.text).toContain('You are not signed in.');
  });

  it('takes a return once', async () => {
    const { email } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    const { back, cookie } = await leave();
    expect((await comeBack(back, { cookie })).status).toBe(303);
    expect((await comeBack(back, { cookie })).status).toBe(400);
  });

  it('repeated invalid returns do not fill the audit trail', async () => {
    const before = await refusals();
    for (let count = 0; count < 20; count += 1)
      expect((await harness.call('GET', '/sign-in/oidc/callback?code=x&state=y')).status).toBe(400);
    expect(await refusals()).toBeLessThanOrEqual(before + 1);
    // A valid sign-in still works.
    const { email } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    expect((await signIn()).status).toBe(303);
  });

  it('an address gets at most a hundred returns checked with the provider in fifteen minutes, whatever their codes', async () => {
    const from = { 'x-forwarded-for': '203.0.113.90' };
    const { email } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    const { back, cookie } = await leave();
    const garbage = back.replace(/code=[^&]+/, 'code=x');
    for (let count = 0; count < addressTriesMax; count += 1)
      expect((await comeBack(garbage, { cookie, ...from })).status).toBe(400);
    const refused = await comeBack(back, { cookie, ...from });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    expect(refused.text).toContain('Too many attempts.');
    // The provider was not called, so the code is still valid; and other addresses can still sign in.
    expect((await comeBack(back, { cookie, 'x-forwarded-for': '203.0.113.91' })).status).toBe(303);
  });

  it('a first sign-in works in two windows simultaneously', async () => {
    const { email } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    const trips = [await leave(), await leave()];
    const answers = await Promise.all(trips.map(({ back, cookie }) => comeBack(back, { cookie })));
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
  });

  it('a session ends if an administrator unbinds the identity during the sign-in', async () => {
    const { ctx } = harness;
    const { email, staffId } = await givenStaff(harness);
    const subject = newSubject();
    provider.become({ subject, email, verified: true });
    expect((await signIn()).status).toBe(303);
    provider.become({ subject, email, verified: false });
    const { back, cookie } = await leave();
    const [done, goOn] = [gate(), gate()];
    const unbound = transact(ctx, async ({ db, clock }) => {
      await updateStaff(db, staffId, { oidc_issuer: null, oidc_subject: null });
      endSessions(db, staffId, { now: clock.now() });
      await db.many({ text: 'select 1', values: [] });
      done.open();
      await goOn.opened;
    });
    await done.opened;
    const answer = comeBack(back, { cookie });
    await Promise.race([answer, untilBlocked(ctx.db, 1).catch(() => undefined)]);
    goOn.open();
    await unbound;
    expect((await me(cookieOf(await answer, sessionCookie))).status).toBe(401);
  });

  it('gives a new session, and ends the one that the browser had', async () => {
    const old = await givenSession(harness);
    const { email } = await givenStaff(harness);
    provider.become({ subject: newSubject(), email, verified: true });
    const { back, cookie } = await leave();
    const answer = await comeBack(back, { cookie: `${cookie}; ${old.headers['cookie']}` });
    const fresh = cookieOf(answer, sessionCookie);
    expect(fresh).not.toBe(old.headers['cookie']);
    expect([(await me(fresh)).status, (await me(old.headers['cookie'])).status]).toEqual([200, 401]);
  });
});

/** The encrypted cookie with changed contents, as only the service could make it. */
function reencrypted(cookie: string, change: Record<string, string>): string {
  const { vault } = harness.ctx;
  const encrypted = Buffer.from(cookie.slice(oidcCookie.name.length + 1), 'base64url');
  const start = JSON.parse(vault.decrypt(encrypted, 'access.oidc-start', 'link')) as object;
  const changed = vault.encrypt(JSON.stringify({ ...start, ...change }), 'access.oidc-start', 'link');
  return `${oidcCookie.name}=${changed.toString('base64url')}`;
}

describe('staff sign-in when no identity provider is configured', () => {
  it('the sign-in page has no link to a provider, and reports when a configured one is unavailable', async () => {
    const alone = await startHarness();
    expect((await alone.call('GET', '/sign-in/oidc')).status).toBe(404);
    expect((await alone.call('GET', '/sign-in')).text).not.toContain('/sign-in/oidc');
    await alone.close();
    const away = await startHarness({
      OIDC_ISSUER: 'http://localhost:1',
      OIDC_CLIENT_ID: 'x',
      OIDC_CLIENT_SECRET: 'y',
    });
    const answer = await away.call('GET', '/sign-in/oidc');
    expect([answer.status, answer.text.includes('You are not signed in.')]).toEqual([400, true]);
    await away.close();
  });
});
