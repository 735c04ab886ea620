import { describe, expect, it } from 'vitest';
import type { Ctx } from '#context';
import { challengeCookie } from '#mount/portal/passkeys/challenges';
import { issuerCookie } from '#mount/portal/issuers/issuer-sign-in';
import { changePortalPassword } from '#mount/portal/password/password-setup';
import { realm as portal } from '#mount/portal/realm';
import { oidcCookie } from '#mount/staff/oidc/oidc';
import { createSetup } from '#mount/staff/password/password-setup';
import { realm as staff } from '#mount/staff/realm';
import { changePassword } from '#mount/staff/sign-in/sign-in';
import { actInConsole, consoleSessions } from '#mount/sandbox/console-sessions/sessions';
import { actAsPortal, actAsPortalUser, authenticatePortal } from '#modules/portal';
import { actAsStaff, authenticateStaff } from '#modules/staff';
import { transact } from '#platform/db';
import { sessionTtlS } from '#platform/sign-in';
import { callPortal, givenSignUp } from '#test/fixtures/portal-sign-up';
import { useHarness } from '#test/harness';
import { givenAgent } from '#testing/agents';
import { givenPortalUser } from '#testing/portal';
import { givenPassword, givenSession, postForm } from '#testing/staff';

// The team, the portal's users and the console sign in by the same code. No credential of one realm works in another.
const harness = useHarness();

const tokenOf = (cookie: string): string => /=([0-9A-Za-z]{43})$/.exec(cookie.split(';', 1)[0] ?? '')?.[1] ?? '';

type Realm = {
  readonly cookie: string;
  /** The token of a new session. */
  givenToken(): Promise<string>;
  /** The status that is answered to a browser with these cookies. */
  visit(cookie: string): Promise<number>;
  /** The context of a request that was let in with these cookies. */
  begin(cookie: string): Promise<Ctx>;
  signOut(cookie: string): Promise<unknown>;
};

const get = async (path: string, cookie: string) =>
  (await harness.current.call('GET', path, { headers: { cookie } })).status;

const ownPage = () => ({ origin: new URL(harness.current.config.publicBaseUrl).origin });
const ownForm = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };
const submit = (path: string, cookie: string, raw = '') =>
  harness.current.call('POST', path, { raw, headers: { ...ownForm, cookie } });

const signedIn = async (cookies: string) =>
  authenticatePortal(harness.current.ctx, { authorization: undefined, cookies });

const portalRealm: Omit<Realm, 'begin'> = {
  cookie: portal.sessionCookie,
  givenToken: async () => tokenOf((await givenPortalUser(harness.current)).headers['cookie'] ?? ''),
  visit: (cookie) => get('/api/portal/v1/me', cookie),
  signOut: (cookie) => harness.current.call('DELETE', '/api/portal/v1/session', { headers: { ...ownPage(), cookie } }),
};

const realms: Readonly<Record<string, Realm>> = {
  staff: {
    cookie: staff.sessionCookie,
    givenToken: async () => tokenOf((await givenSession(harness.current)).headers['cookie'] ?? ''),
    visit: (cookie) => get('/api/staff/v1/me', cookie),
    async begin(cookie) {
      const { ctx } = harness.current;
      return actAsStaff(ctx, await authenticateStaff(ctx, undefined, cookie), 'caller');
    },
    signOut: (cookie) => submit('/sign-out', cookie),
  },
  portal: {
    ...portalRealm,
    async begin(cookie) {
      const { userId, credentialId, freshUntil } = await signedIn(cookie);
      const actor = { kind: 'portal user', userId, credentialId, freshUntil } as const;
      return actAsPortalUser(harness.current.ctx, actor);
    },
  },
  'portal at an institution': {
    ...portalRealm,
    async begin(cookie) {
      const { userId, credentialId, freshUntil } = await signedIn(cookie);
      const { body } = await harness.current.call('GET', '/api/portal/v1/me', { headers: { cookie } });
      const institutionId = body.institutions[0].id;
      const actor = { kind: 'portal', userId, credentialId, freshUntil, institutionId, livemode: false } as const;
      return actAsPortal(harness.current.ctx, { ...actor, role: 'owner' }, 'members.write');
    },
  },
  console: {
    cookie: consoleSessions.sessionCookie,
    async givenToken() {
      const { key } = await givenAgent(harness.current);
      const entered = await submit('/agent-console/sign-in', '', new URLSearchParams({ key }).toString());
      return tokenOf(entered.headers.get('set-cookie') ?? '');
    },
    visit: (cookie) => get('/api/agent-console/v1/settings', cookie),
    async begin(cookies) {
      const { ctx } = harness.current;
      const begun = await actInConsole({ ...ctx, db: ctx.db.seeing('all') }, { cookies, address: '192.0.2.1' });
      if (begun === undefined) throw new Error('the session opens nothing');
      return begun;
    },
    signOut: (cookie) => submit('/agent-console/sign-out', cookie),
  },
};

const names = Object.keys(realms).filter((name) => name !== 'portal at an institution');
const pairs = names.flatMap((from) => names.filter((to) => to !== from).map((to) => [from, to] as const));

describe('sessions of three realms', () => {
  it.each(pairs)('a %s session cannot be used in the %s realm under either cookie name', async (from, to) => {
    const [own, foreign] = [realms[from]!, realms[to]!];
    const token = await own.givenToken();
    expect(await own.visit(`${own.cookie}=${token}`)).toBe(200);
    expect(await foreign.visit(`${own.cookie}=${token}`)).toBe(401);
    expect(await foreign.visit(`${foreign.cookie}=${token}`)).toBe(401);
    expect(await foreign.visit(`${own.cookie}=${token}; ${foreign.cookie}=${token}`)).toBe(401);
  });

  it.each(names)('a %s session is refused when its cookie is sent twice', async (name) => {
    const { cookie, givenToken, visit } = realms[name]!;
    const token = await givenToken();
    expect(await visit(`other=1; ${cookie}=${token}`)).toBe(200);
    expect(await visit(`${cookie}=${token}; ${cookie}=${'a'.repeat(43)}`)).toBe(401);
    expect(await visit(`${cookie}=${token} `.toUpperCase())).toBe(401);
  });

  it.each(Object.keys(realms))('a %s session that ends between read and commit commits nothing', async (name) => {
    const { cookie, givenToken, begin, signOut } = realms[name]!;
    const { ctx, clock } = harness.current;
    const enders = [signOut, async () => clock.advance(sessionTtlS)];
    for (const end of enders) {
      const own = `${cookie}=${await givenToken()}`;
      const note = () => ({ text: 'insert into platform.data_keys (id) values ($1)', values: [crypto.randomUUID()] });
      const kept = await begin(own);
      await kept.db.many(note());
      const [late, before] = [
        await begin(own),
        await ctx.db.many({ text: 'select from platform.data_keys', values: [] }),
      ];
      const work = transact(late, async (tx) => {
        await tx.db.many(note());
        await end(own);
      });
      await expect(work).rejects.toMatchObject({ code: 'unauthorized' });
      await expect(kept.db.many(note())).rejects.toMatchObject({ code: 'unauthorized' });
      expect(await ctx.db.many({ text: 'select from platform.data_keys', values: [] })).toHaveLength(before.length);
    }
  });
});

describe('two sign-ins at the same moment', () => {
  it('let a staff member in once when both send the same code', async () => {
    const { email, password, code, recoveryCodes } = await givenPassword(harness.current);
    for (const typed of [code(), recoveryCodes[0] ?? '']) {
      const form = { email, password, code: typed };
      const both = await Promise.all([1, 2].map(() => postForm(harness.current, '/sign-in', form)));
      expect(both.map(({ status }) => status).toSorted()).toEqual([303, 403]);
    }
  });

  it('let a portal user in once when both send the same code', async () => {
    const { email, password, code, recoveryCodes } = await givenSignUp(harness.current);
    for (const typed of [code(), recoveryCodes[0] ?? '']) {
      const body = { email, password, code: typed };
      const both = await Promise.all([1, 2].map(() => callPortal(harness.current, 'POST /session', { body })));
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 403]);
    }
  });
});

describe('a password that is being changed', () => {
  /** As if all sessions were ended after the sign-in that the change asks for, and before the change commits. */
  function endedMeanwhile(realm: typeof staff | typeof portal, ownerId: string): Ctx {
    const { ctx, clock } = harness.current;
    let transactions = 0;
    const inTransaction: typeof ctx.db.inTransaction = async (work) => {
      transactions += 1;
      if (transactions === 2)
        await transact(ctx, async (tx) => realm.endSessions(tx.db, ownerId, { now: clock.now() }));
      return ctx.db.inTransaction(work);
    };
    return { ...ctx, db: { ...ctx.db, inTransaction } };
  }
  const change = { password: 'some other synthetic words', address: '192.0.2.1', cookies: undefined };

  it('is not changed when all sessions of the staff member end meanwhile', async () => {
    const { staffId, email, password, code } = await givenPassword(harness.current);
    const asked = { ...change, staffId, current: password, code: code() };
    const ctx = endedMeanwhile(staff, staffId);
    expect(await changePassword(ctx, asked, () => undefined)).toEqual({ kind: 'refused' });
    harness.current.clock.advance(30);
    const form = { email, password, code: code() };
    expect((await postForm(harness.current, '/sign-in', form)).status).toBe(303);
  });

  it('is not changed when all sessions of the portal user end meanwhile', async () => {
    const { email, password, code } = await givenSignUp(harness.current);
    const { rows } = await harness.current.owner.pool.query('select id from portal.users where email = $1', [email]);
    const userId: string = rows[0].id;
    const actor = { kind: 'portal user', userId, credentialId: 'pse_none', freshUntil: undefined } as const;
    const changing = changePortalPassword(
      { ...endedMeanwhile(portal, userId), actor },
      { ...change, current: password, code: code() },
    );
    await expect(changing).rejects.toMatchObject({ code: 'sign_in_refused' });
    harness.current.clock.advance(30);
    const body = { email, password, code: code() };
    expect((await callPortal(harness.current, 'POST /session', { body })).status).toBe(200);
  });
});

describe('other credentials of a realm', () => {
  it('include devices: a staff device is unknown to the portal under the same address, and the reverse', async () => {
    const { ctx } = harness.current;
    const member = await givenPassword(harness.current);
    const { cookie } = await givenSignUp(harness.current, { email: member.email });
    const [atStaff, atPortal] = [tokenOf(member.device), /-device=([0-9A-Za-z]{43})/.exec(cookie)?.[1] ?? ''];
    const found = (realm: typeof staff | typeof portal, token: string) =>
      realm.findDevice(ctx, { email: member.email, cookies: `${realm.deviceCookie}=${token}` });
    expect(await found(staff, atStaff)).toBeDefined();
    expect(await found(portal, atPortal)).toBeDefined();
    expect([await found(staff, atPortal), await found(portal, atStaff)]).toEqual([undefined, undefined]);
  });

  it('include passwords: the portal refuses a staff password and code', async () => {
    const member = await givenPassword(harness.current);
    await givenSignUp(harness.current, { email: member.email });
    const body = { email: member.email, password: member.password, code: member.code() };
    expect((await callPortal(harness.current, 'POST /session', { body })).status).toBe(403);
  });

  it('include links: a staff set-up link is unknown to the portal', async () => {
    const { email } = await givenSession(harness.current);
    const token = new URL((await createSetup(harness.current.ctx, email)).url).pathname.split('/').at(-1);
    for (const way of ['sign-up/view', 'invitations/view', 'sign-in/authenticator/view'])
      expect([way, (await callPortal(harness.current, `POST /${way}`, { body: { token } })).status]).toEqual([
        way,
        404,
      ]);
    const reset = { token, password: 'some other synthetic words', code: '000000' };
    expect((await callPortal(harness.current, 'POST /sign-in/reset/finish', { body: reset })).status).toBe(404);
  });

  it('include encrypted cookies: refused under another name, when changed, repeated or expired', () => {
    const { ctx, clock } = harness.current;
    const cookies = [oidcCookie, issuerCookie, challengeCookie];
    const content = {
      confirms: false,
      institutionId: 'inst_1',
      issuer: 'https://issuer.example',
      clientId: 'client',
      state: 'state',
      nonce: 'nonce',
      verifier: 'verifier',
      purpose: 'sign-in',
      userId: undefined,
      challenge: 'challenge',
    } as const;
    for (const from of cookies) {
      const value =
        from
          .write(ctx, content)
          .split(';', 1)[0]
          ?.slice(from.name.length + 1) ?? '';
      for (const to of cookies) expect(to.read(ctx, `${to.name}=${value}`) !== undefined).toBe(to === from);
      expect(from.read(ctx, `${from.name}=${value.slice(0, -2)}AA`)).toBeUndefined();
      expect(from.read(ctx, `${from.name}=${value}; ${from.name}=${value}`)).toBeUndefined();
      clock.advance(from.ttlS);
      expect(from.read(ctx, `${from.name}=${value}`)).toBeUndefined();
    }
  });
});
