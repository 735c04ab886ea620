import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { untilBlocked } from '#test/database/use-database';
import { createSoftwareAuthenticator } from '#test/doubles/software-authenticator';
import { callPortal, cookiesOf, givenSignUp, mailedToken, type SetUpUser } from '#test/fixtures/portal-sign-up';
import { useHarness, type Answer } from '#test/harness';
import { givenPortalUser, type PortalBrowser } from '#testing/portal';
import { givenStaffToken } from '#testing/staff';

// A reset revokes all access to an account, including a credential whose transaction is open at that moment.
const base = 'http://localhost:8099';
const harness = useHarness({ PUBLIC_BASE_URL: base });

type User = { readonly member: SetUpUser; readonly owner: PortalBrowser; readonly userId: string };

async function givenUser(): Promise<User> {
  const { current } = harness;
  const member = await givenSignUp(current);
  const owner = await givenPortalUser(current, { institutionId: member.institutionId, fresh: true });
  const { rows } = await current.owner.pool.query('select id from portal.users where email = $1', [member.email]);
  return { member, owner, userId: rows[0].id };
}

const post = (path: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
  callPortal(harness.current, `POST ${path}`, { body, headers });

const withCookie = (answer: Answer, own?: string) => ({
  cookie: [own, cookiesOf(answer)].filter((one) => one !== undefined).join('; '),
});

/**
 * Prepares everything except the request that creates the credential. `works` reports whether it still gives access
 * afterwards.
 */
type Maker = (user: User) => Promise<{ make(): Promise<Answer>; works(made: Answer): Promise<boolean> }>;

async function preparePasskey({ member }: User) {
  const authenticator = createSoftwareAuthenticator(base);
  const asked = await member.call('POST', '/passkeys/options');
  const credential = authenticator.create(asked.body.options);
  const register = () => post('/passkeys', { label: 'synthetic', credential }, withCookie(asked, member.cookie));
  const signIn = async () => {
    const begun = await post('/sign-in/passkey-options');
    const shown = authenticator.get(begun.body.options);
    return () => post('/sign-in/passkey', { credential: shown }, withCookie(begun));
  };
  return { register, signIn };
}

const makers: Readonly<Record<string, Maker>> = {
  'a passkey': async (user) => {
    const { register, signIn } = await preparePasskey(user);
    return { make: register, works: async () => (await (await signIn())()).status === 200 };
  },
  'a session by a passkey': async (user) => {
    const { register, signIn } = await preparePasskey(user);
    await register();
    return {
      make: await signIn(),
      works: async (made) =>
        (await callPortal(harness.current, 'GET /me', { headers: withCookie(made) })).status === 200,
    };
  },
  'a portal token': async ({ member }) => {
    const body = { label: 'synthetic', permissions: ['institution.read'], modes: ['test'], expires_in_days: 1 };
    const path = `/${member.institutionId}/test`;
    return {
      make: () => member.call('POST', `${path}/tokens`, { body }),
      works: (made) => opens(member, made.body.token),
    };
  },
  'the token of a paired command line': async ({ member }) => {
    const verifier = randomBytes(32).toString('base64url');
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const { body } = await post('/pairings', { client: 'synthetic', challenge });
    await member.call('POST', `/${member.institutionId}/test/pairings/approve`, { body: { code: body.code } });
    return {
      make: () => post('/pairings/poll', { verifier }),
      works: (made) => opens(member, made.body.token?.token),
    };
  },
};

const opens = async ({ institutionId }: SetUpUser, token: string | undefined): Promise<boolean> =>
  token !== undefined &&
  (await harness.current.call('GET', `/api/portal/v1/${institutionId}/test/institution`, { token })).status === 200;

/** Prepares everything except the request that revokes all access. */
const enders: Readonly<Record<string, (user: User) => Promise<() => Promise<Answer>>>> = {
  'a new password by the mailed link and a code': async ({ member }) => {
    await post('/sign-in/reset', { email: member.email });
    const token = await mailedToken(harness.current, member.email);
    return () =>
      post('/sign-in/reset/finish', { token, password: `synthetic ${crypto.randomUUID()}`, code: member.code() });
  },
  'an owner who resets the authenticator': async ({ member, owner, userId }) => {
    const body = { email: member.email };
    return () => owner.call('POST', `/members/${userId}/reset-authenticator`, { body });
  },
  'a new authenticator by the mailed link and the password': async ({ member: { email, password } }) => {
    const { current } = harness;
    const token = await givenStaffToken(current);
    const asked = { email, identity_check: 'Synthetic: called back at the number of the contract.' };
    await current.call('POST', '/api/staff/v1/authenticator-resets', { token, body: asked });
    await current.sendMessages();
    const mails = current.mailbox.to(email).map(({ mail }) => mail.text ?? '');
    const link = mails.flatMap((text) => /\/portal\/authenticator#([0-9A-Za-z]{43})/.exec(text)?.[1] ?? []).at(-1);
    // Simulates the end of the day without advancing the clock, which would expire sessions.
    await current.owner.pool.query('update portal.authenticator_resets set opens_at = created_at');
    const { body } = await post('/sign-in/authenticator/begin', { token: link, password });
    const code = () => totpCode(body.authenticator.secret, stepAt(current.clock.now()));
    return () => post('/sign-in/authenticator/finish', { token: link, password, code: code() });
  },
};

const tooEarly = ({ status, text }: Answer): never => {
  throw new Error(`answered before its commit: ${status} ${text}`);
};

describe('a credential created while its user is being reset', () => {
  const pairs = Object.keys(makers).flatMap((made) => Object.keys(enders).map((by) => [made, by] as const));

  it.each(pairs)('%s does not survive %s', async (made, by) => {
    const user = await givenUser();
    const maker = await makers[made]?.(user);
    const end = await enders[by]?.(user);
    if (maker === undefined || end === undefined) throw new Error('no such pair');
    const { owner } = harness.current;
    const held = await owner.pool.connect();
    try {
      // Both transactions have written their rows, and neither has committed.
      await held.query('begin');
      await held.query('select from portal.pairings for update');
      await held.query('select from audit.head for update');
      const making = maker.make();
      await Promise.race([untilBlocked(harness.current.ctx.db, 1), making.then(tooEarly)]);
      const ending = end();
      await Promise.race([untilBlocked(harness.current.ctx.db, 2), ending.then(tooEarly)]);
      await held.query('commit');
      const [answer, ended] = [await making, await ending];
      // Signing in with a passkey cancels a pending reset, so there may be no reset.
      expect({ ended: ended.status === 200, works: await maker.works(answer) }).not.toEqual({
        ended: true,
        works: true,
      });
      expect([200, 404]).toContain(ended.status);
    } finally {
      await held.query('rollback');
      held.release();
    }
  });
});
