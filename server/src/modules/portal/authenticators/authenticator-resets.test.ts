import { describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { untilBlocked } from '#test/database/use-database';
import { bareProblem, callPortal, givenSignUp, mailedToken, type SetUpUser } from '#test/fixtures/portal-sign-up';
import { useHarness, type Answer } from '#test/harness';
import { givenStaffToken } from '#testing/staff';
import { givenPortalUser } from '../testing.ts';

const harness = useHarness();
const day = 86_400;
const check = 'Synthetic: called back at the number of the contract.';

const idOf = async (email: string): Promise<string> =>
  (await harness.current.owner.pool.query('select id from portal.users where email = $1', [email])).rows[0].id;

/** A member with a password and authenticator, and an owner of the same institution with a fresh code. */
async function givenMember(role = 'developer') {
  const { current } = harness;
  const member = await givenSignUp(current);
  const { institutionId } = member;
  const owner = await givenPortalUser(current, { institutionId, fresh: true });
  const userId = await idOf(member.email);
  const set = 'update portal.role_assignments set role = $2 where user_id = $1';
  await current.owner.pool.query(set, [userId, role]);
  const passkey = `insert into portal.passkeys (id, user_id, credential_id, public_key, counter, transports, label, synced, created_at)
    values ($2, $1, $3, '\\x00', 0, '{}', 'synthetic', false, now())`;
  const id = crypto.randomUUID();
  await current.owner.pool.query(passkey, [userId, `pky_${id}`, Buffer.from(id)]);
  const reset = (by = owner, email = member.email) =>
    by.call('POST', `/members/${userId}/reset-authenticator`, { body: { email } });
  return { member, owner, userId, institutionId, reset };
}

const signIn = ({ email, password }: SetUpUser, code: string) =>
  callPortal(harness.current, 'POST /session', { body: { email, password, code } });

const atLink = (step: string, body: object) =>
  callPortal(harness.current, `POST /sign-in/authenticator/${step}`, { body });

/** Both links of the newest email: the one to set up an authenticator, and the one to stop the reset. */
async function links(email: string) {
  await harness.current.sendMessages();
  const texts = harness.current.mailbox.to(email).map(({ mail }) => mail.text ?? '');
  const text = texts.findLast((one) => one.includes('/portal/authenticator')) ?? '';
  const of = (path: string) => new RegExp(`/portal/authenticator${path}#([0-9A-Za-z]{43})`).exec(text)?.[1] ?? '';
  return { token: of(''), stop: of('/stop'), text };
}

async function setUp({ password }: SetUpUser, token: string) {
  const begun = await atLink('begin', { token, password });
  expect(begun.status).toBe(200);
  const { secret } = begun.body.authenticator;
  const code = () => totpCode(secret, stepAt(harness.current.clock.now()));
  return { code, finished: await atLink('finish', { token, password, code: code() }) };
}

async function subjectsTo(email: string) {
  await harness.current.sendMessages();
  return harness.current.mailbox.to(email).map(({ mail }) => mail.subject);
}

async function resetByStaff(email: string) {
  const token = await givenStaffToken(harness.current);
  const body = { email, identity_check: check };
  return { token, made: await harness.current.call('POST', '/api/staff/v1/authenticator-resets', { token, body }) };
}

describe('resets by an owner', () => {
  it('an owner’s reset ends all of the member’s sign-ins, and the link, password and a new code set up another authenticator', async () => {
    const { member, owner, userId, reset } = await givenMember();
    const other = await givenPortalUser(harness.current, { institutionId: owner.institutionId });
    expect((await member.call('GET', '/me')).status).toBe(200);
    expect((await reset()).status).toBe(200);
    expect((await member.call('GET', '/me')).status).toBe(401);
    harness.current.clock.advance(60);
    expect((await signIn(member, member.code())).status).toBe(403);
    expect((await signIn(member, member.recoveryCodes[0] ?? '')).status).toBe(403);
    const keys = 'select id from portal.passkeys where user_id = $1';
    expect((await harness.current.owner.pool.query(keys, [userId])).rows).toEqual([]);
    const { token } = await links(member.email);
    expect((await atLink('view', { token })).body).toMatchObject({ email: member.email, waits: false });
    const { code, finished } = await setUp(member, token);
    expect(finished.status).toBe(200);
    expect(finished.body.recovery_codes).toHaveLength(10);
    expect((await atLink('view', { token })).status).toBe(404);
    harness.current.clock.advance(30);
    expect((await signIn(member, member.code())).status).toBe(403);
    expect((await signIn(member, code())).status).toBe(200);
    expect(await subjectsTo(other.email)).toEqual([
      'The authenticator of a member was reset',
      'A member has another authenticator',
    ]);
    expect(await subjectsTo(member.email)).toContain('Your authenticator for the Makewhole portal was replaced');
    const done = (await owner.call('GET', '/trail')).body.data.map(({ did }: { did: string }) => did);
    expect(done).toContain('reset the authenticator of a member');
    expect(done).toContain('set up another authenticator by a link');
  });

  it('access to the mailbox alone does not reveal the secret without the password, or change the password', async () => {
    const { member, reset } = await givenMember();
    await reset();
    const { token } = await links(member.email);
    const guess = { token, password: 'not the synthetic password' };
    expect((await atLink('begin', guess)).body).toMatchObject({ status: 403, code: 'password_refused' });
    expect((await atLink('finish', { ...guess, code: '000000' })).body.code).toBe('password_refused');
    await callPortal(harness.current, 'POST /sign-in/reset', { body: { email: member.email } });
    const other = await mailedToken(harness.current, member.email);
    const chosen = { token: other, password: 'some other synthetic words', code: member.code() };
    expect((await callPortal(harness.current, 'POST /sign-in/reset/finish', { body: chosen })).status).toBe(403);
    for (let tries = 2; tries < 20; tries++) await atLink('begin', guess);
    expect((await atLink('begin', { token, password: member.password })).status).toBe(429);
  });

  it('an owner’s reset needs the member’s address, a fresh code and a sufficient role, and cannot be for oneself', async () => {
    const { member, owner, institutionId, reset } = await givenMember();
    expect((await reset(owner, 'somebody-else@example.com')).body.code).toBe('address_differs');
    const stale = await givenPortalUser(harness.current, { institutionId });
    expect((await reset(stale)).body.code).toBe('fresh_code_required');
    const developer = await givenPortalUser(harness.current, { institutionId, role: 'developer', fresh: true });
    expect((await reset(developer)).body.code).toBe('role_required');
    const own = { body: { email: owner.email } };
    const refused = await owner.call('POST', `/members/${owner.userId}/reset-authenticator`, own);
    expect(refused.body.code).toBe('own_authenticator');
    expect((await member.call('GET', '/me')).status).toBe(200);
  });

  it('an admin cannot reset an owner’s authenticator', async () => {
    const { institutionId, reset } = await givenMember('owner');
    const admin = await givenPortalUser(harness.current, { institutionId, role: 'admin', fresh: true });
    expect((await reset(admin)).body).toMatchObject({ status: 403, code: 'owner_required' });
    expect((await reset()).status).toBe(200);
  });

  it('a reset is refused for a member with a role elsewhere, and an outsider gets the same 404 as for an unknown user', async () => {
    const { member, userId, reset } = await givenMember();
    await givenPortalUser(harness.current, { userId, role: 'read_only' });
    expect((await reset()).body).toMatchObject({ status: 409, code: 'role_elsewhere' });
    expect((await member.call('GET', '/me')).status).toBe(200);
    const stranger = await givenPortalUser(harness.current, { fresh: true });
    const ask = (id: string) =>
      stranger.call('POST', `/members/${id}/reset-authenticator`, { body: { email: member.email } });
    expect(bareProblem(await ask(userId))).toBe(bareProblem(await ask('usr_nobody')));
    expect((await ask(userId)).status).toBe(404);
  });

  it('a role that another institution’s provider gave the member does not prevent a reset', async () => {
    const { userId, reset } = await givenMember();
    const { institutionId } = await givenPortalUser(harness.current, { userId, role: 'read_only' });
    const named = 'update portal.role_assignments set by_issuer = true where user_id = $1 and institution_id = $2';
    await harness.current.owner.pool.query(named, [userId, institutionId]);
    expect((await reset()).status).toBe(200);
  });

  it('a reset is refused for a member without a password', async () => {
    const { owner, institutionId } = await givenMember();
    const { userId, email } = await givenPortalUser(harness.current, { institutionId, role: 'finance' });
    const refused = await owner.call('POST', `/members/${userId}/reset-authenticator`, { body: { email } });
    expect(refused.body.code).toBe('no_authenticator');
  });

  it('two owners who reset each other at the same time do not deadlock', async () => {
    const { member, owner, userId, institutionId, reset } = await givenMember('owner');
    const password =
      'insert into portal.user_passwords select $2, password_hash, encrypted_totp, last_step, set_at from portal.user_passwords where user_id = $1';
    await harness.current.owner.pool.query(password, [userId, owner.userId]);
    const back = member.call('POST', `/${institutionId}/test/members/${owner.userId}/reset-authenticator`, {
      body: { email: owner.email },
    });
    const [one, two] = await Promise.all([reset(), back]);
    // The first reset ended the session of the second user.
    expect([one.status, two.status].sort()).toEqual([200, 401]);
  });
});

describe('resets by our team', () => {
  it('a staff reset changes nothing for a day, then the link and password set up another authenticator', async () => {
    const { member, owner, userId } = await givenMember();
    const elsewhere = await givenPortalUser(harness.current, { userId, role: 'read_only' });
    const otherOwner = await givenPortalUser(harness.current, { institutionId: elsewhere.institutionId });
    const { made } = await resetByStaff(member.email);
    expect(made.status).toBe(201);
    const { token, text } = await links(member.email);
    expect(text).toContain(`nothing changes before ${made.body.opens_at.slice(0, 16).replace('T', ' ')} UTC`);
    expect((await member.call('GET', '/me')).status).toBe(200);
    expect((await atLink('begin', { token, password: member.password })).body).toMatchObject({
      code: 'reset_waits',
      opens_at: made.body.opens_at,
    });
    harness.current.clock.advance(day);
    const { finished } = await setUp(member, token);
    expect(finished.status).toBe(200);
    for (const { email } of [owner, otherOwner])
      expect(await subjectsTo(email)).toEqual([
        'Somebody asked us to reset the authenticator of a member',
        'A member has another authenticator',
      ]);
    const { rows } = await harness.current.owner.pool.query(
      `select institution_id, reason from audit.entries where operation = 'portal.reset-by-staff' and subject_id = $1
       order by institution_id`,
      [userId],
    );
    expect(rows.map(({ institution_id: id }) => id)).toEqual([owner.institutionId, elsewhere.institutionId].toSorted());
    expect(rows.map(({ reason }) => reason).toSorted()).toEqual([check, null]);
    const reader = await givenPortalUser(harness.current, { institutionId: owner.institutionId });
    const { body } = await reader.call('GET', '/trail?by=staff');
    expect(body.data[0]).toMatchObject({ did: 'began a reset of a user’s authenticator', subject_id: userId });
    expect(JSON.stringify(body)).not.toContain(check);
  });

  it('the emailed link stops a staff reset without a password', async () => {
    const { member } = await givenMember();
    const { token: staff } = await resetByStaff(member.email);
    const { token, stop } = await links(member.email);
    expect((await atLink('stop', { token })).status).toBe(404);
    expect((await atLink('stop', { token: stop })).status).toBe(200);
    expect((await atLink('stop', { token: stop })).status).toBe(404);
    harness.current.clock.advance(day);
    expect((await atLink('begin', { token, password: member.password })).status).toBe(404);
    const listed = await harness.current.call('GET', '/api/staff/v1/authenticator-resets', { token: staff });
    expect(listed.body.data[0]).toMatchObject({ email: member.email, state: 'stopped_by_user', identity_check: check });
    expect(await subjectsTo(member.email)).toContain('The reset of your authenticator was stopped');
  });

  it('signing in with the authenticator stops a staff reset, and a recovery code does not', async () => {
    const { member } = await givenMember();
    await resetByStaff(member.email);
    const { token } = await links(member.email);
    expect((await signIn(member, member.recoveryCodes[0] ?? '')).status).toBe(200);
    expect((await atLink('view', { token })).status).toBe(200);
    harness.current.clock.advance(60);
    expect((await signIn(member, member.code())).status).toBe(200);
    expect((await atLink('view', { token })).status).toBe(404);
  });

  it.each(['finish', 'stop'])(
    'a staff reset is either completed or stopped when both are requested at the same time (%s first)',
    async (first) => {
      const { current } = harness;
      const { member } = await givenMember();
      await resetByStaff(member.email);
      const { token, stop } = await links(member.email);
      current.clock.advance(day);
      const { body } = await atLink('begin', { token, password: member.password });
      const code = totpCode(body.authenticator.secret, stepAt(current.clock.now()));
      const asks: Readonly<Record<string, () => Promise<Answer>>> = {
        finish: () => atLink('finish', { token, password: member.password, code }),
        stop: () => atLink('stop', { token: stop }),
      };
      const held = await current.owner.pool.connect();
      try {
        // The first has written its change and commits only after the second waits for it.
        await held.query('begin');
        await held.query('select from audit.head for update');
        const one = asks[first]?.();
        await untilBlocked(current.ctx.db, 1);
        const other = asks[first === 'stop' ? 'finish' : 'stop']?.();
        await untilBlocked(current.ctx.db, 2);
        await held.query('commit');
        expect([(await one)?.status, (await other)?.status]).toEqual([200, 404]);
        for (const ask of Object.values(asks)) expect((await ask()).status).toBe(404);
      } finally {
        await held.query('rollback');
        held.release();
      }
    },
  );

  it('a staff reset expires after three days, or when another one replaces it', async () => {
    const { member } = await givenMember();
    await resetByStaff(member.email);
    const first = await links(member.email);
    await resetByStaff(member.email);
    const second = await links(member.email);
    expect((await atLink('view', { token: first.token })).status).toBe(404);
    expect((await atLink('view', { token: second.token })).body.waits).toBe(true);
    harness.current.clock.advance(4 * day);
    expect((await atLink('view', { token: second.token })).status).toBe(404);
    await resetByStaff(member.email);
    expect((await links(member.email)).token).not.toBe(second.token);
  });

  it('staff resets are requested and stopped by administrators, who must describe how they checked the identity', async () => {
    const { member } = await givenMember();
    const token = await givenStaffToken(harness.current, 'lead');
    const ask = (body: object, by = token) =>
      harness.current.call('POST', '/api/staff/v1/authenticator-resets', { token: by, body });
    expect((await ask({ email: member.email, identity_check: check })).status).toBe(403);
    const { token: admin, made } = await resetByStaff(member.email);
    expect((await ask({ email: member.email, identity_check: `ok${' '.repeat(40)}` }, admin)).status).toBe(400);
    expect((await ask({ email: 'nobody@example.com', identity_check: check }, admin)).status).toBe(404);
    const stop = (by: string) =>
      harness.current.call('POST', `/api/staff/v1/authenticator-resets/${made.body.id}/stop`, { token: by });
    expect((await stop(token)).status).toBe(403);
    expect((await stop(admin)).status).toBe(200);
    expect((await stop(admin)).status).toBe(404);
  });
});
