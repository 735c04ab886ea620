import { describe, expect, it } from 'vitest';
import { useHarness } from '#test/harness';
import { givenPassword, givenSession, givenStaffToken, postForm } from '../testing.ts';
import { purgeSessions } from './sessions.ts';
import { freshS, sessionIdleS, sessionTtlS } from '#platform/sign-in';
import { realm } from '../realm.ts';

const { sessionCookie } = realm;

const harness = useHarness();
const me = (headers: Readonly<Record<string, string>>) => harness.current.call('GET', '/api/staff/v1/me', { headers });

describe('a session', () => {
  it('a session shows who is signed in, by which method, and until when', async () => {
    const { headers, staffId, email, sessionId } = await givenSession(harness.current, 'lead');
    const now = harness.current.clock.now().getTime();
    expect((await me(headers)).body).toEqual({
      id: staffId,
      name: 'Synthetic Staff',
      email,
      role: 'lead',
      time_zone: harness.current.config.teamTimeZone,
      session: {
        id: sessionId,
        method: 'password',
        created_at: new Date(now).toISOString(),
        idle_expires_at: new Date(now + sessionIdleS * 1000).toISOString(),
        expires_at: new Date(now + sessionTtlS * 1000).toISOString(),
        fresh_until: new Date(now + freshS * 1000).toISOString(),
        previous_sign_in_at: null,
        failed_tries: 0,
        failed_networks: 0,
      },
      csrf: { origin: 'http://makewhole.test', content_type: 'application/json' },
    });
    const token = await givenStaffToken(harness.current, 'caller');
    const { body } = await harness.current.call('GET', '/api/staff/v1/me', { token });
    expect([body.role, body.session]).toEqual(['caller', null]);
  });

  it('a session ends after half an hour without a request', async () => {
    const { headers } = await givenSession(harness.current);
    harness.current.clock.advance(sessionIdleS - 1);
    expect((await me(headers)).status).toBe(200);
    harness.current.clock.advance(sessionIdleS - 1);
    expect((await me(headers)).status).toBe(200);
    harness.current.clock.advance(sessionIdleS);
    expect((await me(headers)).status).toBe(401);
  });

  it('a session ends after twelve hours, however busy', async () => {
    const { headers } = await givenSession(harness.current);
    const step = 1200;
    for (let passed = 0; passed + step < sessionTtlS; passed += step) {
      harness.current.clock.advance(step);
      expect((await me(headers)).status).toBe(200);
    }
    harness.current.clock.advance(step);
    expect((await me(headers)).status).toBe(401);
  });

  it('a session is stored as a fingerprint only', async () => {
    const { headers } = await givenSession(harness.current);
    const token = (headers['cookie'] ?? '').slice(sessionCookie.length + 1);
    const { rows } = await harness.current.ctx.db.pool.query('select t::text as whole from staff.sessions t');
    const whole = rows.map((row) => row.whole as string).join('\n');
    expect(token).toMatch(/^[0-9A-Za-z]{43}$/);
    expect(whole).not.toContain(token);
    expect(whole).not.toContain(Buffer.from(token).toString('hex'));
  });

  it('is never the one that the browser came with: a planted cookie opens nothing after signing in', async () => {
    const staffMember = await givenPassword(harness.current);
    const planted = `${sessionCookie}=${'P'.repeat(43)}`;
    const form = { email: staffMember.email, password: staffMember.password, code: staffMember.code() };
    const answer = await postForm(harness.current, { path: '/sign-in', headers: { cookie: planted } }, form);
    const fresh = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    expect(fresh).not.toBe(planted);
    expect([(await me({ cookie: fresh })).status, (await me({ cookie: planted })).status]).toEqual([200, 401]);
  });

  it('a session is accepted only as a cookie', async () => {
    const { headers } = await givenSession(harness.current);
    const [name = '', token = ''] = (headers['cookie'] ?? '').split('=');
    const wrong = [
      {},
      { cookie: `makewhole-staff=${token}` },
      { cookie: `${name}=${token}0` },
      { cookie: `${name}=${token.toLowerCase()}` },
      { cookie: `${name}=${token}; ${name}=${'x'.repeat(43)}` },
      { authorization: `Bearer ${token}` },
      // An Authorization header takes precedence, valid or not.
      { cookie: `${name}=${token}`, authorization: 'Bearer svc_staff_unknown' },
    ];
    for (const sent of wrong) expect((await me(sent as Record<string, string>)).status).toBe(401);
    expect((await me({ cookie: `a=1; ${name}=${token}; b=2` })).status).toBe(200);
  });
});

describe("a member's own sessions", () => {
  it('a session can be listed and revoked only by its owner', async () => {
    const [mine, other] = [await givenSession(harness.current), await givenSession(harness.current, 'caller')];
    const list = await harness.current.call('GET', '/api/staff/v1/me/sessions', { headers: mine.headers });
    expect(list.body.data).toEqual([
      expect.objectContaining({ id: mine.sessionId, current: true, method: 'password' }),
    ]);
    const remove = (id: string, headers: Readonly<Record<string, string>>) =>
      harness.current.call('DELETE', `/api/staff/v1/me/sessions/${id}`, { headers });
    expect((await remove(mine.sessionId, other.headers)).status).toBe(404);
    expect((await remove(mine.sessionId, mine.headers)).status).toBe(200);
    expect([(await me(mine.headers)).status, (await me(other.headers)).status]).toEqual([401, 200]);
  });
});

describe('the people of the team', () => {
  it('are given roles and disabled by an administrator, at once, and nobody lessens themselves', async () => {
    const [boss, agent] = [await givenSession(harness.current), await givenSession(harness.current, 'caller')];
    const change = (id: string, body: object, headers: Readonly<Record<string, string>>) =>
      harness.current.call('PATCH', `/api/staff/v1/staff/${id}`, { body, headers });
    expect((await change(agent.staffId, { role: 'lead' }, agent.headers)).status).toBe(403);
    expect((await change(agent.staffId, {}, boss.headers)).status).toBe(400);
    expect((await change(agent.staffId, { role: 'owner' }, boss.headers)).status).toBe(400);
    expect((await change('stf_unknown', { disabled: true }, boss.headers)).status).toBe(404);
    const own = await change(boss.staffId, { disabled: true }, boss.headers);
    expect([own.status, own.body.detail]).toEqual([409, 'You cannot lower your own role or disable your own account.']);
    expect((await change(boss.staffId, { role: 'caller' }, boss.headers)).status).toBe(409);
    expect((await change(agent.staffId, { disabled: true }, boss.headers)).status).toBe(200);
    expect((await me(agent.headers)).status).toBe(401);
    const { body } = await harness.current.call('GET', '/api/staff/v1/staff', { headers: boss.headers });
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: agent.staffId, disabled_at: expect.any(String), password_set: false }),
    );
    expect((await change(agent.staffId, { disabled: false }, boss.headers)).status).toBe(200);
    // An ended session stays ended.
    expect((await me(agent.headers)).status).toBe(401);
  });

  it('have tokens that stop with them', async () => {
    const boss = await givenSession(harness.current);
    const token = await givenStaffToken(harness.current);
    const { body } = await harness.current.call('GET', '/api/staff/v1/me', { token });
    await harness.current.call('PATCH', `/api/staff/v1/staff/${body.id}`, {
      body: { disabled: true },
      headers: boss.headers,
    });
    expect((await harness.current.call('GET', '/api/staff/v1/me', { token })).status).toBe(401);
  });
});

describe('purging sessions', () => {
  it('expired sessions are deleted a day later, and valid ones stay', async () => {
    await purgeSessions(harness.current.ctx, 500);
    const old = await givenSession(harness.current);
    harness.current.clock.advance(sessionTtlS + 86_400);
    const { headers } = await givenSession(harness.current);
    expect(await purgeSessions(harness.current.ctx, 500)).toBeGreaterThan(0);
    expect(await purgeSessions(harness.current.ctx, 500)).toBe(0);
    const { rows } = await harness.current.ctx.db.pool.query('select id from staff.sessions where id = $1', [
      old.sessionId,
    ]);
    expect([rows, (await me(headers)).status]).toEqual([[], 200]);
  });
});
