import { performance } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import type { Turn } from '#lib/concurrency/lanes';
import { stepAt, totpCode } from '#lib/tokens/totp';
import { policy } from '#platform/config';
import { useHarness, type Answer } from '#test/harness';
import {
  accountTriesMax,
  accountTriesPerDay,
  addressTriesMax,
  codeTriesMax,
  codeWindowS,
  hashPassword,
  networkTriesMax,
  tryWindowS,
  verifyPassword,
} from '#platform/sign-in';
import { givenPassword, givenSession, givenStaff, postForm } from '../testing.ts';
import { realm } from '../realm.ts';

const { deviceCookie, recordSignInTry, sessionCookie } = realm;

const harness = useHarness();

type Typed = { email: string; password: string; code: string };
const signIn = ({ email, password, code }: Typed, headers: Record<string, string> = {}) =>
  postForm(harness.current, { path: '/sign-in', headers }, { email, password, code });

/** As if sent from this address. */
const from = (address: string) => ({ 'x-forwarded-for': address });

const cookieOf = (answer: Answer) => answer.headers.get('set-cookie')?.split(';', 1)[0];
/** The cookie that makes the browser known. */
const deviceOf = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .find((cookie) => cookie.startsWith(deviceCookie))
    ?.split(';', 1)[0] ?? '';
const me = (cookie: string | undefined) =>
  harness.current.call('GET', '/api/staff/v1/me', { headers: { cookie: cookie ?? '' } });

describe('signing in with password and authenticator', () => {
  it('opens a session of its own, whatever the address is written like', async () => {
    const person = await givenPassword(harness.current, 'caller');
    const answer = await signIn({ ...person, email: person.email.toUpperCase(), code: person.code() });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/board']);
    const { body } = await me(cookieOf(answer));
    expect(body).toMatchObject({ id: person.staffId, role: 'caller', session: { method: 'password' } });
  });

  it('accepts a code once, also in two concurrent calls, and none that is older', async () => {
    const staffMember = await givenPassword(harness.current);
    const typed = { ...staffMember, code: staffMember.code() };
    const both = await Promise.all([signIn(typed), signIn(typed)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 403]);
    expect((await signIn(typed)).status).toBe(403);
    const older = totpCode(staffMember.secret, stepAt(harness.current.clock.now()) - 1);
    expect((await signIn({ ...typed, code: older })).status).toBe(403);
    harness.current.clock.advance(30);
    expect((await signIn({ ...typed, code: staffMember.code() })).status).toBe(303);
  });

  it('answers the same for whatever is wrong, and never lets one half in', async () => {
    const staffMember = await givenPassword(harness.current);
    const without = await givenStaff(harness.current);
    const wrong: Typed[] = [
      { ...staffMember, password: 'not the password', code: staffMember.code() },
      { ...staffMember, code: '000000' },
      { ...staffMember, email: 'nobody@example.com', code: staffMember.code() },
      { ...staffMember, email: without.email, code: staffMember.code() },
      { ...staffMember, password: ` ${staffMember.password}`, code: staffMember.code() },
    ];
    const answers: Answer[] = [];
    for (const typed of wrong) answers.push(await signIn(typed));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(403);
    for (const answer of answers) {
      expect(cookieOf(answer)).toBeUndefined();
      expect(answer.text).not.toContain('@example.com');
    }
  });

  it('a sign-in takes as long for an unknown address as for a known one', async () => {
    const turn: Turn = (work) => work();
    const cost = policy.passwordCost;
    const stored = await hashPassword('the password of somebody', { cost, turn });
    const time = async (hash: string | undefined) => {
      const start = performance.now();
      for (let round = 0; round < 5; round += 1) await verifyPassword('another', { stored: hash, cost, turn });
      return performance.now() - start;
    };
    await time(stored);
    const [known, unknown] = [await time(stored), await time(undefined)];
    expect(unknown).toBeGreaterThan(known / 3);
    expect(await verifyPassword('the password of somebody', { stored, cost, turn })).toBe(true);
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  });

  it('lets strangers try an account ten times in fifteen minutes, also by many at once, and five times from a network', async () => {
    const member = await givenPassword(harness.current);
    const bad = { ...member, code: '000000' };
    const tries = await Promise.all(
      Array.from({ length: accountTriesMax + 5 }, (_, index) => signIn(bad, from(`198.51.${100 + index}.7`))),
    );
    const statuses = tries.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(accountTriesMax);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    harness.current.clock.advance(60);
    const locked = await signIn({ ...member, code: member.code() });
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '900']);
    harness.current.clock.advance(tryWindowS);
    const near: number[] = [];
    for (let tried = 0; tried <= networkTriesMax; tried += 1)
      near.push((await signIn(bad, from(`203.0.113.${tried}`))).status);
    expect(near).toEqual([...Array.from({ length: networkTriesMax }, () => 403), 429]);
    expect((await signIn({ ...member, code: member.code() })).status).toBe(303);
  });

  it('refuses more than a hundred tries of an account in a day from unknown devices, even after its owner signs in', async () => {
    const { clock, ctx } = harness.current;
    const member = await givenPassword(harness.current);
    const device = deviceOf(await signIn({ ...member, code: member.code() }));
    for (let tried = 0; tried < accountTriesPerDay - 1; tried += 1) {
      if (tried % accountTriesMax === 0) clock.advance(tryWindowS);
      const input = { email: member.email, address: `10.${tried}.0.1`, deviceId: undefined };
      expect(await recordSignInTry(ctx, input)).toBeDefined();
    }
    clock.advance(tryWindowS);
    const guess = (address: string) =>
      signIn({ ...member, password: 'not the password', code: '000000' }, from(address));
    expect((await guess('10.200.0.1')).status).toBe(403);
    expect((await guess('10.201.0.1')).status).toBe(429);
    expect((await signIn({ ...member, code: member.code() }, { cookie: device })).status).toBe(303);
    clock.advance(tryWindowS);
    expect((await guess('10.202.0.1')).status).toBe(429);
  });

  it('a successful try on a new device is uncounted, and only that one', async () => {
    const member = await givenPassword(harness.current);
    const where = (index: number) => from(`100.64.${index}.1`);
    for (let tried = 0; tried < accountTriesMax - 1; tried += 1)
      expect((await signIn({ ...member, code: '000000' }, where(tried))).status).toBe(403);
    expect((await signIn({ ...member, code: member.code() }, where(98))).status).toBe(303);
    expect((await signIn({ ...member, code: '000000' }, where(99))).status).toBe(403);
    expect((await signIn({ ...member, code: '000000' }, where(100))).status).toBe(429);
  });

  it('one address can try a hundred times, whatever the accounts', async () => {
    const address = '203.0.113.77';
    for (let tried = 0; tried < addressTriesMax - 1; tried += 1) {
      const input = { email: `p${tried}@example.com`, address, deviceId: undefined };
      expect(await recordSignInTry(harness.current.ctx, input)).toBeDefined();
    }
    const statuses: number[] = [];
    for (const email of ['q1@example.com', 'q2@example.com', 'q3@example.com'])
      statuses.push((await signIn({ email, password: 'x', code: 'x' }, from(address))).status);
    expect(statuses).toEqual([403, 429, 429]);
  });

  it('looks at twenty codes a day behind the right password, and does not tell that it was right', async () => {
    const staffMember = await givenPassword(harness.current);
    const wrong = { ...staffMember, code: '000000' };
    const other = await signIn({ ...staffMember, password: 'not the password', code: '000000' });
    for (let tried = 0; tried < codeTriesMax; tried += 1) {
      if (tried % accountTriesMax === 0) harness.current.clock.advance(tryWindowS);
      expect((await signIn(wrong, from(`192.0.${tried}.1`))).status).toBe(403);
    }
    harness.current.clock.advance(tryWindowS);
    const used = await signIn({ ...staffMember, code: staffMember.code() });
    expect([used.status, used.text]).toEqual([other.status, other.text]);
    expect(harness.current.logLines.filter((line) => line.includes('staff.codes-guessed'))).toHaveLength(1);
    harness.current.clock.advance(codeWindowS);
    expect((await signIn({ ...staffMember, code: staffMember.code() })).status).toBe(303);
  });

  it('accepts each recovery code once, as it is printed', async () => {
    const staffMember = await givenPassword(harness.current);
    expect(new Set(staffMember.recoveryCodes).size).toBe(10);
    // 120 random bits each.
    for (const code of staffMember.recoveryCodes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){5}[A-Z2-7]{4}$/);
    const [first = '', second = ''] = staffMember.recoveryCodes;
    expect((await signIn({ ...staffMember, code: first })).status).toBe(303);
    expect((await signIn({ ...staffMember, code: first })).status).toBe(403);
    expect((await signIn({ ...staffMember, code: second.toLowerCase().replaceAll('-', ' ') })).status).toBe(303);
    const other = await givenPassword(harness.current);
    expect((await signIn({ ...staffMember, code: other.recoveryCodes[3] ?? '' })).status).toBe(403);
  });

  it('stores no password, secret or code that a stolen database would reveal', async () => {
    const staffMember = await givenPassword(harness.current);
    const tables = ['members', 'passwords', 'setups', 'recovery_codes', 'sessions', 'known_devices', 'sign_in_tries'];
    const texts = await Promise.all(
      tables.map(async (table) => {
        const { rows } = await harness.current.ctx.db.pool.query(`select t::text as whole from staff.${table} t`);
        return rows.map(({ whole }) => whole as string).join('\n');
      }),
    );
    const whole = texts.join('\n');
    const token = staffMember.setupPath.split('/').at(-1) ?? '';
    for (const secret of [staffMember.password, staffMember.secret, token, ...staffMember.recoveryCodes]) {
      for (const form of [secret, secret.replaceAll('-', '')]) {
        expect(whole).not.toContain(form);
        expect(whole).not.toContain(Buffer.from(form).toString('hex'));
      }
    }
  });

  it('a disabled staff member is refused immediately', async () => {
    const staffMember = await givenPassword(harness.current);
    const answer = await signIn({ ...staffMember, code: staffMember.code() });
    const { headers } = await givenSession(harness.current);
    const disabled = await harness.current.call('PATCH', `/api/staff/v1/staff/${staffMember.staffId}`, {
      headers,
      body: { disabled: true },
    });
    expect(disabled.status).toBe(200);
    expect((await me(cookieOf(answer))).status).toBe(401);
    harness.current.clock.advance(30);
    expect((await signIn({ ...staffMember, code: staffMember.code() })).status).toBe(403);
  });

  it('the sign-in form is accepted from our own page only', async () => {
    const staffMember = await givenPassword(harness.current);
    const form = new URLSearchParams({
      email: staffMember.email,
      password: staffMember.password,
      code: staffMember.code(),
    }).toString();
    const sent = (headers: Record<string, string>) =>
      harness.current.call('POST', '/sign-in', {
        raw: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      });
    for (const headers of [
      {},
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: harness.current.config.publicBaseUrl, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]) {
      const told = JSON.stringify(headers);
      expect([told, (await sent(headers)).status]).toEqual([told, 403]);
    }
    expect((await sent({ origin: 'null', 'sec-fetch-site': 'same-origin' })).status).toBe(303);
  });

  it.each([{}, { email: 'a@example.com' }, { email: 'a@example.com', password: 'x', code: 'x', role: 'lead' }])(
    'an incomplete sign-in form is refused: %j',
    async (form) => {
      expect((await postForm(harness.current, '/sign-in', form)).status).toBe(400);
    },
  );
});

describe('signing out', () => {
  it('signing out ends the session and clears the cookie, and works only from our own button', async () => {
    const { headers } = await givenSession(harness.current);
    const foreign = await harness.current.call('POST', '/sign-out', {
      headers: { cookie: headers['cookie'] ?? '', origin: 'https://evil.example' },
    });
    expect([foreign.status, (await me(headers['cookie'])).status]).toEqual([403, 200]);
    expect((await harness.current.call('GET', '/sign-out')).status).toBe(200);
    const answer = await harness.current.call('POST', '/sign-out', { headers });
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^${sessionCookie}=; .*Max-Age=0$`));
    expect([answer.status, (await me(headers['cookie'])).status]).toEqual([200, 401]);
  });
});
