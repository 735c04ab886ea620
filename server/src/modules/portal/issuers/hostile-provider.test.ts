import { afterEach, describe, expect, it } from 'vitest';
import { untilBlocked } from '#test/database/use-database';
import type { Lie } from '#test/doubles/lying-provider';
import { cookiesOf } from '#test/fixtures/portal-sign-up';
import type { Answer } from '#test/harness';
import { realm } from '../realm.ts';
import { givenPortalUser } from '../testing.ts';
import { useIssuer, whereTo } from './testing.ts';

const world = useIssuer();
const { call, givenIssuer } = world;

const again = '/portal/sign-in?problem=issuer_again';
const refused = '/portal/sign-in?problem=issuer_refused';
const unavailable = '/portal/sign-in?problem=issuer_unavailable';
const discovery = '/.well-known/openid-configuration';

async function begin(institutionId: string) {
  const start = await call('GET', `/issuer-sign-in/${institutionId}`);
  const asked = new URL(whereTo(start) ?? '').searchParams;
  return { cookie: cookiesOf(start), state: asked.get('state') ?? '', nonce: asked.get('nonce') ?? '' };
}

async function signIn(institutionId: string, email: string, lie: Lie = {}): Promise<Answer> {
  const { cookie, state, nonce } = await begin(institutionId);
  world.provider.say({ subject: crypto.randomUUID(), email, nonce }, lie);
  return call('GET', `/issuer-callback/${institutionId}?code=synthetic&state=${state}`, { cookie });
}

const isIn = (answer: Answer): boolean =>
  answer.headers.getSetCookie().some((set) => set.startsWith(`${realm.sessionCookie}=`));

describe('identities from a hostile provider', () => {
  const soon = Math.floor(Date.now() / 1000) + 3600;

  it.each<[string, Lie]>([
    ['meant for another client', { claims: { aud: 'another-client' } }],
    ['meant for others too, and issued to one of them', { claims: { aud: ['makewhole-board', 'x'], azp: 'x' } }],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['that has expired', { claims: { exp: soon - 7200 } }],
    ['that is not valid yet', { claims: { nbf: soon } }],
    ['without an end', { claims: { exp: undefined } }],
    ['of another sign-in', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['whose subject is a list', { claims: { sub: ['a', 'b'] } }],
    ['signed by nobody', { alg: 'none' }],
    ['signed with the shared secret', { alg: 'HS256' }],
    ['signed with a key that was not published', { withOtherKey: true }],
  ])('an identity %s does not sign anyone in', async (_what, lie) => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const answer = await signIn(owner.institutionId, owner.email, lie);
    expect([whereTo(answer), isIn(answer)]).toEqual([again, false]);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an address that is not verified', { email_verified: false }],
    ['an address that is verified in a text', { email_verified: 'true' }],
    ['an address of another domain', { email: 'x@elsewhere.example' }],
    ['an address of a domain that ends the same', { email: 'x@notexample.com' }],
    ['an address of a domain below', { email: 'x@mail.example.com' }],
    ['two addresses, one of them of the domain', { email: 'victim@elsewhere.example,x@example.com' }],
    ['an address inside an address', { email: 'victim@elsewhere.example@example.com' }],
    ['a name before the address', { email: 'Victim <victim@elsewhere.example> x@example.com' }],
    ['a line break in the address', { email: 'x\r\nBcc: victim@elsewhere.example\r\n@example.com' }],
    ['an address with nothing before the @', { email: '@example.com' }],
    ['a list of addresses', { email: ['x@example.com'] }],
    ['an address of 300 characters', { email: `${'x'.repeat(288)}@example.com` }],
    ['an address with U+0000', { email: 'x\0@example.com' }],
    ['a subject of 300 characters', { sub: 'x'.repeat(300) }],
    ['a subject with U+0000', { sub: 'x\0y' }],
    ['an empty subject', { sub: '' }],
  ])('an identity with %s does not create a user', async (_what, claims) => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const answer = await signIn(owner.institutionId, `new-${crypto.randomUUID()}@example.com`, { claims });
    expect([answer.status, isIn(answer)]).toEqual([303, false]);
    expect([again, refused]).toContain(whereTo(answer));
    expect((await owner.call('GET', '/members')).body.data).toHaveLength(1);
  });
});

describe('hostile providers', () => {
  afterEach(() => {
    for (const path of [discovery, '/keys', '/token', '/userinfo']) world.provider.answer(path, undefined);
  });

  const issuer = 'https://login.bank.example.com';
  const metadata = (change: object) =>
    JSON.stringify({
      issuer,
      authorization_endpoint: `${issuer}/auth`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      ...change,
    });

  it.each<[string, Parameters<typeof world.provider.answer>[1]]>([
    ['names another issuer', { body: metadata({ issuer: 'https://elsewhere.example' }) }],
    ['sends the browser to a script', { body: metadata({ authorization_endpoint: 'javascript:alert(1)' }) }],
    ['sends the browser to plain http', { body: metadata({ authorization_endpoint: 'http://login.example/auth' }) }],
    ['sends the browser to data', { body: metadata({ authorization_endpoint: 'data:text/html,x' }) }],
    ['has no place to send the browser to', { body: metadata({ authorization_endpoint: undefined }) }],
    ['answers with a redirect', { status: 302, headers: { location: 'http://127.0.0.1:5432/' }, body: '' }],
    ['answers with 300 KB', { body: metadata({ padding: 'x'.repeat(300_000) }) }],
    ['answers with a list 100,000 deep', { body: '['.repeat(100_000) }],
    ['answers with null', { body: 'null' }],
    ['answers with a page', { headers: { 'content-type': 'text/html' }, body: '<p>' }],
  ])('a provider that %s cannot start a sign-in', async (_what, instead) => {
    const owner = await givenIssuer();
    world.provider.answer(discovery, instead);
    expect(whereTo(await call('GET', `/issuer-sign-in/${owner.institutionId}`))).toBe(unavailable);
  });

  const internal = ['http://127.0.0.1:5432/', 'https://127.0.0.1/', 'https://[::1]/', 'https://169.254.169.254/latest'];

  it.each(
    ['token_endpoint', 'jwks_uri', 'userinfo_endpoint'].flatMap((name) =>
      internal.map((url): [string, string, object] => [name, url, { [name]: url }]),
    ),
  )('a provider that names an internal address (%s: %s) does not sign anyone in', async (name, _url, change) => {
    const owner = await givenIssuer();
    const { cookie, state, nonce } = await begin(owner.institutionId);
    world.provider.answer(discovery, { body: metadata(change) });
    // If the identity has no address, we request it from the user info endpoint.
    const claims = name === 'userinfo_endpoint' ? { email: undefined } : {};
    world.provider.say({ subject: 'synthetic', email: owner.email, nonce }, { claims });
    const back = await call('GET', `/issuer-callback/${owner.institutionId}?code=synthetic&state=${state}`, { cookie });
    expect([whereTo(back), isIn(back)]).toEqual([again, false]);
  });

  it('a provider with too many, oversized or malformed keys does not sign anyone in', async () => {
    const owner = await givenIssuer();
    const oct = { kty: 'oct', k: Buffer.alloc(64).toString('base64url'), kid: 'known', alg: 'HS256' };
    const rsa = { kty: 'RSA', e: 'AQAB', kid: 'known', alg: 'RS256', use: 'sig' };
    const large = {
      ...rsa,
      n: Buffer.alloc(30_000, 255).toString('base64url'),
      e: Buffer.alloc(30_000, 255).toString('base64url'),
    };
    const many = Array.from({ length: 2000 }, () => ({ ...rsa, n: Buffer.alloc(64, 255).toString('base64url') }));
    for (const keys of [[], [oct], [large], many, [null], ['x'], [{}]]) {
      world.provider.answer('/keys', { body: JSON.stringify({ keys }) });
      const answer = await signIn(owner.institutionId, owner.email);
      expect([whereTo(answer), isIn(answer)]).toEqual([again, false]);
    }
  });
});

describe('returns from the provider', () => {
  it.each<[string, (state: string) => string]>([
    ['two states', (state) => `code=a&state=${state}&state=x`],
    ['two codes', (state) => `code=a&code=b&state=${state}`],
    ['another issuer', (state) => `code=a&state=${state}&iss=https://elsewhere.example`],
    ['an error of the provider', (state) => `error=access_denied&error_description=<script>&state=${state}`],
    ['no code', (state) => `state=${state}`],
    ['no state', () => 'code=a'],
    ['a token instead of a code', (state) => `id_token=x.y.z&state=${state}`],
    ['half a character', (state) => `code=%ff%fe&state=${state}`],
  ])('a return with %s does not sign anyone in and redirects to our own page', async (what, query) => {
    const owner = await givenIssuer();
    const { cookie, state, nonce } = await begin(owner.institutionId);
    world.provider.say({ subject: 'synthetic', email: owner.email, nonce }, {});
    const back = await call('GET', `/issuer-callback/${owner.institutionId}?${query(state)}`, { cookie });
    // The provider judges the code, so we pass any code on.
    if (what === 'half a character') expect(back.status).toBe(303);
    else expect([whereTo(back), isIn(back)]).toEqual([again, false]);
  });

  it('a return cannot be used for staff sign-in, and never adopts a session cookie that the browser already had', async () => {
    const owner = await givenIssuer();
    const { cookie, state, nonce } = await begin(owner.institutionId);
    const planted = `${realm.sessionCookie}=${'a'.repeat(43)}`;
    const path = `/issuer-callback/${owner.institutionId}?code=synthetic&state=${state}`;
    const swapped = cookie.replace('__Host-makewhole-issuer=', '__Host-makewhole-oidc=');
    const staff = await world.harness.call('GET', `/sign-in/oidc/callback?code=synthetic&state=${state}`, {
      headers: { cookie: swapped },
    });
    expect(staff.headers.getSetCookie().some((set) => set.startsWith('__Host-makewhole-staff='))).toBe(false);
    world.provider.say({ subject: 'synthetic', email: owner.email, nonce }, {});
    const back = await call('GET', path, { cookie: `${cookie}; ${planted}` });
    expect([isIn(back), cookiesOf(back).includes('a'.repeat(43))]).toEqual([true, false]);
  });
});

describe('pages of another site', () => {
  it.each(['cross-site', 'same-site'])('a %s page cannot start an unwanted sign-in', async (site) => {
    const attacker = await givenIssuer();
    const start = await call('GET', `/issuer-sign-in/${attacker.institutionId}`, { 'sec-fetch-site': site });
    expect([whereTo(start), cookiesOf(start)]).toEqual([`/portal/sign-in?organisation=${attacker.institutionId}`, '']);
    const odd = await call('GET', `/issuer-sign-in/${encodeURIComponent('x&problem=y')}`, { 'sec-fetch-site': site });
    expect(whereTo(odd)).toBe(unavailable);
  });
});

describe('sessions from a provider', () => {
  it('a session from a provider shows nothing of the account that is also open elsewhere', async () => {
    const attacker = await givenIssuer();
    const victim = await givenPortalUser(world.harness, { fresh: true });
    await givenPortalUser(world.harness, {
      userId: victim.userId,
      institutionId: attacker.institutionId,
      role: 'read_only',
    });
    await world.harness.owner.pool.query(
      `insert into portal.passkeys (id, user_id, credential_id, public_key, counter, transports, label, synced, created_at)
       values ('pky_of_victim', $1, '\\x01', '\\x00', 0, '{}', 'private label', false, now())`,
      [victim.userId],
    );
    const back = await signIn(attacker.institutionId, victim.email);
    const headers = { cookie: cookiesOf(back) };
    const [keys, sessions] = [await call('GET', '/passkeys', headers), await call('GET', '/sessions', headers)];
    expect(keys.text).not.toContain('private label');
    expect(sessions.text).not.toContain(victim.sessionId);
  });
});

describe('a sign-in that has not committed yet', () => {
  it.each([
    ['is removed', 'DELETE', undefined],
    ['becomes another', 'POST', { issuer: 'https://elsewhere.example', client_secret: 'another secret' }],
  ])('an uncommitted sign-in leaves no session when its provider %s', async (_what, method, change) => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const { cookie, state, nonce } = await begin(owner.institutionId);
    world.provider.say({ subject: crypto.randomUUID(), email: `new-${crypto.randomUUID()}@example.com`, nonce }, {});
    const held = await world.harness.owner.pool.connect();
    try {
      await held.query('begin');
      await held.query('select from audit.head for update');
      const entering = call('GET', `/issuer-callback/${owner.institutionId}?code=synthetic&state=${state}`, { cookie });
      await untilBlocked(world.harness.ctx.db, 1);
      const body = change === undefined ? {} : { body: world.settings(change) };
      const ending = owner.call(method, '/settings/issuer', body);
      await untilBlocked(world.harness.ctx.db, 2);
      await held.query('commit');
      expect((await ending).status).toBe(200);
      const me = await call('GET', '/me', { cookie: cookiesOf(await entering) });
      expect(me.status).toBe(401);
    } finally {
      await held.query('rollback');
      held.release();
    }
  });
});

describe('simultaneous first sign-ins', () => {
  it.each(['a new user', 'a member'])('%s can first sign in from two windows in parallel', async (person) => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const email = person === 'a member' ? owner.email : `new-${crypto.randomUUID()}@example.com`;
    const identity = { subject: crypto.randomUUID(), email };
    const enter = async () => {
      const { cookie, state, nonce } = await begin(owner.institutionId);
      world.provider.say({ ...identity, nonce }, {});
      return {
        answer: call('GET', `/issuer-callback/${owner.institutionId}?code=synthetic&state=${state}`, { cookie }),
      };
    };
    const held = await world.harness.owner.pool.connect();
    try {
      await held.query('begin');
      await held.query('select from audit.head for update');
      const first = await enter();
      await untilBlocked(world.harness.ctx.db, 1);
      const second = await enter();
      await untilBlocked(world.harness.ctx.db, 2);
      await held.query('commit');
      const answers = [await first.answer, await second.answer];
      expect(answers.map((answer) => [whereTo(answer), isIn(answer)])).toEqual([
        [`/portal/${owner.institutionId}/test`, true],
        [`/portal/${owner.institutionId}/test`, true],
      ]);
    } finally {
      await held.query('rollback');
      held.release();
    }
  });
});
