import { describe, expect, it } from 'vitest';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { useHarness } from '#test/harness';
import { setupTriesMax, tryWindowS } from '#platform/sign-in';
import { givenPassword, givenStaff, postForm } from '../testing.ts';
import { createSetup } from './password-setup.ts';
import { setupTtlS } from './password-setup.ts';

const harness = useHarness();

const signIn = ({ email, password, code }: { email: string; password: string; code: string }) =>
  postForm(harness.current, '/sign-in', { email, password, code });

describe('a set-up link', () => {
  it('a set-up link works once, for a day, until a newer one is made', async () => {
    const used = await givenPassword(harness.current);
    expect((await harness.current.call('GET', used.setupPath)).status).toBe(404);
    const again = { password: used.password, again: used.password, code: used.code() };
    expect((await postForm(harness.current, used.setupPath, again)).status).toBe(404);
    const { email } = await givenStaff(harness.current);
    const paths: string[] = [];
    for (let round = 0; round < 2; round += 1) {
      paths.push(new URL((await createSetup(harness.current.ctx, email)).url).pathname);
    }
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await harness.current.call('GET', path)).status));
    expect(await statuses()).toEqual([404, 200]);
    harness.current.clock.advance(setupTtlS);
    expect(await statuses()).toEqual([404, 404]);
  });

  it('asks for the same password twice, twelve characters, and a code of that authenticator', async () => {
    const { email } = await givenStaff(harness.current);
    const path = new URL((await createSetup(harness.current.ctx, email)).url).pathname;
    const page = await harness.current.call('GET', path);
    const secret = /secret=([A-Z2-7]{32})/.exec(page.text)?.[1] ?? '';
    const code = totpCode(secret, stepAt(harness.current.clock.now()));
    const password = 'a long synthetic password';
    const wrong = [
      { password, again: `${password}!`, code },
      { password: 'elevenchars', again: 'elevenchars', code },
      { password, again: password, code: '000000' },
    ];
    for (const form of wrong) expect((await postForm(harness.current, path, form)).status).toBe(400);
    expect((await postForm(harness.current, path, { password, again: password, code })).status).toBe(200);
  });

  it('finishing the set-up ends every session that was open under the old password', async () => {
    const staffMember = await givenPassword(harness.current);
    const signedIn = await signIn({ ...staffMember, code: staffMember.code() });
    const cookie = signedIn.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const path = new URL((await createSetup(harness.current.ctx, staffMember.email)).url).pathname;
    const page = await harness.current.call('GET', path);
    const secret = /secret=([A-Z2-7]{32})/.exec(page.text)?.[1] ?? '';
    const code = totpCode(secret, stepAt(harness.current.clock.now()));
    const fresh = 'another synthetic password';
    await postForm(harness.current, path, { password: fresh, again: fresh, code });
    expect((await harness.current.call('GET', '/api/staff/v1/me', { headers: { cookie } })).status).toBe(401);
    harness.current.clock.advance(30);
    const old = await signIn({ ...staffMember, code: staffMember.code() });
    const now = totpCode(secret, stepAt(harness.current.clock.now()));
    expect([old.status, (await signIn({ ...staffMember, password: fresh, code: now })).status]).toEqual([403, 303]);
  });

  it('a set-up link does not work under a foreign host name', async () => {
    const { status } = await harness.current.call('GET', `/sign-in/set-up/${'x'.repeat(43)}`);
    expect(status).toBe(404);
    await expect(createSetup(harness.current.ctx, 'stranger@example.com')).rejects.toMatchObject({ status: 404 });
  });

  it('takes no password that others use or that is made of the owner, and says so in one sentence', async () => {
    const path = new URL((await createSetup(harness.current.ctx, (await givenStaff(harness.current)).email)).url)
      .pathname;
    const page = await harness.current.call('GET', path);
    expect(page.text).toContain('common passwords, and those made of your name or ours, are refused');
    for (const password of ['Password2026!!', 'synthetic-staff 1', 'Makewhole-2026']) {
      const answer = await postForm(harness.current, path, { password, again: password, code: '000000' });
      expect([password, answer.status, answer.text.includes('This password is too easy to guess')]).toEqual([
        password,
        400,
        true,
      ]);
      expect(answer.text).not.toContain(password);
    }
  });

  it('a set-up link can be tried ten times in fifteen minutes, and a wrong code costs no password hash', async () => {
    const { email } = await givenStaff(harness.current);
    const path = new URL((await createSetup(harness.current.ctx, email)).url).pathname;
    const password = 'a long synthetic password';
    const attempt = () => postForm(harness.current, path, { password, again: password, code: '000000' });
    for (let tried = 0; tried < setupTriesMax; tried += 1) expect((await attempt()).status).toBe(400);
    const refused = await attempt();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '900']);
    harness.current.clock.advance(tryWindowS);
    expect((await attempt()).status).toBe(400);
  });

  it('finishing the set-up makes its browser known and every other browser unknown', async () => {
    const member = await givenPassword(harness.current);
    const { rows } = await harness.current.ctx.db.pool.query(
      'select count(*)::int as devices from staff.known_devices where staff_id = $1',
      [member.staffId],
    );
    expect(rows).toEqual([{ devices: 1 }]);
    expect(member.device).toMatch(/^__Host-makewhole-device=[0-9A-Za-z]{43}$/);
  });
});
