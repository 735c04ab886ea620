import { describe, expect, it } from 'vitest';
import { useHarness, type Answer } from '#test/harness';
import { createStaffToken } from '../tokens/tokens.ts';
import { createSetup } from '../password/password-setup.ts';
import { givenPassword, givenSession, postForm } from '../testing.ts';

const harness = useHarness();
const path = '/sign-in/password';
const fresh = () => `synthetic ${crypto.randomUUID()}`;

type Member = Awaited<ReturnType<typeof givenPassword>>;

/** The session cookie and the device cookie. */
const cookieOf = ({ headers }: Answer): string =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ');

const me = async (cookie: string) =>
  (await harness.current.call('GET', '/api/staff/v1/me', { headers: { cookie } })).status;

/** The next code, since each code works once. */
function newCode(member: Member): string {
  harness.current.clock.advance(30);
  return member.code();
}

const enter = (member: Member, password = member.password) =>
  postForm(harness.current, '/sign-in', { email: member.email, password, code: newCode(member) });

type Form = { readonly current?: string; readonly code?: string; readonly password?: string; readonly again?: string };

const change = (member: Member, cookie: string, form: Form = {}) => {
  const password = form.password ?? fresh();
  const typed = { current: member.password, code: form.code ?? newCode(member), password, again: password, ...form };
  return postForm(harness.current, { path, headers: { cookie } }, typed);
};

const devicesOf = ({ staffId }: Member) =>
  harness.current.owner.pool.query('select id from staff.known_devices where staff_id = $1', [staffId]);

describe('a password', () => {
  it('is changed by its owner, who is then signed in here and nowhere else', async () => {
    const member = await givenPassword(harness.current);
    const [other, own] = [cookieOf(await enter(member)), cookieOf(await enter(member))];
    const password = fresh();
    const changed = await change(member, own, { password, again: password });
    expect([changed.status, changed.text.includes('Your password is changed.')]).toEqual([200, true]);
    const renewed = cookieOf(changed);
    expect(renewed).toMatch(/^__Host-makewhole-staff=\w{43}; __Host-makewhole-device=\w{43}$/);
    expect([await me(renewed), await me(own), await me(other)]).toEqual([200, 401, 401]);
    expect([(await enter(member)).status, (await enter(member, password)).status]).toEqual([403, 303]);
    const { rows } = await harness.current.owner.pool.query(
      "select operation, kind from audit.entries where subject_id = $1 and operation = 'access.change-password'",
      [member.staffId],
    );
    expect(rows).toEqual([{ operation: 'access.change-password', kind: 'action' }]);
  });

  it('after a password change, only this browser is known', async () => {
    const member = await givenPassword(harness.current);
    const [other, own] = [cookieOf(await enter(member)), cookieOf(await enter(member))];
    const { rows: before } = await devicesOf(member);
    const changed = await change(member, own);
    const { rows: after } = await devicesOf(member);
    expect([changed.status, before.length, after.length]).toEqual([200, 3, 1]);
    expect(other).not.toBe(own);
  });

  it('asks for the password in force and a code, whoever has the session', async () => {
    const member = await givenPassword(harness.current);
    const own = cookieOf(await enter(member));
    for (const wrong of [{ current: 'not this one' }, { code: '000000' }, { current: 'a', code: 'b' }]) {
      const refused = await change(member, own, wrong);
      expect([refused.status, refused.text.includes('Password or code is wrong.')]).toEqual([403, true]);
    }
    expect([await me(own), (await enter(member)).status]).toEqual([200, 303]);
  });

  it('is not guessed here more often than at sign-in', async () => {
    const member = await givenPassword(harness.current);
    const own = cookieOf(await enter(member));
    const statuses: number[] = [];
    for (let count = 0; count < 11; count += 1)
      statuses.push((await change(member, own, { current: 'a guess', code: '000000' })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429]);
  });

  it('has twelve characters, typed twice, and is none that others use', async () => {
    const member = await givenPassword(harness.current);
    const own = cookieOf(await enter(member));
    for (const form of [
      { password: 'elevenchars', again: 'elevenchars' },
      { password: fresh(), again: fresh() },
      { password: 'password1234', again: 'password1234' },
      { password: `${member.email} 1`, again: `${member.email} 1` },
    ])
      expect((await change(member, own, form)).status).toBe(400);
    expect((await enter(member)).status).toBe(303);
  });

  it('a password change needs a browser session and our own page', async () => {
    const member = await givenPassword(harness.current);
    const { token } = await createStaffToken(harness.current.ctx, { email: member.email, label: 'automation' });
    const shown = await harness.current.call('GET', path, { token });
    expect([shown.status, shown.headers.get('location')]).toEqual([303, '/sign-in']);
    const unknown = await change(member, '__Host-makewhole-staff=none');
    expect([unknown.status, unknown.headers.get('location')]).toEqual([303, '/sign-in']);
    const { headers } = await givenSession(harness.current);
    expect((await harness.current.call('GET', path, { headers })).status).toBe(200);
    const foreign = await harness.current.call('POST', path, {
      raw: 'current=a&code=b&password=c&again=c',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', origin: 'https://elsewhere.example' },
    });
    expect(foreign.status).toBe(403);
  });

  it('a member without a password cannot create one on the change page', async () => {
    const { headers, email } = await givenSession(harness.current);
    const form = { current: 'anything', code: '000000', password: fresh() };
    const answer = await postForm(
      harness.current,
      { path, headers: { cookie: headers['cookie'] ?? '' } },
      { ...form, again: form.password },
    );
    expect(answer.status).toBe(403);
    expect((await createSetup(harness.current.ctx, email)).url).toContain('/sign-in/set-up/');
  });
});
