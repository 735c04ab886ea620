import { beforeAll, describe, expect, it } from 'vitest';
import { createSoftwareAuthenticator, type AuthenticatorLie } from '#test/doubles/software-authenticator';
import { useHarness, type Answer } from '#test/harness';
import { purgePortalSessions } from '../sessions/sessions.ts';
import { realm } from '../realm.ts';
import { givenPortalUser, type PortalBrowser } from '../testing.ts';
import { challengeCookie } from './challenges.ts';
import { challengeTtlS, isCounterPlausible, passkeysMax } from './rules.ts';

const base = 'http://localhost:8099';
const harness = useHarness({ PUBLIC_BASE_URL: base });
const codeOf = ({ status, body }: Answer) => `${status} ${body?.code ?? ''}`.trim();
const ours = { origin: base };

const cookieOf = (answer: Answer, name: string): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.split(';', 1)[0] ?? '';

type Browser = Pick<PortalBrowser, 'headers' | 'userId'>;

/** Calls an endpoint given as `POST /passkeys`. */
const call = (what: string, headers: Readonly<Record<string, string>>, body?: unknown) => {
  const [method = '', path = ''] = what.split(' ');
  return harness.current.call(method, `/api/portal/v1${path}`, { headers, ...(body === undefined ? {} : { body }) });
};

const withCookie = (headers: Readonly<Record<string, string>>, cookie: string) => ({
  ...headers,
  cookie: [headers['cookie'], cookie].filter((one) => one !== undefined && one !== '').join('; '),
});

/** Starts from one address; returns the options for the authenticator and the headers for sending its response. */
async function begin(path: string, headers: Readonly<Record<string, string>>) {
  const answer = await call(`POST ${path}`, headers);
  expect(answer.status).toBe(200);
  return { options: answer.body.options, headers: withCookie(headers, cookieOf(answer, challengeCookie.name)) };
}

async function register(user: Browser, lie: AuthenticatorLie = {}) {
  const authenticator = createSoftwareAuthenticator(base);
  const { options, headers } = await begin('/passkeys/options', user.headers);
  const credential = authenticator.create(options, lie);
  const answer = await call('POST /passkeys', headers, { label: 'synthetic key', credential });
  return { authenticator, answer, options, headers, credential };
}

async function signIn(authenticator: ReturnType<typeof createSoftwareAuthenticator>, lie: AuthenticatorLie = {}) {
  const { options, headers } = await begin('/sign-in/passkey-options', ours);
  const credential = authenticator.get(options, lie);
  return { answer: await call('POST /sign-in/passkey', headers, { credential }), credential, headers };
}

let owner: PortalBrowser;
beforeAll(async () => {
  owner = await givenPortalUser(harness.current, { fresh: true });
});

describe('passkeys', () => {
  it('a passkey signs its owner in with two factors, counts as a fresh code, and can be named, listed and removed', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const { authenticator, answer, options } = await register(user);
    expect(answer.status).toBe(201);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: user.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    const { id } = answer.body;
    const { answer: inside } = await signIn(authenticator);
    expect(inside.status).toBe(200);
    const headers = { ...ours, cookie: cookieOf(inside, realm.sessionCookie) };
    const me = await call('GET /me', headers);
    expect([me.body.id, new Date(me.body.fresh_until) > h.clock.now()]).toEqual([user.userId, true]);
    const named = await call(`PATCH /passkeys/${id}`, headers, { label: 'office key' });
    expect(named.body).toMatchObject({ id, label: 'office key', last_used_at: h.clock.now().toISOString() });
    expect((await call('GET /passkeys', headers)).body.data).toEqual([named.body]);
    expect((await call(`DELETE /passkeys/${id}`, headers)).status).toBe(200);
    expect(codeOf(await call(`DELETE /passkeys/${id}`, headers))).toBe('404 not_found');
    expect(codeOf((await signIn(authenticator)).answer)).toBe('403 passkey_refused');
    await h.sendMessages();
    const subjects = h.mailbox.to(user.email).map(({ mail }) => mail.subject);
    expect(subjects).toEqual(['A passkey was added to your account']);
  });

  it.each<[string, AuthenticatorLie]>([
    ['another origin', { origin: 'http://localhost.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['no verified user', { userVerified: false }],
  ])('a registration with %s is refused', async (_what, lie) => {
    expect(codeOf((await register(owner, lie)).answer)).toBe('403 passkey_refused');
  });

  it.each<[string, AuthenticatorLie]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['another challenge', { challenge: Buffer.alloc(32).toString('base64url') }],
    ['no verified user', { userVerified: false }],
    ['another key', { withOtherKey: true }],
    ['a frame of another page', { crossOrigin: true }],
    ['the handle of another user', { userHandle: Buffer.from('usr_other').toString('base64url') }],
  ])('a sign-in with %s is refused', async (_what, lie) => {
    const { authenticator } = await register(owner);
    const { answer } = await signIn(authenticator, lie);
    expect([codeOf(answer), cookieOf(answer, realm.sessionCookie)]).toEqual(['403 passkey_refused', '']);
    // The same authenticator signs in without the manipulation.
    expect((await signIn(authenticator)).answer.status).toBe(200);
  });

  it('a challenge is answered once, in the same browser, for the same purpose, within five minutes', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const { authenticator, headers: registering, credential: made } = await register(user);
    const replayed = await call('POST /passkeys', registering, { label: 'again', credential: made });
    expect(codeOf(replayed)).toBe('403 passkey_refused');
    const { credential, headers } = await signIn(authenticator);
    expect(codeOf(await call('POST /sign-in/passkey', headers, { credential }))).toBe('403 passkey_refused');
    const first = await begin('/sign-in/passkey-options', ours);
    const second = await begin('/sign-in/passkey-options', ours);
    const shown = { credential: authenticator.get(first.options) };
    expect(codeOf(await call('POST /sign-in/passkey', second.headers, shown))).toBe('403 passkey_refused');
    expect(codeOf(await call('POST /sign-in/passkey', ours, shown))).toBe('403 passkey_refused');
    const fresh = await begin('/session/fresh/passkey-options', user.headers);
    const elsewhere = { credential: authenticator.get(fresh.options) };
    expect(codeOf(await call('POST /sign-in/passkey', fresh.headers, elsewhere))).toBe('403 passkey_refused');
    const late = await begin('/sign-in/passkey-options', ours);
    h.clock.advance(challengeTtlS);
    const lateShown = { credential: authenticator.get(late.options) };
    expect(codeOf(await call('POST /sign-in/passkey', late.headers, lateShown))).toBe('403 passkey_refused');
    while ((await purgePortalSessions(h.ctx, 500)) > 0);
    const { rows } = await h.ctx.db.pool.query('select count(*)::int as n from portal.used_challenges');
    expect([rows[0].n, await purgePortalSessions(h.ctx, 500)]).toEqual([0, 0]);
  });

  it('a passkey whose counter goes back is refused, and its owner is notified at most once a day', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const { authenticator } = await register(user);
    expect((await signIn(authenticator, { counter: 9 })).answer.status).toBe(200);
    for (const counter of [9, 3, 0])
      expect(codeOf((await signIn(authenticator, { counter })).answer)).toBe('403 passkey_refused');
    expect((await signIn(authenticator, { counter: 10 })).answer.status).toBe(200);
    await h.sendMessages();
    const told = h.mailbox.to(user.email).filter(({ mail }) => mail.subject?.includes('refused') === true);
    expect(told).toHaveLength(1);
    expect([
      isCounterPlausible({ stored: 0, shown: 0 }),
      isCounterPlausible({ stored: 1, shown: 0 }),
      isCounterPlausible({ stored: 0, shown: 1 }),
    ]).toEqual([true, false, true]);
  });

  it('a passkey can be used instead of a fresh code, by its own user only', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const { authenticator } = await register(user);
    h.clock.advance(11 * 60);
    expect(codeOf(await call('POST /passkeys/options', user.headers))).toBe('403 fresh_code_required');
    const other = await givenPortalUser(h);
    const theirs = await begin('/session/fresh/passkey-options', other.headers);
    const stolen = { credential: authenticator.get(theirs.options) };
    expect(codeOf(await call('POST /session/fresh/passkey', theirs.headers, stolen))).toBe('403 passkey_refused');
    const own = await begin('/session/fresh/passkey-options', user.headers);
    const shown = { credential: authenticator.get(own.options) };
    expect((await call('POST /session/fresh/passkey', own.headers, shown)).status).toBe(200);
    expect((await call('POST /passkeys/options', user.headers)).status).toBe(200);
  });

  it('registering or removing a passkey needs a fresh code, a session and one of our pages', async () => {
    const stale = await givenPortalUser(harness.current);
    for (const step of ['POST /passkeys/options', 'DELETE /passkeys/pky_none'])
      expect(codeOf(await call(step, stale.headers))).toBe('403 fresh_code_required');
    expect(codeOf(await call('GET /passkeys', {}))).toBe('401 unauthorized');
    const foreign = { origin: 'https://elsewhere.example' };
    expect(codeOf(await call('POST /sign-in/passkey-options', foreign))).toBe('403 foreign_request');
    const forged = { ...stale.headers, ...foreign };
    expect(codeOf(await call('POST /session/fresh/passkey-options', forged))).toBe('403 foreign_request');
  });

  it('another user’s passkey is not found', async () => {
    const { answer } = await register(await givenPortalUser(harness.current, { fresh: true }));
    const stranger = await givenPortalUser(harness.current, { fresh: true });
    const plain = ({ body }: Answer) => ({ ...body, request_id: '', instance: '' });
    const [foreign, unknown] = [
      await call(`DELETE /passkeys/${answer.body.id}`, stranger.headers),
      await call('DELETE /passkeys/pky_none', stranger.headers),
    ];
    expect([codeOf(foreign), plain(foreign)]).toEqual(['404 not_found', plain(unknown)]);
    const rename = await call(`PATCH /passkeys/${answer.body.id}`, stranger.headers, { label: 'x' });
    expect(codeOf(rename)).toBe('404 not_found');
  });

  it('a disabled user’s passkey cannot sign in', async () => {
    const h = harness.current;
    const user = await givenPortalUser(h, { fresh: true });
    const { authenticator } = await register(user);
    await h.ctx.db.pool.query('update portal.users set disabled_at = now() where id = $1', [user.userId]);
    expect(codeOf((await signIn(authenticator)).answer)).toBe('403 passkey_refused');
  });

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['no credential', { credential: {} }],
    ['a text', { credential: 'x' }],
    ['bytes that are none', { credential: { id: 'ä', rawId: 'ä', type: 'public-key', response: {} } }],
  ])('a sign-in with %s instead of a passkey is invalid', async (_what, body) => {
    const { headers } = await begin('/sign-in/passkey-options', ours);
    expect((await call('POST /sign-in/passkey', headers, body)).status).toBe(400);
  });

  it('a user has at most twenty passkeys, even when registrations that started earlier all finish together', async () => {
    const user = await givenPortalUser(harness.current, { fresh: true });
    const started = await Promise.all(
      Array.from({ length: passkeysMax + 5 }, async () => {
        const { options, headers } = await begin('/passkeys/options', user.headers);
        const credential = createSoftwareAuthenticator(base).create(options, {});
        return { headers, body: { label: 'synthetic key', credential } };
      }),
    );
    const finished = await Promise.all(started.map(({ headers, body }) => call('POST /passkeys', headers, body)));
    const codes = finished.map(codeOf).toSorted();
    expect(codes).toEqual([...Array(passkeysMax).fill('201'), ...Array(5).fill('409 too_many_passkeys')]);
    expect((await call('GET /passkeys', user.headers)).body.data).toHaveLength(passkeysMax);
    expect(codeOf(await call('POST /passkeys/options', user.headers))).toBe('409 too_many_passkeys');
  });
});
