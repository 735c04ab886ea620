import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startHarness, type Harness } from '#test/harness';
import { startLyingProvider, type Lie, type LyingProvider } from '#test/doubles/lying-provider';
import { givenStaff } from '../testing.ts';
import { realm } from '../realm.ts';

const { sessionCookie } = realm;

const base = 'http://localhost:8099';
let provider: LyingProvider;
let harness: Harness;

beforeAll(async () => {
  provider = await startLyingProvider();
  harness = await startHarness({ PUBLIC_BASE_URL: base, ...provider.settings });
});
afterAll(async () => {
  await harness.close();
  await provider.close();
});

/** Signs a team member in, with these claims from the provider. */
async function signIn(lie: Lie, at = harness): Promise<{ status: number; isIn: boolean }> {
  const { email } = await givenStaff(at);
  const start = await at.call('GET', '/sign-in/oidc');
  const { searchParams } = new URL(start.headers.get('location') ?? '');
  provider.say({ subject: crypto.randomUUID(), email, nonce: searchParams.get('nonce') ?? '' }, lie);
  const cookie = start.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
  const back = `/sign-in/oidc/callback?code=synthetic&state=${searchParams.get('state')}`;
  const { status, headers } = await at.call('GET', back, { headers: { cookie } });
  return { status, isIn: headers.getSetCookie().some((set) => set.startsWith(`${sessionCookie}=`)) };
}

describe('identities from the provider', () => {
  it('a valid identity signs its person in', async () => {
    expect(await signIn({})).toEqual({ status: 303, isIn: true });
  });

  it.each<[string, Lie]>([
    ['meant for another client', { claims: { aud: 'another-client' } }],
    [
      'meant for others too, and issued to one of them',
      { claims: { aud: ['makewhole-board', 'other'], azp: 'other' } },
    ],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['that has ended', { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ['of another sign-in', { claims: { nonce: 'another' } }],
    ['without a person', { claims: { sub: undefined } }],
    ['signed by nobody', { alg: 'none' }],
    ['signed with the secret that we share, as anybody could who has it', { alg: 'HS256' }],
    ['signed with a key that the provider has not published', { withOtherKey: true }],
  ])('an identity %s is refused', async (_what, lie) => {
    expect(await signIn(lie)).toEqual({ status: 400, isIn: false });
  });
});

describe('a strength that is wanted', () => {
  it('is asked for, and an identity that does not say it lets nobody in', async () => {
    const strict = await startHarness({ PUBLIC_BASE_URL: base, ...provider.settings, OIDC_ACR: 'phr,mfa' });
    try {
      const start = await strict.call('GET', '/sign-in/oidc');
      expect(new URL(start.headers.get('location') ?? '').searchParams.get('acr_values')).toBe('phr mfa');
      expect(await signIn({ claims: { acr: 'mfa' } }, strict)).toEqual({ status: 303, isIn: true });
      for (const acr of [undefined, 'pwd', 'mfa phr', '', ['mfa']])
        expect(await signIn({ claims: { acr } }, strict)).toEqual({ status: 400, isIn: false });
    } finally {
      await strict.close();
    }
  });
});

describe('confirming with the provider', () => {
  const member = async () => {
    const { email } = await givenStaff(harness);
    return { email, subject: crypto.randomUUID() };
  };
  type Person = Awaited<ReturnType<typeof member>>;

  /** Starts a confirmation and returns from it. Gives the session cookie, if one was set, and until when the session is fresh. */
  async function confirm({ email, subject }: Person, { path = '/sign-in/oidc', signedInS = 0, said = true } = {}) {
    const start = await harness.call('GET', path);
    const { searchParams } = new URL(start.headers.get('location') ?? '');
    const signedIn = Math.floor(harness.clock.now().getTime() / 1000) - signedInS;
    const claims = said ? { auth_time: signedIn } : {};
    provider.say({ subject, email, nonce: searchParams.get('nonce') ?? '' }, { claims });
    const cookie = start.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const back = `/sign-in/oidc/callback?code=synthetic&state=${searchParams.get('state')}`;
    const answer = await harness.call('GET', back, { headers: { cookie } });
    const session = answer.headers
      .getSetCookie()
      .find((set) => set.startsWith(`${sessionCookie}=`))
      ?.split(';', 1)[0];
    const me = session && (await harness.call('GET', '/api/staff/v1/me', { headers: { cookie: session } }));
    const isFresh = me ? me.body.session.fresh_until !== null : undefined;
    return { status: answer.status, text: answer.text, isFresh, asked: Object.fromEntries(searchParams) };
  }

  it('a session is fresh for ten minutes after the provider reports a new sign-in, also at a first sign-in', async () => {
    const person = await member();
    const plain = await confirm(person, { said: false });
    expect(plain).toMatchObject({ status: 303, isFresh: false });
    expect(plain.asked).not.toHaveProperty('max_age');
    expect(await confirm(person, { signedInS: 601 })).toMatchObject({ status: 303, isFresh: false });
    expect(await confirm(person, { signedInS: 60 })).toMatchObject({ status: 303, isFresh: true });
    const again = await confirm(person, { path: '/sign-in/oidc?confirm=1' });
    expect(again).toMatchObject({ status: 200, isFresh: true, asked: { max_age: '0', prompt: 'login' } });
    expect(again.text).toContain('go back to the board');
  });

  it('a session is not fresh when the provider remembered the person or omits the time of the sign-in', async () => {
    const person = await member();
    const path = '/sign-in/oidc?confirm=1';
    for (const remembered of [{ said: false }, { signedInS: 3600 }])
      expect(await confirm(person, { path, ...remembered })).toMatchObject({ status: 400, isFresh: undefined });
  });
});

describe('a sign-in', () => {
  it.each(['cross-site', 'same-site'])(
    'begins on our own page: from elsewhere (%s) nobody is sent on',
    async (site) => {
      const start = (from: string) => harness.call('GET', '/sign-in/oidc', { headers: { 'sec-fetch-site': from } });
      const { status, headers } = await start(site);
      expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([303, '/sign-in', null]);
      for (const own of ['same-origin', 'none'])
        expect((await start(own)).headers.get('location')).toMatch(/^http:\/\/localhost:\d+\/auth\?/);
    },
  );
});

describe('a provider that says it is another', () => {
  it('is not asked to identify anybody', async () => {
    const impostor = await startLyingProvider('https://elsewhere.example');
    const deceived = await startHarness({ PUBLIC_BASE_URL: base, ...impostor.settings });
    try {
      const { status, headers } = await deceived.call('GET', '/sign-in/oidc');
      expect([status, headers.get('location')]).toEqual([400, null]);
    } finally {
      await deceived.close();
      await impostor.close();
    }
  });
});
