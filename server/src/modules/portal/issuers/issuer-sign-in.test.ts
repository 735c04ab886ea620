import { describe, expect, it } from 'vitest';
import type { Lie } from '#test/doubles/lying-provider';
import type { Answer } from '#test/harness';
import { realm } from '../realm.ts';
import { givenPortalUser } from '../testing.ts';
import { issuerCookie } from './issuer-sign-in.ts';
import { domainOf, foreignDomains } from './rules.ts';
import { base, codeOf, cookieOf, inside, useIssuer, whereTo } from './testing.ts';

const world = useIssuer();
const { call, givenIssuer, settings, signIn } = world;

const refused = '/portal/sign-in?problem=issuer_refused';
const again = '/portal/sign-in?problem=issuer_again';
const unavailable = '/portal/sign-in?problem=issuer_unavailable';

describe('signing in with an institution’s own provider', () => {
  it('a sign-in matches a user by verified address once, and after that by issuer and subject', async () => {
    const owner = await givenIssuer();
    const subject = crypto.randomUUID();
    const answer = await signIn(owner.institutionId, { subject, email: owner.email.toUpperCase() });
    expect([answer.status, whereTo(answer)]).toEqual([303, `/portal/${owner.institutionId}/test`]);
    expect((await call('GET', '/me', inside(answer))).body.id).toBe(owner.userId);
    const moved = await signIn(owner.institutionId, { subject, email: 'elsewhere@example.com' });
    expect((await call('GET', '/me', inside(moved))).body.id).toBe(owner.userId);
    expect(whereTo(await signIn(owner.institutionId, { email: owner.email }))).toBe(refused);
  });

  it('a sign-in opens only that institution, and nothing of the account that is also open elsewhere', async () => {
    const owner = await givenIssuer();
    const victim = await givenPortalUser(world.harness, { role: 'owner' });
    const guest = await givenPortalUser(world.harness, {
      userId: victim.userId,
      institutionId: owner.institutionId,
      role: 'read_only',
    });
    const headers = inside(await signIn(owner.institutionId, { email: victim.email }));
    const { body } = await call('GET', '/me', headers);
    expect(body.institutions.map(({ id }: { id: string }) => id)).toEqual([guest.institutionId]);
    const [foreign, unknown] = [
      await call('GET', `/${victim.institutionId}/test/institution`, headers),
      await call('GET', '/inst_none/test/institution', headers),
    ];
    const plain = (one: Answer) => ({ ...one.body, request_id: '', instance: '' });
    expect([codeOf(foreign), plain(foreign)]).toEqual(['404 not_found', plain(unknown)]);
    expect(codeOf(await call('POST', '/passkeys/options', headers))).toBe('403 own_session_required');
    expect((await call('DELETE', '/session', headers)).status).toBe(200);
  });

  it('a sign-in does not make a member of a user with an account elsewhere', async () => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const victim = await givenPortalUser(world.harness);
    expect(whereTo(await signIn(owner.institutionId, { email: victim.email }))).toBe(refused);
  });

  it('a sign-in creates a user once with the role that the institution chose, or is refused if it chose none', async () => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const person = { subject: crypto.randomUUID(), email: `new-${crypto.randomUUID()}@example.com` };
    const first = inside(await signIn(owner.institutionId, person));
    const second = inside(await signIn(owner.institutionId, person));
    const [one, two] = [await call('GET', '/me', first), await call('GET', '/me', second)];
    expect(one.body.institutions).toMatchObject([{ id: owner.institutionId, role: 'developer' }]);
    expect(two.body.id).toBe(one.body.id);
    const closed = await givenIssuer();
    expect(whereTo(await signIn(closed.institutionId, { email: person.email.replace('new', 'newer') }))).toBe(refused);
  });

  it.each<[string, Lie]>([
    ['an address that is not verified', { claims: { email_verified: false } }],
    ['an address of another domain', { claims: { email: 'somebody@elsewhere.example' } }],
  ])('a first sign-in with %s is refused', async (_what, lie) => {
    const owner = await givenIssuer({ new_user_role: 'developer' });
    const email = `x-${crypto.randomUUID()}@example.com`;
    expect(whereTo(await signIn(owner.institutionId, { email }, lie))).toBe(refused);
  });

  it.each<[string, Lie]>([
    ['meant for another client', { claims: { aud: 'another-client' } }],
    ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['that has ended', { claims: { exp: Math.floor(Date.now() / 1000) - 600 } }],
    ['of another sign-in', { claims: { nonce: 'another' } }],
    ['signed by nobody', { alg: 'none' }],
    ['signed with our secret', { alg: 'HS256' }],
    ['signed with an unknown key', { withOtherKey: true }],
  ])('an identity %s does not sign anyone in', async (_what, lie) => {
    const owner = await givenIssuer();
    const answer = await signIn(owner.institutionId, { email: owner.email }, lie);
    expect([whereTo(answer), cookieOf(answer, realm.sessionCookie)]).toEqual([again, '']);
  });

  it('a sign-in needs the authentication strength that the institution requires, and a recent one counts as a fresh code for ten minutes', async () => {
    const owner = await givenIssuer({ acr_values: ['phr'], amr_values: ['hwk', 'otp'] });
    const email = owner.email;
    const subject = crypto.randomUUID();
    const strong = { acr: 'phr', amr: ['pwd', 'otp'] };
    for (const claims of [
      {},
      { acr: 'phr' },
      { amr: ['otp'] },
      { acr: 'phr', amr: ['pwd'] },
      { acr: 'phr', amr: 'otp' },
    ])
      expect(whereTo(await signIn(owner.institutionId, { subject, email }, { claims }))).toBe(again);
    const now = Math.floor(world.harness.clock.now().getTime() / 1000);
    const freshAfter = async (claims: object) => {
      const answer = await signIn(owner.institutionId, { subject, email }, { claims: { ...strong, ...claims } });
      return (await call('GET', '/me', inside(answer))).body.fresh_until !== null;
    };
    expect([await freshAfter({ auth_time: now - 60 }), await freshAfter({ auth_time: now - 601 })]).toEqual([
      true,
      false,
    ]);
    expect(await freshAfter({})).toBe(false);
  });

  it('a return completes only a sign-in that this browser started, once, within ten minutes, with an unchanged provider', async () => {
    const owner = await givenIssuer();
    const start = await call('GET', `/issuer-sign-in/${owner.institutionId}`);
    const { searchParams } = new URL(start.headers.get('location') ?? '');
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${base}/api/portal/v1/issuer-callback/${owner.institutionId}`,
    });
    const cookie = cookieOf(start, issuerCookie.name);
    const ours = `/issuer-callback/${owner.institutionId}`;
    const back = `${ours}?code=synthetic&state=${searchParams.get('state')}`;
    world.provider.say({ subject: 'once', email: owner.email, nonce: searchParams.get('nonce') ?? '' }, {});
    expect(whereTo(await call('GET', back))).toBe(again);
    expect(whereTo(await call('GET', back, { cookie }))).toBe(`/portal/${owner.institutionId}/test`);
    expect(whereTo(await call('GET', back, { cookie }))).toBe(again);
    const other = await call('GET', `/issuer-sign-in/${owner.institutionId}`);
    expect(whereTo(await call('GET', back, { cookie: cookieOf(other, issuerCookie.name) }))).toBe(again);
    const changing = await call('GET', `/issuer-sign-in/${owner.institutionId}`);
    await owner.call('POST', '/settings/issuer', { body: settings({ client_id: 'another' }) });
    const state = new URL(changing.headers.get('location') ?? '').searchParams.get('state');
    const changed = { cookie: cookieOf(changing, issuerCookie.name) };
    expect(whereTo(await call('GET', `${ours}?code=synthetic&state=${state}`, changed))).toBe(again);
    const late = await call('GET', `/issuer-sign-in/${owner.institutionId}`);
    world.harness.clock.advance(issuerCookie.ttlS);
    expect(whereTo(await call('GET', back, { cookie: cookieOf(late, issuerCookie.name) }))).toBe(again);
  });

  it('a sign-in responds the same for an institution without a provider, an unknown one and a malformed id', async () => {
    const { institutionId } = await givenPortalUser(world.harness);
    for (const id of [institutionId, 'inst_none', 'x', '%27'])
      expect(whereTo(await call('GET', `/issuer-sign-in/${id}`))).toBe(unavailable);
  });

  it('an address gets a hundred sign-in requests in fifteen minutes, then a message on the page', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    for (let count = 0; count < 100; count += 1)
      expect(whereTo(await call('GET', '/issuer-callback/inst_none?code=x&state=y', from))).toBe(again);
    expect(whereTo(await call('GET', '/issuer-sign-in/inst_none', from))).toBe('/portal/sign-in?problem=issuer_wait');
  });

  it('removing the provider ends every session that it made, and a changed strength does not', async () => {
    const owner = await givenIssuer();
    const headers = inside(await signIn(owner.institutionId, { email: owner.email }));
    expect((await owner.call('POST', '/settings/issuer', { body: settings({ amr_values: ['otp'] }) })).status).toBe(
      200,
    );
    expect((await call('GET', '/me', headers)).status).toBe(200);
    expect((await owner.call('DELETE', '/settings/issuer')).status).toBe(200);
    expect((await call('GET', '/me', headers)).status).toBe(401);
    expect((await owner.call('GET', '/institution')).status).toBe(200);
    expect(codeOf(await owner.call('DELETE', '/settings/issuer'))).toBe('404 not_found');
  });
});

describe('single sign-on settings', () => {
  it('the settings never show the secret, and a changed issuer needs a new one', async () => {
    const owner = await givenIssuer();
    const { client_secret: _secret, ...rest } = settings({ acr_values: ['phr'] });
    expect((await owner.call('POST', '/settings/issuer', { body: rest })).body.issuer.acr_values).toEqual(['phr']);
    const moved = { ...rest, issuer: 'https://thief.example.com' };
    expect((await owner.call('POST', '/settings/issuer', { body: moved })).status).toBe(400);
    const { rows } = await world.harness.ctx.db.pool.query(
      'select row_to_json(i)::text as row from portal.issuers i where institution_id = $1',
      [owner.institutionId],
    );
    expect(rows[0].row).not.toContain(world.provider.settings.OIDC_CLIENT_SECRET);
    expect(world.harness.logLines.join('')).not.toContain(world.provider.settings.OIDC_CLIENT_SECRET);
  });

  it('the settings accept only domains of the owners’ and admins’ own addresses, and no public email domains', async () => {
    const owner = await givenIssuer();
    const refusal = await owner.call('POST', '/settings/issuer', {
      body: settings({ email_domains: ['example.com', 'bank.example'] }),
    });
    expect([refusal.status, refusal.text.includes('bank.example')]).toEqual([400, true]);
    expect(foreignDomains(['gmail.com'], ['owner@gmail.com'])).toEqual(['gmail.com']);
    expect(domainOf('A@B@Example.com')).toBe('example.com');
    const { body } = await owner.call('GET', '/settings/issuer');
    expect(body.possible_domains).toEqual(['example.com']);
  });

  it('testing the settings contacts the provider and reports problems in our own words', async () => {
    const owner = await givenIssuer();
    expect((await owner.call('POST', '/settings/issuer/test')).body).toMatchObject({ ok: true });
    await owner.call('POST', '/settings/issuer', { body: settings({ issuer: 'https://127.0.0.1' }) });
    const inner = await owner.call('POST', '/settings/issuer/test');
    expect(inner.body).toMatchObject({ ok: false, says: expect.stringContaining('an address that is not public') });
    await owner.call('POST', '/settings/issuer', { body: settings({ issuer: `${settings().issuer}/nothing` }) });
    expect((await owner.call('POST', '/settings/issuer/test')).body).toMatchObject({ ok: false });
    expect(whereTo(await call('GET', `/issuer-sign-in/${owner.institutionId}`))).toBe(unavailable);
  });

  it.each([
    ['plain http', { issuer: 'http://login.bank.example.com' }],
    ['a query', { issuer: 'https://login.bank.example.com/?x=1' }],
    ['the role of an owner', { new_user_role: 'owner' }],
    ['the role of an admin', { new_user_role: 'admin' }],
    ['no domain', { email_domains: [] }],
    ['a domain that is none', { email_domains: ['*.example.com'] }],
    ['something else', { other: 1 }],
  ])('the settings refuse %s', async (_what, change) => {
    const owner = await givenPortalUser(world.harness, { fresh: true });
    expect((await owner.call('POST', '/settings/issuer', { body: settings(change) })).status).toBe(400);
  });

  it('changing the settings is limited to owners and admins of the institution with a fresh code', async () => {
    const developer = await givenPortalUser(world.harness, { role: 'developer', fresh: true });
    expect(codeOf(await developer.call('GET', '/settings/issuer'))).toBe('403 role_required');
    expect(codeOf(await developer.call('POST', '/settings/issuer', { body: settings() }))).toBe('403 role_required');
    const stale = await givenPortalUser(world.harness);
    for (const method of ['POST', 'DELETE']) {
      const answer = await stale.call(method, '/settings/issuer', method === 'POST' ? { body: settings() } : {});
      expect(codeOf(answer)).toBe('403 fresh_code_required');
    }
    const path = `/${stale.institutionId}/test/settings/issuer`;
    expect((await call('GET', path)).status).toBe(401);
    expect(codeOf(await call('GET', path, developer.headers))).toBe('404 not_found');
  });
});
