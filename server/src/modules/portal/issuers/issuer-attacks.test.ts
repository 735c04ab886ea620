import { describe, expect, it } from 'vitest';
import {
  callPortal,
  cookiesOf,
  finishSetUp,
  givenSignUp,
  mailedToken,
  newPortalEmail,
} from '#test/fixtures/portal-sign-up';
import { realm } from '../realm.ts';
import { givenPortalUser } from '../testing.ts';
import { base, codeOf, useIssuer, whereTo } from './testing.ts';

const world = useIssuer();
const { call, givenIssuer, settings } = world;

describe('a hostile institution’s provider', () => {
  it('a hostile provider does not receive a code issued by another provider', async () => {
    const [theirs, attacker] = [await givenIssuer(), await givenIssuer()];
    // The hostile provider redirects its visitor, with the state of the sign-in, to the other institution's provider, which returns them
    // to the address registered there.
    const start = await call('GET', `/issuer-sign-in/${attacker.institutionId}`);
    const { searchParams } = new URL(whereTo(start) ?? '');
    expect(searchParams.get('redirect_uri')).toBe(`${base}/api/portal/v1/issuer-callback/${attacker.institutionId}`);
    world.provider.say({ subject: 'synthetic', email: attacker.email, nonce: searchParams.get('nonce') ?? '' }, {});
    const sent = `?code=synthetic&state=${searchParams.get('state')}`;
    const headers = { cookie: cookiesOf(start) };
    const mixed = await call('GET', `/issuer-callback/${theirs.institutionId}${sent}`, headers);
    expect(whereTo(mixed)).toBe('/portal/sign-in?problem=issuer_again');
    expect((await call('GET', `/issuer-callback${sent}`, headers)).status).toBe(404);
    // The code was not disclosed, so it still works at its own institution.
    const own = await call('GET', `/issuer-callback/${attacker.institutionId}${sent}`, headers);
    expect(whereTo(own)).toBe(`/portal/${attacker.institutionId}/test`);
  });
});

describe('sign-in links made by another person', () => {
  it('a sign-in link does nothing in a browser that did not start it or that started another sign-in', async () => {
    const attacker = await givenIssuer();
    const begin = async () => {
      const start = await call('GET', `/issuer-sign-in/${attacker.institutionId}`);
      return { cookie: cookiesOf(start), asked: new URL(whereTo(start) ?? '').searchParams };
    };
    const [theirs, victims] = [await begin(), await begin()];
    world.provider.say({ subject: 'synthetic', email: attacker.email, nonce: theirs.asked.get('nonce') ?? '' }, {});
    const link = `/issuer-callback/${attacker.institutionId}?code=synthetic&state=${theirs.asked.get('state')}`;
    for (const headers of [{}, { cookie: victims.cookie }]) {
      const answer = await call('GET', link, headers);
      expect([whereTo(answer), cookiesOf(answer).includes(realm.sessionCookie)]).toEqual([
        '/portal/sign-in?problem=issuer_again',
        false,
      ]);
    }
    // The link remains valid for the browser that started it.
    const own = await call('GET', link, { cookie: theirs.cookie });
    expect(whereTo(own)).toBe(`/portal/${attacker.institutionId}/test`);
  });
});

describe('an admin’s own provider', () => {
  it('an admin cannot set a provider or client, since it could sign them in as an owner', async () => {
    const { institutionId } = await givenIssuer();
    const admin = await givenPortalUser(world.harness, { institutionId, role: 'admin', fresh: true });
    const set = async (change: object) => {
      const body = settings(change);
      return codeOf(await admin.call('POST', '/settings/issuer', { body }));
    };
    expect(await set({ issuer: 'https://mine.example' })).toBe('403 owner_required');
    expect(await set({ client_id: 'mine' })).toBe('403 owner_required');
    expect(await set({ new_user_role: 'read_only' })).toBe('200');
    expect((await admin.call('DELETE', '/settings/issuer')).status).toBe(200);
    expect(await set({})).toBe('403 owner_required');
  });
});

describe('a provider that names another person’s address', () => {
  /** A person at the same domain, whom another institution's provider claims to have signed in. */
  async function givenNamed() {
    const attacker = await givenIssuer({ new_user_role: 'developer' });
    const email = newPortalEmail();
    const start = await call('GET', `/issuer-sign-in/${attacker.institutionId}`);
    const { searchParams } = new URL(whereTo(start) ?? '');
    world.provider.say({ subject: 'synthetic', email, nonce: searchParams.get('nonce') ?? '' }, {});
    const back = `/issuer-callback/${attacker.institutionId}?code=synthetic&state=${searchParams.get('state')}`;
    const answer = await call('GET', back, { cookie: cookiesOf(start) });
    expect(whereTo(answer)).toBe(`/portal/${attacker.institutionId}/test`);
    const headers = { origin: base, cookie: cookiesOf(answer) };
    return { attacker, email, me: () => call('GET', '/me', headers) };
  }

  it('a person whom a provider named can still sign up, because the mailbox is theirs', async () => {
    const { attacker, email, me } = await givenNamed();
    const owner = await givenSignUp(world.harness, { email });
    // The role that the provider gave cannot be used with a password, and the provider cannot see the person's other data.
    const seen = (await owner.call('GET', '/me')).body.institutions.map(({ id }: { id: string }) => id);
    expect(seen).toEqual([owner.institutionId]);
    expect((await owner.call('GET', `/${attacker.institutionId}/test/institution`)).status).toBe(404);
    expect((await me()).body.institutions.map(({ id }: { id: string }) => id)).toEqual([attacker.institutionId]);
  });

  it('a person whom a provider named can still accept an invitation', async () => {
    const { email } = await givenNamed();
    const inviter = await givenPortalUser(world.harness, { fresh: true });
    await inviter.call('POST', '/invitations', { body: { email, role: 'finance' } });
    const token = await mailedToken(world.harness, email);
    const joined = await finishSetUp(world.harness, { email, token, way: 'invitations' });
    expect(joined.institutionId).toBe(inviter.institutionId);
    // From here on the account behaves like any other.
    await inviter.call('DELETE', `/members/${(await joined.call('GET', '/me')).body.id}`);
    const later = await inviter.call('POST', '/invitations', { body: { email, role: 'finance' } });
    expect(later.status).toBe(201);
    const view = await callPortal(world.harness, 'POST /invitations/view', {
      body: { token: await mailedToken(world.harness, email) },
    });
    expect(view.body.authenticator).toBeNull();
  });
});
