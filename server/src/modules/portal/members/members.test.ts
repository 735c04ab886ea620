import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPortalUser } from '../testing.ts';
import {
  bareProblem,
  callPortal,
  cookiesOf,
  finishSetUp,
  givenSignUp,
  mailedToken,
  newPortalEmail,
} from '#test/fixtures/portal-sign-up';

const harness = useHarness();

const owner = (institutionId?: string) =>
  givenPortalUser(harness.current, { fresh: true, ...(institutionId === undefined ? {} : { institutionId }) });
const memberOf = (institutionId: string, role: 'owner' | 'admin' | 'developer' | 'read_only') =>
  givenPortalUser(harness.current, { institutionId, role, fresh: true });
const accept = (token: string, headers: Readonly<Record<string, string>>) =>
  callPortal(harness.current, 'POST /invitations/accept', { body: { token }, headers });

async function givenInvitation(email: string, role = 'developer') {
  const inviter = await owner();
  const made = await inviter.call('POST', '/invitations', { body: { email, role } });
  expect(made).toMatchObject({ status: 201, body: { email, role } });
  return { inviter, id: made.body.id as string, token: await mailedToken(harness.current, email) };
}

describe('invitations', () => {
  it('a new person accepts an invitation once by setting up an account', async () => {
    const email = newPortalEmail();
    const { inviter, token } = await givenInvitation(email);
    const joined = await finishSetUp(harness.current, { email, token, way: 'invitations' });
    expect(joined.institutionId).toBe(inviter.institutionId);
    const listed = await inviter.call('GET', '/members');
    expect(listed.body.data).toContainEqual(expect.objectContaining({ email, role: 'developer', you: false }));
    expect((await inviter.call('GET', '/invitations')).body.data).toEqual([]);
    expect((await callPortal(harness.current, 'POST /invitations/view', { body: { token } })).status).toBe(404);
  });

  it('a person with an account accepts an invitation and is then one user at two institutions', async () => {
    const known = await givenSignUp(harness.current);
    const { inviter, token } = await givenInvitation(known.email);
    const view = await callPortal(harness.current, 'POST /invitations/view', { body: { token } });
    expect(view.body).toMatchObject({ email: known.email, role: 'developer', authenticator: null });
    const set = { token, password: 'four plain synthetic words', code: '000000', name: 'Synthetic' };
    expect((await callPortal(harness.current, 'POST /invitations/finish', { body: set })).status).toBe(403);
    const accepted = await known.call('POST', '/invitations/accept', { body: { token } });
    expect(accepted).toMatchObject({ status: 200, body: { institution_id: inviter.institutionId } });
    expect((await known.call('GET', '/me')).body.institutions).toHaveLength(2);
    expect((await known.call('POST', '/invitations/accept', { body: { token } })).status).toBe(404);
  });

  it('an invitation works only for its own address', async () => {
    const { token } = await givenInvitation(newPortalEmail());
    const other = await givenSignUp(harness.current);
    expect((await accept(token, { cookie: other.cookie })).body).toMatchObject({
      status: 403,
      code: 'invitation_for_another',
    });
    expect((await accept(token, {})).status).toBe(401);
  });

  it('an invitation ends after seven days, when it is revoked, and when another is sent', async () => {
    const { current } = harness;
    const email = newPortalEmail();
    const { inviter, token } = await givenInvitation(email);
    const view = (of: string) => callPortal(current, 'POST /invitations/view', { body: { token: of } });
    const second = await inviter.call('POST', '/invitations', { body: { email, role: 'finance' } });
    expect((await view(token)).status).toBe(404);
    const newer = await mailedToken(current, email);
    expect((await view(newer)).body.role).toBe('finance');
    expect((await inviter.call('DELETE', `/invitations/${second.body.id}`)).status).toBe(200);
    expect((await inviter.call('DELETE', `/invitations/${second.body.id}`)).status).toBe(404);
    expect((await view(newer)).status).toBe(404);
    const late = await givenInvitation(newPortalEmail());
    current.clock.advance(7 * 86_400);
    expect((await view(late.token)).status).toBe(404);
  });

  it('an invitation ends when its sender loses their role', async () => {
    const { current } = harness;
    const boss = await owner();
    const admin = await memberOf(boss.institutionId, 'admin');
    const email = newPortalEmail();
    expect((await admin.call('POST', '/invitations', { body: { email, role: 'admin' } })).status).toBe(201);
    const token = await mailedToken(current, email);
    expect((await boss.call('DELETE', `/members/${admin.userId}`)).status).toBe(200);
    expect((await callPortal(current, 'POST /invitations/view', { body: { token } })).status).toBe(404);
  });

  it('an invitation is refused for an existing member, for an owner if an admin sends it, and from other roles', async () => {
    const boss = await owner();
    const { institutionId } = boss;
    const [admin, developer] = [await memberOf(institutionId, 'admin'), await memberOf(institutionId, 'developer')];
    const invite = (by: typeof boss, email: string, role: string) =>
      by.call('POST', '/invitations', { body: { email, role } });
    expect((await invite(boss, developer.email, 'admin')).body.code).toBe('already_member');
    expect((await invite(admin, newPortalEmail(), 'owner')).body).toMatchObject({
      status: 403,
      code: 'owner_required',
    });
    expect((await invite(developer, newPortalEmail(), 'read_only')).body.code).toBe('role_required');
    expect((await invite(boss, newPortalEmail(), 'king')).status).toBe(400);
    expect((await invite(boss, 'no address', 'admin')).status).toBe(400);
    const owned = await invite(boss, newPortalEmail(), 'owner');
    expect((await admin.call('DELETE', `/invitations/${owned.body.id}`)).body.code).toBe('owner_required');
    expect((await boss.call('GET', '/invitations')).body.data).toHaveLength(1);
  });

  it('an invitation leaves out an institution name that could be more than a name', async () => {
    const { current } = harness;
    const boss = await owner();
    const change = 'update partners.institutions set name = $2 where id = $1';
    const renamed = await current.ctx.db.pool.query(change, [boss.institutionId, 'Win at evil.example']);
    expect(renamed.rowCount).toBe(1);
    const email = newPortalEmail();
    await boss.call('POST', '/invitations', { body: { email, role: 'admin' } });
    await current.sendMessages();
    expect(current.mailbox.to(email)[0]?.raw).not.toContain('evil.example');
  });
});

describe('member roles', () => {
  it('owners and admins change and remove roles, effective with the next request', async () => {
    const boss = await owner();
    const [admin, reader] = [
      await memberOf(boss.institutionId, 'admin'),
      await memberOf(boss.institutionId, 'read_only'),
    ];
    expect((await reader.call('GET', '/members')).body.code).toBe('role_required');
    const raised = await admin.call('PATCH', `/members/${reader.userId}`, { body: { role: 'admin' } });
    expect(raised.body).toEqual({ id: reader.userId, role: 'admin' });
    expect((await reader.call('GET', '/members')).status).toBe(200);
    expect((await boss.call('DELETE', `/members/${reader.userId}`)).body).toEqual({ ok: true });
    expect((await reader.call('GET', '/members')).status).toBe(404);
    expect((await boss.call('DELETE', `/members/${reader.userId}`)).status).toBe(404);
  });

  it('an admin cannot change an owner’s role, and a member cannot change their own', async () => {
    const boss = await owner();
    const admin = await memberOf(boss.institutionId, 'admin');
    const patch = (id: string, role: string) => admin.call('PATCH', `/members/${id}`, { body: { role } });
    expect((await patch(boss.userId, 'read_only')).body.code).toBe('owner_required');
    expect((await admin.call('DELETE', `/members/${boss.userId}`)).body.code).toBe('owner_required');
    expect((await patch(admin.userId, 'owner')).body.code).toBe('own_role');
    const other = await memberOf(boss.institutionId, 'developer');
    expect((await patch(other.userId, 'owner')).body.code).toBe('owner_required');
  });

  it('members of another institution get the same response as unknown ids', async () => {
    const [boss, foreign] = [await owner(), await owner()];
    for (const call of [
      (id: string) => boss.call('PATCH', `/members/${id}`, { body: { role: 'admin' } }),
      (id: string) => boss.call('DELETE', `/members/${id}`),
    ])
      expect(bareProblem(await call(foreign.userId))).toBe(bareProblem(await call('usr_000000000000000000000000')));
    const invited = await foreign.call('POST', '/invitations', { body: { email: newPortalEmail(), role: 'admin' } });
    const revoke = (id: string) => boss.call('DELETE', `/invitations/${id}`);
    expect(bareProblem(await revoke(invited.body.id))).toBe(bareProblem(await revoke('ivt_000000000000000000000000')));
    const path = `GET /${foreign.institutionId}/test/members`;
    expect((await callPortal(harness.current, path, { headers: boss.headers })).status).toBe(404);
  });

  it('changing a role needs a fresh code', async () => {
    const stale = await givenPortalUser(harness.current, {});
    const body = { email: newPortalEmail(), role: 'admin' };
    expect((await stale.call('POST', '/invitations', { body })).body.code).toBe('fresh_code_required');
  });

  it('a role change leaves a row in the institution’s trail', async () => {
    const boss = await owner();
    const other = await memberOf(boss.institutionId, 'developer');
    await boss.call('PATCH', `/members/${other.userId}`, { body: { role: 'finance' } });
    const { rows } = await harness.current.ctx.db.pool.query(
      `select operation, user_id, subject_id from audit.entries where institution_id = $1`,
      [boss.institutionId],
    );
    expect(rows).toContainEqual({
      operation: 'portal.change-role',
      user_id: boss.userId,
      subject_id: other.userId,
    });
  });
});

describe('an institution’s last owner', () => {
  const leave = (user: Awaited<ReturnType<typeof owner>>) =>
    callPortal(harness.current, `DELETE /roles/${user.institutionId}`, { headers: user.headers });

  it('the last owner cannot leave; with another owner they can', async () => {
    const boss = await owner();
    expect((await leave(boss)).body).toMatchObject({ status: 409, code: 'last_owner' });
    const second = await memberOf(boss.institutionId, 'owner');
    expect((await leave(boss)).status).toBe(200);
    expect((await boss.call('GET', '/members')).status).toBe(404);
    expect((await leave(second)).body.code).toBe('last_owner');
    expect((await leave(boss)).status).toBe(404);
  });

  it('one owner remains when two owners leave, or demote each other, at the same time', async () => {
    for (const way of ['leave', 'lower'] as const) {
      const first = await owner();
      const second = await memberOf(first.institutionId, 'owner');
      const lower = (by: typeof first, target: typeof first) =>
        by.call('PATCH', `/members/${target.userId}`, { body: { role: 'read_only' } });
      const answers = await Promise.all(
        way === 'leave' ? [leave(first), leave(second)] : [lower(first, second), lower(second, first)],
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const { rows } = await harness.current.ctx.db.pool.query(
        `select count(*)::int as n from portal.role_assignments where institution_id = $1 and role = 'owner'`,
        [first.institutionId],
      );
      expect(rows).toEqual([{ n: 1 }]);
    }
  });
});

describe('a browser’s sessions', () => {
  it('a new sign-in does not restore anything from an earlier session', async () => {
    const own = await givenSignUp(harness.current);
    const { email, password } = own;
    const entered = await callPortal(harness.current, 'POST /session', {
      body: { email, password, code: own.code() },
      headers: { cookie: own.cookie },
    });
    expect(cookiesOf(entered).split('; ')[0]).not.toBe(own.cookie.split('; ')[0]);
  });
});
